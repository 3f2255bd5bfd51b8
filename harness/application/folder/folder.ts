import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { LOAD_REPORT_FILES, REPORT_FILES } from '../../../reports/reporters.ts';
import { SEAL_FILE } from '../../evidence/seal.ts';
import { EnvironmentError } from '../../io/file-problem.ts';
import { ensureFolder, writeInParts } from '../../io/files.ts';
import type { Depth, TestSetup } from '../../model.ts';
import type { ShardChoice } from '../../plan/selection.ts';
import { fileProblem } from '../../source/file.ts';
import type { DoorName } from '../open/door-names.ts';
import type { RunWaivers } from '../waivers.ts';
import { unlessSealed } from './sealed.ts';

/** The files of a run's folder from which everything else can be made again. */
export const RUN_FILES = {
  plan: 'plan.json',
  inputs: 'inputs.json',
  record: 'record.ndjson',
  verdict: 'verdict.json',
} as const;

/** What a run was judged against; secrets are not in it. */
export interface RunInputs extends TestSetup {
  /** Failures that were waived in this run. */
  readonly waivers?: RunWaivers | undefined;
  /** The command that made the run, without seed and selection. */
  readonly command: string;
  readonly assay: string;
  /** What the command was told to run, so that the run can be resumed. */
  readonly words?: RunWords | undefined;
}

/** The part of a command line that says what is run. With the plan's seed, nonce and time, it gives the same plan. */
export interface RunWords {
  readonly paths: readonly string[];
  readonly target: string;
  readonly profile?: string | undefined;
  readonly world?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly envFile?: string | undefined;
  /** The values of `--var` that are no secrets. */
  readonly var?: readonly string[] | undefined;
  readonly door?: DoorName | undefined;
  readonly faults: readonly string[];
  readonly only: readonly string[];
  readonly depth?: Depth | undefined;
  readonly tags: readonly string[];
  readonly excludeTags?: readonly string[] | undefined;
  readonly grep?: string | undefined;
  readonly repeatEach: number;
  readonly shuffle: boolean;
  readonly shard?: ShardChoice | undefined;
  /** What the gateway's build is called. */
  readonly build?: string | undefined;
  /** The reports asked for, as `--reporter` has them. */
  readonly reporter?: readonly string[] | undefined;
}

/** Where folders of runs lie by default, below the working folder. */
export const RUNS = 'reports/out';

/**
 * The folder of a new run: the one asked for, or a new `reports/out/<time>-<target>`, distinct from those of other runs of
 * the same second.
 */
export function newFolder(out: string | undefined, target: string, now: Date, runs = RUNS): string {
  if (out !== undefined) return out;
  const stamp = now.toISOString().slice(0, 19).replaceAll(':', '-');
  const name = join(runs, `${stamp}-${target.replaceAll(/[^A-Za-z0-9._-]/g, '-')}`);
  ensureFolder(runs);
  for (let n = 1; ; n += 1) {
    const folder = n === 1 ? name : `${name}-${n}`;
    try {
      mkdirSync(folder);
      return folder;
    } catch (error) {
      const isTaken = error instanceof Error && 'code' in error && error.code === 'EEXIST';
      if (!isTaken) throw new EnvironmentError(fileProblem('create', folder, error));
    }
  }
}

/** Files of a load's folder: its verdict, the record of journeys that failed, and orders with their events. */
export const LOAD_FILES = {
  verdict: LOAD_REPORT_FILES.json,
  failed: 'failed.ndjson',
  orders: 'orders.ndjson',
} as const;

/** The failures of the verdict that are waived. */
export const WAIVED = 'waived.json';

/** What is different since an earlier run. */
export const COMPARED = 'diff.json';
/** The history, next to the folders of runs. */
export const HISTORY_FILE = 'history.db';

/** Files made of a run afterwards: its seal, the certificate that names the seal, and the record of its clean-up. */
export const ISSUED = {
  seal: SEAL_FILE,
  certificate: 'certificate.json',
  certificatePage: 'certificate.html',
  cleanup: 'cleanup.ndjson',
} as const;

/** Everything that Assay writes into the folder of a run, a load or a proof under a name of its own. */
const OWN_FILES: readonly string[] = [
  ...new Set([...Object.values(RUN_FILES), ...Object.values(REPORT_FILES).filter((file) => file !== null)]),
  WAIVED,
  COMPARED,
  ...Object.values(ISSUED),
  ...Object.values(LOAD_FILES),
  'prove.json',
  'prove.html',
];

/** What lies in a folder that has no files of Assay; empty if there is no such folder. */
export function foreignIn(folder: string): readonly string[] {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) return [];
  const names = readdirSync(folder).filter((name) => !name.startsWith('.'));
  const isOurs = names.some((name) => name !== 'index.html' && OWN_FILES.includes(name));
  return isOurs ? [] : names.toSorted();
}

/** What a JSON file in a run's folder holds. */
export function readJson<T>(folder: string, name: string): T {
  return JSON.parse(readFileSync(join(folder, name), 'utf8')) as T;
}

/**
 * Removes the files of an earlier run or load from a folder, so that none is mistaken for one of the next. Returns which of
 * them there was.
 */
export function clearFolder(folder: string): 'run' | 'load' | undefined {
  const has = (file: string): boolean => existsSync(join(folder, file));
  const had = has(RUN_FILES.record) ? 'run' : has(LOAD_FILES.verdict) ? 'load' : undefined;
  remove(folder, OWN_FILES);
  return had;
}

/** Removes what was made of a run that is about to go on. */
export function clearReports(folder: string): void {
  const kept: readonly string[] = [RUN_FILES.plan, RUN_FILES.inputs, RUN_FILES.record, ISSUED.cleanup];
  remove(
    folder,
    OWN_FILES.filter((name) => !kept.includes(name)),
  );
}

function remove(folder: string, names: readonly string[]): void {
  for (const path of names.map((name) => join(folder, name)).filter((each) => existsSync(each))) {
    try {
      rmSync(path);
    } catch (error) {
      throw new EnvironmentError(fileProblem('write', path, error));
    }
  }
}

/**
 * Writes a whole file, maybe piece by piece. On failure, ends the command as a failure of the environment. Does not change
 * sealed files.
 */
export function writeFile(path: string, content: string | Iterable<string | Uint8Array>): void {
  const pieces = typeof content === 'string' ? [content] : content;
  writeInParts(path, (write) => {
    for (const piece of unlessSealed(path, pieces)) write(piece);
  });
}
