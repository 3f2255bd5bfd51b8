import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { replayOf } from '../../../reports/story/story.ts';
import { displayPath } from '../../home.ts';
import type { LoadVerdict, Verdict } from '../../model.ts';
import { type EntryGuard, reportPath } from '../../workbench/guard.ts';
import type { EarlierRun, Runs } from '../../workbench/ports.ts';
import type { ChosenInputs, RunDetail, RunEntry, TroubledCase } from '../../workbench/protocol.ts';
import { LOAD_FILES, RUN_FILES, type RunInputs, type RunWords, readJson } from '../folder/folder.ts';
import { isInUse } from '../folder/hold-folder.ts';

const REPORT = 'index.html';

/** The runs whose folders lie in `root`. Only names of existing folders are found, so that no name leads elsewhere. */
export function runFolders(root: string, gate: EntryGuard): Runs {
  const known = new Map<string, { readonly stamp: string; readonly entry: RunEntry }>();

  const names = (): string[] => {
    const found = existsSync(root) ? readdirSync(root, { withFileTypes: true }) : [];
    return found.filter((each) => each.isDirectory()).map(({ name }) => name);
  };
  const folderOf = (name: string): string | undefined => (names().includes(name) ? join(root, name) : undefined);
  const reportIn = (name: string): string | undefined => {
    const folder = folderOf(name);
    const file = folder === undefined ? undefined : join(folder, REPORT);
    return file !== undefined && existsSync(file) ? file : undefined;
  };
  const reportAt = (name: string): string | undefined =>
    reportIn(name) === undefined ? undefined : reportPath(name, gate);
  const entryOf = (name: string): RunEntry[] => {
    const folder = join(root, name);
    const file = [RUN_FILES.verdict, LOAD_FILES.verdict, RUN_FILES.record, LOAD_FILES.failed].find((each) =>
      existsSync(join(folder, each)),
    );
    if (file === undefined) return [];
    const { mtimeMs, size } = statSync(join(folder, file));
    const at = reportAt(name);
    const stamp = [file, mtimeMs, size, at].join();
    const before = known.get(name);
    const common = { name, writtenAt: mtimeMs, reportAt: at };
    const entry = before?.stamp === stamp ? before.entry : { ...common, ...headIn(folder, file) };
    known.set(name, { stamp, entry });
    // Asked anew each time: no file shows whether a run is under way.
    return [isResumable(folder, entry) ? { ...entry, isResumable: true } : entry];
  };

  return {
    list: () =>
      names()
        .flatMap(entryOf)
        .sort((a, b) => b.writtenAt - a.writtenAt),
    folderOf,
    detail: (name) => {
      const folder = folderOf(name);
      const [entry] = folder === undefined ? [] : entryOf(name);
      return folder === undefined || !entry ? undefined : detailOf(folder, entry);
    },
    report: (name) => {
      const file = reportIn(name);
      return file === undefined ? undefined : readFileSync(file);
    },
    reportAt,
    again: (name) => {
      const folder = folderOf(name);
      return folder === undefined ? undefined : againIn(folder);
    },
    fresh: (...called) => {
      const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
      const base = `${stamp}-${called.map(nameOf).join('-')}`;
      const taken = new Set(names());
      let name = base;
      for (let n = 2; taken.has(name); n += 1) name = `${base}-${n}`;
      return { name, folder: join(root, name) };
    },
  };
}

/** Whether `assay run --resume` can go on with it: it was interrupted, has its command's words, and is not in use. */
function isResumable(folder: string, entry: RunEntry): boolean {
  const isBrokenOff = entry.kind === 'unfinished' || (entry.kind === 'run' && entry.outcome === 'incomplete');
  if (!isBrokenOff || !existsSync(join(folder, RUN_FILES.record)) || !existsSync(join(folder, RUN_FILES.plan)))
    return false;
  return !isInUse(folder) && inputsIn(folder)?.words !== undefined;
}

