import { seenColumns } from '../../../reports/terminal/columns.ts';
import type { Screen } from '../../../reports/terminal/screen.ts';
import { sayThrough } from '../say.ts';
import { terminalOf } from '../terminal.ts';

/** Often enough to look alive, seldom enough to be read. */
const REDRAW_MS = 200;

/**
 * A block on standard error that is redrawn several times a second; null if nobody watches. Other lines go above it, and
 * the cursor comes back however the process ends.
 */
export async function openBlock(view: (screen: Screen) => readonly string[]) {
  const { stderr } = process;
  const terminal = terminalOf(stderr);
  if (!terminal.isWatched) return null;
  const { createLogUpdate } = await import('log-update');
  const update = createLogUpdate(stderr);
  let drawn: readonly string[] = [];
  const frame = (): void => {
    drawn = view(terminal.screen());
    if (drawn.length > 0) update(drawn.join('\n'));
  };
  // When a terminal becomes narrower, it wraps the lines already there: they take more rows than were drawn.
  const onResize = (): void => {
    const { width } = terminal.screen();
    const folded = drawn.reduce((sum, line) => sum + Math.max(0, Math.ceil(seenColumns(line) / width) - 1), 0);
    if (folded > 0) stderr.write(`${ERASE_LINE}${`${CURSOR_UP}${ERASE_LINE}`.repeat(folded)}`);
    update.clear();
    frame();
  };
  const draw = (): void => {
    lookAtSize(stderr);
    frame();
  };
  const timer = setInterval(draw, REDRAW_MS);
  timer.unref();
  stderr.on('resize', onResize);
  const above = (line: string): void => {
    update.persist(line);
    draw();
  };
  const release = sayThrough(above);
  let isOpen = true;
  return {
    /** Draws what the view says now. */
    draw,
    /** Prints a line above the block. */
    above,
    /** Removes the block and restores the cursor. */
    end: (): void => {
      if (!isOpen) return;
      isOpen = false;
      release();
      clearInterval(timer);
      stderr.off('resize', onResize);
      update.clear();
      update.done();
    },
  };
}

/**
 * Has the stream ask the terminal for its size, and report a change. The signal that reports it comes late to a busy
 * process, and never to one in the background.
 */
function lookAtSize(stream: NodeJS.WriteStream & { readonly _refreshSize?: () => void }): void {
  stream._refreshSize?.();
}

const ERASE_LINE = '\u001b[2K';
const CURSOR_UP = '\u001b[1A';
