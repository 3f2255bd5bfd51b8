import type { Json } from '../model.ts';
import { isObject } from '../values/pointer.ts';
import type { EntryGuard } from './guard.ts';
import type { JobRunner } from './job-runner.ts';
import { type PrintedHistory, pastOf } from './past.ts';
import type { CommandResult, Commands, Runs } from './ports.ts';
import type { Choices, ChosenInputs, ListedCase, Printed, Refused } from './protocol.ts';
import { readAgain, readChosen, readChosenLoad, readTargetFlags } from './read.ts';
import { aimWords, loadWords, runWords } from './words.ts';

/** The query and body of a call. */
interface ApiCall {
  readonly query: URLSearchParams;
  readonly body: Json | undefined;
}

/** Returns the answer, to be sent as JSON; undefined if there is nothing, `MISREAD` if the call is malformed. */
type CallHandler = (call: ApiCall) => unknown;

/** The result for a call that the page would not make. */
export const MISREAD = Symbol('misread');

/** What the routes need. */
export interface WorkbenchServices {
  readonly gate: EntryGuard;
  readonly commands: Commands;
  readonly runs: Runs;
  readonly jobs: JobRunner;
  readonly choices: () => Omit<Choices, 'paths'>;
  /** Paths of the user's own scenarios. */
  readonly paths: readonly string[];
  /** The file of the history, which exists once something is remembered. */
  readonly history: { readonly file: string; readonly exists: () => boolean };
}

/** Above this number, failed cases are run again by their scenarios, to keep the command line short. */
const MAX_NAMED = 200;

type Routes = Readonly<Record<string, CallHandler>>;

/** All calls that are not streamed, by method and path. */
export function routesOf(bench: WorkbenchServices): Routes {
  return { ...queries(bench), ...actions(bench) };
}

/** Calls that change nothing. */
function queries({ commands, runs, choices, paths, history }: WorkbenchServices): Routes {
  return {
    'GET /api/choices': (): Choices => ({ ...choices(), paths }),

    'GET /api/cases': async ({ query }) => {
      const aim = readTargetFlags(query);
      if (!aim) return MISREAD;
      const ended = await commands(['list', ...paths, ...aimWords(aim), '--json']).ended;
      return jsonOf<readonly ListedCase[]>(ended);
    },

    'GET /api/runs': () => runs.list(),

    'GET /api/run': ({ query }) => runs.detail(query.get('name') ?? ''),

    'GET /api/case': async ({ query }) => {
      const folder = runs.folderOf(query.get('run') ?? '');
      return folder && saidOf(await commands(['show', folder, query.get('id') ?? '']).ended);
    },

    'GET /api/compare': async ({ query }) => {
      const folders = ['before', 'after'].map((name) => runs.folderOf(query.get(name) ?? ''));
      const [before, after] = folders;
      if (before === undefined || after === undefined) return undefined;
      return jsonOf(await commands(['diff', before, after, '--json']).ended);
    },

    'GET /api/history': async ({ query }) => {
      if (!history.exists()) return pastOf({ runs: [], cases: [] });
      const target = query.get('target');
      const of = target === null ? [] : [`--target=${target}`];
      const printed = await commands(['history', '--json', '--latest=60', `--db=${history.file}`, ...of]).ended;
      const read = jsonOf<PrintedHistory>(printed);
      return 'refused' in read ? read : pastOf(read);
    },
  };
}

/** Calls with effects. */
function actions({ commands, runs, jobs, paths, history }: WorkbenchServices): Routes {
  const startRun = (chosen: ChosenInputs, of: readonly string[]) =>
    jobs.start('run', runWords(chosen, of), runs.fresh(chosen.target));

  return {
    'POST /api/start': told(readChosen, (chosen) => startRun(chosen, paths)),

    'POST /api/load/preview': told(readChosenLoad, async (chosen) =>
      saidOf(await commands([...loadWords(chosen), '--dry-run']).ended),
    ),

    'POST /api/load/start': told(readChosenLoad, (chosen) =>
      jobs.start('load', loadWords(chosen), runs.fresh(chosen.traffic, chosen.target)),
    ),

    'POST /api/resume': told(readAgain, ({ run: name }) => {
      const folder = runs.folderOf(name);
      return folder && jobs.start('resume', ['run', `--resume=${folder}`], { name, folder });
    }),

    'POST /api/again': told(readAgain, (wanted) => {
      const again = runs.again(wanted.run);
      if (!again) return undefined;
      const only = wanted.cases ?? few(again.failed);
      if (only.length === 0) return refused('No case of this run failed.');
      return startRun({ ...again.chosen, only }, again.paths);
    }),

    'POST /api/answer': ({ body }) => {
      const said = isObject(body) ? body.said : undefined;
      return typeof said === 'string' ? { answered: jobs.answer(said) } : MISREAD;
    },

    'POST /api/stop': () => ({ stopped: jobs.stop() }),

    'POST /api/history': async () => {
      const finished = runs.list().filter(({ kind }) => kind === 'run');
      const folders = finished.flatMap(({ name }) => runs.folderOf(name) ?? []).reverse();
      if (folders.length === 0) return { said: '' };
      return saidOf(await commands(['history', 'import', `--db=${history.file}`, ...folders]).ended);
    },
  };
}

/** A route whose body is read first; a body that the page would not send is misread. */
function told<T>(read: (body: Json | undefined) => T | undefined, act: (wanted: T) => unknown): CallHandler {
  return ({ body }) => {
    const wanted = read(body);
    return wanted === undefined ? MISREAD : act(wanted);
  };
}

function few(ids: readonly string[]): readonly string[] {
  return ids.length <= MAX_NAMED ? ids : [...new Set(ids.map((id) => id.split(/[#~]/, 1)[0] ?? id))];
}

/** The JSON that a command printed. With exit code 1 a gateway got worse; the output is still complete. */
function jsonOf<T>({ code, stdout, stderr }: CommandResult): T | Refused {
  return (code === 0 || code === 1) && stdout !== '' ? (JSON.parse(stdout) as T) : refused(stderr);
}

/** What a command printed for people. */
function saidOf({ code, stdout, stderr }: CommandResult): Printed | Refused {
  return code === 0 ? { said: stdout } : refused(stderr);
}

/** A refusal in the words of a command, or ours. */
function refused(text: string): Refused {
  return { refused: text.trimEnd() };
}