/** The name of a target or traffic profile, given by name or file. */
function nameOf(named: string): string {
  const [, name = 'run'] = /([^\\/]*?)(?:\.(?:ya?ml|json))?$/i.exec(named) ?? [];
  return name.replaceAll(/[^A-Za-z0-9._-]/g, '-').slice(0, 60);
}

type Head<T = RunEntry> = T extends unknown ? Omit<T, 'name' | 'writtenAt' | 'reportAt'> : never;

function headIn(folder: string, file: string): Head {
  try {
    if (file === LOAD_FILES.verdict) {
      const { outcome, traffic, target, profile, seed, cases, startedAt, endedAt } = readJson<LoadVerdict>(
        folder,
        LOAD_FILES.verdict,
      );
      return { kind: 'load', outcome, traffic, target, profile, seed, cases, startedAt, endedAt };
    }
    if (file !== RUN_FILES.verdict) return { kind: 'unfinished' };
    const { version, outcome, scope, target, baseUrl, profile, world, seed, startedAt, endedAt, counts } =
      readJson<Verdict>(folder, file);
    if (version !== 3) throw new Error('it is the verdict of another version of Assay');
    const { faults = [] } = inputsIn(folder)?.words ?? {};
    const head = { outcome, scope, target, baseUrl, profile, world, seed, startedAt, endedAt };
    return { kind: 'run', faults, ...head, cases: counts.cases };
  } catch (error) {
    return { kind: 'unreadable', why: error instanceof Error ? error.message : String(error) };
  }
}

/** The most cases to list that did not pass; the report has all. */
const MAX_TROUBLED = 200;

/** What a reader is shown of a run or load before opening its report. */
function detailOf(folder: string, entry: RunEntry): RunDetail {
  const inputs = inputsIn(folder);
  const verdict = entry.kind === 'run' ? readJson<Verdict>(folder, RUN_FILES.verdict) : undefined;
  const { cases = [], openOrders = [], causes } = verdict ?? {};
  const rank = { failed: 0, inconclusive: 1, passed: 2, 'not-applicable': 3 };
  const troubled = cases
    .filter(({ outcome }) => outcome === 'failed' || outcome === 'inconclusive')
    .sort((a, b) => rank[a.outcome] - rank[b.outcome])
    .map(({ id, title, outcome, reason, detail }): TroubledCase => ({ id, title, outcome, reason, detail }));
  return {
    entry,
    folder: displayPath(folder),
    command: inputs && verdict ? replayOf({ ...inputs, verdict }, ...(inputs.words?.only ?? [])) : '',
    ...(causes && { causes }),
    troubled: troubled.slice(0, MAX_TROUBLED),
    untold: Math.max(0, troubled.length - MAX_TROUBLED),
    openOrders: openOrders.length,
  };
}

function chosenBy(words: RunWords, { waivers }: RunInputs, seed: number): ChosenInputs {
  const { target, profile, world, baseUrl, envFile, door, faults } = words;
  const aim = { target, profile, world, baseUrl, envFile, var: words.var?.join('\n') };
  // Each waiver's span names the waiver file.
  const file = waivers?.waivers[0]?.span.file;
  return { ...aim, seed, faults, only: [], isOnRealTime: door === 'socket', waivers: file };
}

/** What a run was told to do, and what failed in it; undefined if its folder does not say. */
function againIn(folder: string): EarlierRun | undefined {
  const inputs = inputsIn(folder);
  const words = inputs?.words;
  if (!words || !existsSync(join(folder, RUN_FILES.verdict))) return undefined;
  const { seed, cases } = readJson<Verdict>(folder, RUN_FILES.verdict);
  return {
    chosen: chosenBy(words, inputs, seed),
    paths: words.paths,
    failed: cases.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id),
  };
}

/** The inputs of a run; undefined if its folder has none. */
function inputsIn(folder: string): RunInputs | undefined {
  return existsSync(join(folder, RUN_FILES.inputs)) ? readJson<RunInputs>(folder, RUN_FILES.inputs) : undefined;
}
