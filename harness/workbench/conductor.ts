import { isObject } from '../values/pointer.ts';
import { parseJson } from '../wire/wire.ts';
import type { Live } from './live.ts';
import type { Commands, Follow, Running, Runs } from './ports.ts';
import type { LoadStand, Refused, Work } from './protocol.ts';
import { commandLine } from './words.ts';

/** Starts runs and loads, one at a time, and tells what happens in them. */
export type Conductor = ReturnType<typeof createConductor>;

/** Where a run writes what it writes. */
type OutFolder = ReturnType<Runs['fresh']>;

/** How often the record of the run under way is looked at. */
const LOOK_MS = 120;
/** Of what a command printed, the end is shown. */
const SHOWN = 20_000;

const REPORTERS = '--reporter=console,junit,html,ctrf';

/** What the workbench adds to a command for itself. */
const OWN: Readonly<Record<Work, (folder: string) => readonly string[]>> = {
  run: (folder) => [`--out=${folder}`, REPORTERS],
  resume: () => [REPORTERS],
  load: (folder) => [`--out=${folder}`, REPORTERS, '--json-lines'],
};

/** Conducts with these commands; what a run writes is followed, what a load prints is heard. */
export function createConductor({
  commands,
  runs,
  follow,
  live,
  crashed,
}: {
  readonly commands: Commands;
  readonly runs: Pick<Runs, 'reportAt'>;
  readonly follow: Follow;
  readonly live: Live;
  /** Told of what nobody foresaw in what a run has written; the run itself goes on. */
  readonly crashed: (error: unknown) => void;
}) {
  let running: Running | undefined;
  let idle = Promise.resolve();

  /** Looks at what a run writes, until the returned function has looked for the last time. */
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

  const conduct = async (
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
    start: (work: Work, words: readonly string[], place: OutFolder): { readonly run: string } | Refused => {
      if (running) return { refused: 'A run is under way.\n  fix: stop it, or wait for its end' };
      live.tell({ type: 'begun', work, run: place.name, command: commandLine(words) });
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
      idle = conduct(running, place, told, watch(place.folder));
      return { run: place.name };
    },
    /** As Ctrl-C does; again ends at once. False where nothing is under way. */
    stop: (): boolean => {
      if (!running) return false;
      live.tell({ type: 'stopping' });
      running.interrupt();
      return true;
    },
    /** What a person said to what the run asked. False where nothing is under way. */
    answer: (said: string): boolean => {
      running?.answer(said);
      return running !== undefined;
    },
    /** When nothing is under way. */
    idle: (): Promise<void> => idle,
  };
}

/** Where a load stands, which it prints before its lines for people. */
function standIn(line: string): LoadStand | undefined {
  const { json } = line.startsWith('{') ? parseJson(line) : {};
  return isObject(json) && 'journeys' in json ? (json as unknown as LoadStand) : undefined;
}
