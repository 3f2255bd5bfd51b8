import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadVerdict, Verdict } from '../../model.ts';
import { type Gate, reportPath } from '../../workbench/guard.ts';
import type { Runs } from '../../workbench/ports.ts';
import type { RunEntry } from '../../workbench/protocol.ts';
import { FILES, LOAD_FILES, readJson } from '../folder/folder.ts';
import { isInUse } from '../folder/hold-folder.ts';
import { againIn, detailOf, inputsIn, LOAD } from './run-detail.ts';

const REPORT = 'index.html';

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
    const common = { name, writtenAt: mtimeMs, reportAt: at };
    const entry = before?.stamp === stamp ? before.entry : { ...common, ...headIn(folder, file) };
    known.set(name, { stamp, entry });
    // Whether it is under way is told by no file that grows.
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

/** Whether `assay run --resume` goes on with it: it was broken off, says what it was told, and nobody is at work in it. */
function isResumable(folder: string, entry: RunEntry): boolean {
  const isBrokenOff = entry.kind === 'unfinished' || (entry.kind === 'run' && entry.outcome === 'incomplete');
  if (!isBrokenOff || !existsSync(join(folder, FILES.record)) || !existsSync(join(folder, FILES.plan))) return false;
  return !isInUse(folder) && inputsIn(folder)?.words !== undefined;
}

/** What a target or a traffic profile is called: a name, or the name of its file. */
function nameOf(named: string): string {
  const [, name = 'run'] = /([^\\/]*?)(?:\.(?:ya?ml|json))?$/i.exec(named) ?? [];
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
