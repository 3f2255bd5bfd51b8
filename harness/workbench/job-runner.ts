import { isObject } from '../values/pointer.ts';
import { parseJson } from '../wire/wire.ts';
import type { LiveFeed } from './live.ts';
import type { Commands, Follow, Running, Runs } from './ports.ts';
import type { LoadStand, Refused, WorkKind } from './protocol.ts';
import { formatCommand } from './words.ts';

/** Starts runs and loads, one at a time, and reports what happens in them. */
export type JobRunner = ReturnType<typeof createJobRunner>;

/** The folder that a run writes to. */
type OutFolder = ReturnType<Runs['fresh']>;

/** How often the record of the current run is read. */
const LOOK_MS = 120;
/** How much is shown of a command's output, from its end. */
const SHOWN = 20_000;

const REPORTERS = '--reporter=console,junit,html,ctrf';

/** Flags that the workbench adds to a command. */
const OWN: Readonly<Record<WorkKind, (folder: string) => readonly string[]>> = {
  run: (folder) => [`--out=${folder}`, REPORTERS],
  resume: () => [REPORTERS],
  load: (folder) => [`--out=${folder}`, REPORTERS, '--json-lines'],
};

/** Runs jobs by these commands, one at a time; follows the files of a run and the output of a load. */
export function createJobRunner({
  commands,
  runs,
  follow,
  live,
  crashed,
}: {
  readonly commands: Commands;
  readonly runs: Pick<Runs, 'reportAt'>;
  readonly follow: Follow;
  readonly live: LiveFeed;
  /** Called with unforeseen errors in reading a run's files; the run itself goes on. */
  readonly crashed: (error: unknown) => void;
}) {
  let running: Running | undefined;
  let idle = Promise.resolve();

  /** Follows what a run writes; the returned function looks a last time and stops. */
  const watch = (folder: string): (() => void) => {
    const following = follow(folder, Date.now());
    const look = (): void => {
      try {
        following.look().forEach(live.tell);
      } catch (error) {
        clearInterval(timer);
        crashed(error);
      }
    };
    const timer = setInterval(look, LOOK_MS);
    return () => {
      clearInterval(timer);
      look();
      following.close();
    };
  };

  const runJob = async (
    it: Running,
    { name }: OutFolder,
    told: readonly string[],
    atEnd: () => void,
  ): Promise<void> => {
    const { code, stdout, stderr } = await it.ended;
    atEnd();
    running = undefined;
    const said = [stderr, stdout, told.join('\n')].filter((each) => each !== '').join('\n');
    live.tell({ type: 'ended', code, said: said.slice(-SHOWN), reportAt: runs.reportAt(name) });
  };

  return {
    start: (work: WorkKind, words: readonly string[], place: OutFolder): { readonly run: string } | Refused => {
      if (running) return { refused: 'A run is under way.\n  fix: stop it, or wait for its end' };
      live.tell({ type: 'begun', work, run: place.name, command: formatCommand(words) });
      const told: string[] = [];
      const hear = (line: string): void => {
        const load = standIn(line);
        if (!load) told.push(line);
        else {
          const over = load.intervals.slice(0, -1);
          if (over.length > 0) live.tell({ type: 'measured', intervals: over });
          live.tell({ type: 'load-stand', load: { ...load, intervals: load.intervals.slice(-1) } });
        }
      };
      running = commands([...words, ...OWN[work](place.folder)], work === 'load' ? hear : undefined, (question) =>
        live.tell({ type: 'asks', question }),
      );
      idle = runJob(running, place, told, watch(place.folder));
      return { run: place.name };
    },
    /** Interrupts like Ctrl-C; a second call ends at once. False if nothing is under way. */
    stop: (): boolean => {
      if (!running) return false;
      live.tell({ type: 'stopping' });
      running.interrupt();
      return true;
    },
    /** Passes on a person's answer to the run's question. False if nothing is under way. */
    answer: (said: string): boolean => {
      running?.answer(said);
      return running !== undefined;
    },
    /** Resolves when nothing is under way. */
    idle: (): Promise<void> => idle,
  };
}

/** The progress of a load, from a line that it prints before its lines for people. */
function standIn(line: string): LoadStand | undefined {
  const { json } = line.startsWith('{') ? parseJson(line) : {};
  return isObject(json) && 'journeys' in json ? (json as unknown as LoadStand) : undefined;
}
