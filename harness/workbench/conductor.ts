import type { Commands, Running } from './commands.ts';
import type { Live } from './live.ts';
import type { Follow, Runs } from './ports.ts';
import type { Refused } from './protocol.ts';
import { commandLine } from './words.ts';

/** Starts runs, one at a time, and tells what happens in them. */
export interface Conductor {
  start(words: readonly string[], target: string): { readonly run: string } | Refused;
  /** As Ctrl-C does; again ends at once. False where nothing is under way. */
  stop(): boolean;
  /** When nothing is under way. */
  idle(): Promise<void>;
}

/** How often the record of the run under way is looked at. */
const LOOK_MS = 120;
/** Of what a command printed, the end is shown. */
const SHOWN = 20_000;

export function createConductor({
  commands,
  runs,
  follow,
  live,
  crashed,
}: {
  readonly commands: Commands;
  readonly runs: Runs;
  readonly follow: Follow;
  readonly live: Live;
  /** Told of what nobody foresaw in what a run has written; the run itself goes on. */
  readonly crashed: (error: unknown) => void;
}): Conductor {
  let running: Running | undefined;
  let idle = Promise.resolve();

  const conduct = async (it: Running, run: string, folder: string): Promise<void> => {
    const following = follow(folder);
    const look = (): void => {
      try {
        following.look().forEach(live.tell);
      } catch (error) {
        clearInterval(timer);
        crashed(error);
      }
    };
    const timer = setInterval(look, LOOK_MS);
    const { code, stdout, stderr } = await it.ended;
    clearInterval(timer);
    look();
    following.close();
    running = undefined;
    const said = [stderr, stdout].filter((each) => each !== '').join('\n');
    const reportAt = runs.reportAt(run);
    live.tell({ type: 'ended', code, said: said.slice(-SHOWN), ...(reportAt === undefined ? {} : { reportAt }) });
  };

  return {
    start: (words, target) => {
      if (running) return { refused: 'A run is under way.\n  fix: stop it, or wait for its end' };
      const { name, folder } = runs.fresh(target);
      live.tell({ type: 'begun', run: name, command: commandLine(words) });
      running = commands([...words, `--out=${folder}`, '--reporter=console,junit,html,ctrf']);
      idle = conduct(running, name, folder);
      return { run: name };
    },
    stop: () => {
      if (!running) return false;
      live.tell({ type: 'stopping' });
      running.interrupt();
      return true;
    },
    idle: () => idle,
  };
}
