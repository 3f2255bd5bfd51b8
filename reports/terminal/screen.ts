import { styleText } from 'node:util';
import { columnsOf, cutTo } from './columns.ts';

/** The capabilities of a terminal. */
export interface Screen {
  /** Columns and rows. */
  readonly width: number;
  readonly height: number;
  readonly colour: boolean;
  /** False: only ASCII. */
  readonly unicode: boolean;
}

/** Text styles of terminals, by the names of Node's `styleText`. */
export type TextStyle = 'red' | 'green' | 'yellow' | 'cyan' | 'dim' | 'bold';

/** Text, with or without a style. */
export type StyledText = string | readonly [style: TextStyle, text: string];

/** The signs that a screen can show. */
export function signsOf({ unicode }: Pick<Screen, 'unicode'>) {
  return unicode
    ? { full: '█', rest: '░', cut: '…', between: ' · ', steps: ' ▁▂▃▄▅▆▇█' }
    : { full: '#', rest: '-', cut: '...', between: ', ', steps: ' .:-=+*#' };
}

/** Text in a style; unchanged without colour. */
export function paint(style: TextStyle, text: string, colour: boolean): string {
  return colour ? styleText(style, text, { validateStream: false }) : text;
}

/** Paints with or without colour. */
export type Paint = (style: TextStyle, text: string) => string;

/** One line of the screen: neutralised, cut to its width, and painted. */
export function screenLine(parts: readonly StyledText[], screen: Screen): string {
  const { cut } = signsOf(screen);
  let room = screen.width;
  let line = '';
  for (const part of parts) {
    const text = typeof part === 'string' ? part : part[1];
    const shown = cutTo(screen.unicode ? text : asciiOf(text), room, cut);
    room -= columnsOf(shown);
    line += typeof part === 'string' || shown === '' ? shown : paint(part[0], shown, screen.colour);
    if (shown !== text && shown.endsWith(cut)) break;
  }
  return line;
}

/** Pieces with the screen's separator between them, on as many lines as needed. */
export function flow(pieces: readonly StyledText[], screen: Screen, indent: string): string[] {
  const { between } = signsOf(screen);
  const lines: StyledText[][] = [];
  let room = 0;
  for (const piece of pieces) {
    const columns = columnsOf(typeof piece === 'string' ? piece : piece[1]) + between.length;
    const line = lines.at(-1);
    if (line && columns <= room) line.push(between, piece);
    else lines.push([indent, piece]);
    room = (line && columns <= room ? room : screen.width - indent.length + between.length) - columns;
  }
  return lines.map((parts) => screenLine(parts, screen));
}

/** A count shown as part of a bar. */
type StyledCount = readonly [style: TextStyle, count: number];

/** A bar of `cells` cells for how much is done. Failures get at least one cell. */
export function bar(
  done: StyledCount,
  wrong: readonly StyledCount[],
  total: number,
  cells: number,
  screen: Screen,
): StyledText[] {
  const { full, rest } = signsOf(screen);
  const all = [done, ...wrong].reduce((sum, [, count]) => sum + count, 0);
  const widths = wrong.map(([, count]) => (count === 0 ? 0 : Math.max(1, Math.floor((cells * count) / total))));
  const ofWrong = widths.reduce((sum, each) => sum + each, 0);
  const filled = total === 0 ? cells : Math.min(cells, Math.max(ofWrong, Math.floor((cells * all) / total)));
  const parts: StyledText[] = [
    [done[0], full.repeat(Math.max(0, filled - ofWrong))],
    ...wrong.map(([style], i): StyledText => [style, full.repeat(widths[i] ?? 0)]),
    ['dim', rest.repeat(Math.max(0, cells - Math.max(filled, ofWrong)))],
  ];
  return parts.filter(([, text]) => text !== '');
}

/** A curve needs at least this many cells. */
const MIN_CURVE = 10;

/** The last values as a curve on one line, scaled to the greatest; empty if there is none. */
export function curve(values: readonly (number | undefined)[], cells: number, screen: Screen): StyledText[] {
  const { steps } = signsOf(screen);
  const shown = values.slice(-cells);
  const most = Math.max(0, ...shown.map((value) => value ?? 0));
  if (cells < MIN_CURVE || most === 0) return [];
  return [['cyan', shown.map((value = 0) => steps[Math.ceil((value / most) * (steps.length - 1))]).join('')]];
}

/** Replaces characters that a terminal without Unicode would garble. */
function asciiOf(text: string): string {
  return text
    .replaceAll('…', '...')
    .replaceAll(' · ', ', ')
    .replaceAll('×', 'x')
    .replace(/[\u201c\u201d]/g, '"')
    .replace(/[^\x20-\x7e\n\t]/gu, (found) => `\\u{${(found.codePointAt(0) ?? 0).toString(16)}}`);
}
