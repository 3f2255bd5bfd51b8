import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Check, LoadVerdict, Verdict } from '../../model.ts';
import { type Gate, reportPath } from '../../workbench/guard.ts';
import type { Again, Runs } from '../../workbench/ports.ts';
import type { Chosen, RunDetail, RunEntry, TroubledCase } from '../../workbench/protocol.ts';
import { commandLine, runWords } from '../../workbench/words.ts';
import { shown } from '../places.ts';
import { FILES, LOAD_FILES, type RunInputs, type RunWords } from '../run/folder.ts';

/** Files by which the folder of a run is known, and the report in it. */
const LOAD = 'load.json';
const REPORT = 'index.html';
/** Cases that did not pass, as many as a reader looks at before opening the report. */
const MOST_TROUBLED = 200;

/** The runs whose folders lie in `root`. A name is looked for among those that are there, so that none leads elsewhere. */
export function runFolders(root: string, gate: Gate): Runs {
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
    const file = [FILES.verdict, LOAD, FILES.record, LOAD_FILES.failed].find((each) => existsSync(join(folder, each)));
    if (file === undefined) return [];
    const { mtimeMs, size } = statSync(join(folder, file));
    const at = reportAt(name);
    const stamp = [file, mtimeMs, size, at].join();
    const before = known.get(name);
    if (before?.stamp === stamp) return [before.entry];
    const common = { name, writtenAt: mtimeMs, ...(at === undefined ? {} : { reportAt: at }) };
    const entry: RunEntry = { ...common, ...headIn(folder, file) };
    known.set(name, { stamp, entry });
    return [entry];
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
    fresh: (target) => {
      const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
      const base = `${stamp}-${nameOf(target)}`;
      const taken = new Set(names());
      let name = base;
      for (let n = 2; taken.has(name); n += 1) name = `${base}-${n}`;
      return { name, folder: join(root, name) };
    },
  };
}

/** What a target is called: a name, or the name of its file. */
function nameOf(target: string): string {
  const [, name = 'run'] = /([^\\/]*?)(?:\.(?:ya?ml|json))?$/i.exec(target) ?? [];
  return name.replaceAll(/[^A-Za-z0-9._-]/g, '-').slice(0, 60);
}

type Head<T = RunEntry> = T extends unknown ? Omit<T, 'name' | 'writtenAt' | 'reportAt'> : never;

function headIn(folder: string, file: string): Head {
  try {
    if (file === LOAD) {
      const { outcome, traffic, target, profile, seed, cases, startedAt, endedAt } = readJson<LoadVerdict>(
        folder,
        LOAD,
      );
      return { kind: 'load', outcome, traffic, target, profile, seed, cases, startedAt, endedAt };
    }
    if (file !== FILES.verdict) return { kind: 'unfinished' };
    const { outcome, target, baseUrl, profile, world, seed, startedAt, endedAt, counts } = readJson<Verdict>(
      folder,
      file,
    );
    const { faults = [] } = inputsIn(folder)?.words ?? {};
    const head = { outcome, target, baseUrl, profile, world, seed, startedAt, endedAt };
    return { kind: 'run', faults, ...head, cases: counts.cases };
  } catch (error) {
    return { kind: 'unreadable', why: error instanceof Error ? error.message : String(error) };
  }
}

function detailOf(folder: string, entry: RunEntry): RunDetail {
  const inputs = inputsIn(folder);
  const cases = entry.kind === 'run' ? readJson<Verdict>(folder, FILES.verdict).cases : [];
  const rank = { failed: 0, inconclusive: 1, passed: 2, 'not-applicable': 3 };
  const troubled = cases
    .filter(({ outcome }) => outcome === 'failed' || outcome === 'inconclusive')
    .sort((a, b) => rank[a.outcome] - rank[b.outcome])
    .map(({ id, title, outcome, reason, detail, findings }): TroubledCase => {
      const failed = findings.filter(({ result }) => result.outcome === 'failed');
      return {
        id,
        title,
        outcome,
        ...(reason === undefined ? {} : { reason }),
        ...(detail === undefined ? {} : { detail }),
        ...findingOf(failed[0]),
        more: Math.max(0, failed.length - 1),
      };
    });
  return {
    entry,
    folder: shown(folder),
    command: entry.kind === 'run' && inputs ? commandOf(inputs, entry.seed) : '',
    troubled: troubled.slice(0, MOST_TROUBLED),
    untold: Math.max(0, troubled.length - MOST_TROUBLED),
  };
}

/** The whole command; of a run of an earlier Assay what there is of it, which does not say which cases. */
function commandOf({ words, command }: RunInputs, seed: number): string {
  if (!words) return command === '' ? '' : `${command} --seed ${seed}`;
  const tags = words.tags.map((tag) => `--tag=${tag}`);
  const [name = '', ...rest] = runWords({ ...chosenBy(words, seed), only: words.only }, words.paths);
  return commandLine([name === 'certify' && tags.length > 0 ? 'run' : name, ...rest, ...tags]);
}

function chosenBy({ target, profile, world, door, faults }: RunWords, seed: number): Chosen {
  return {
    target,
    ...(profile === undefined ? {} : { profile }),
    ...(world === undefined ? {} : { world }),
    seed,
    faults,
    only: [],
    isOnRealTime: door === 'socket',
  };
}

function findingOf(check: Check | undefined) {
  if (check?.result.outcome !== 'failed') return { requirements: [] };
  const { summary, expected, actual } = check.result.finding;
  return { summary, expected, actual, requirements: check.requirements };
}

function againIn(folder: string): Again | undefined {
  const words = inputsIn(folder)?.words;
  if (!words || !existsSync(join(folder, FILES.verdict))) return undefined;
  const { seed, cases } = readJson<Verdict>(folder, FILES.verdict);
  return {
    chosen: chosenBy(words, seed),
    paths: words.paths,
    failed: cases.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id),
  };
}

function inputsIn(folder: string): RunInputs | undefined {
  return existsSync(join(folder, FILES.inputs)) ? readJson<RunInputs>(folder, FILES.inputs) : undefined;
}

function readJson<T>(folder: string, name: string): T {
  return JSON.parse(readFileSync(join(folder, name), 'utf8')) as T;
}
