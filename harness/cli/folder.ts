import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileProblem } from '../io/file-problem.ts';
import { writeWhole } from '../io/files.ts';
import { readRecord } from '../io/record-file.ts';
import type { Contract, KciProfile, Observation, Plan, Target, World } from '../model.ts';
import { EXIT } from './exit.ts';
import { shown } from './places.ts';
import { problem, Refusal, refuseOn, say } from './say.ts';

/** The files of a run's folder that everything else can be made from again. */
export const FILES = { plan: 'plan.json', inputs: 'inputs.json', record: 'record.ndjson', verdict: 'verdict.json' } as const;

/** What a run was judged against; secrets are not in it. */
export interface RunInputs {
  readonly contract: Contract;
  readonly profile: KciProfile;
  readonly world: World;
  readonly target: Target;
  /** The command that made the run, without seed and selection. */
  readonly command: string;
  readonly assay: string;
}

/** A run as its folder holds it. */
export interface StoredRun {
  readonly folder: string;
  readonly plan: Plan;
  readonly inputs: RunInputs;
  readonly record: readonly Observation[];
}

const RUNS = 'reports/out';

/** The folder of a new run: the one asked for, or `reports/out/<time>-<target>`. */
export function newFolder(out: string | undefined, target: string, now: Date): string {
  if (out !== undefined) return out;
  const stamp = now.toISOString().slice(0, 19).replaceAll(':', '-');
  const name = `${stamp}-${target.replaceAll(/[^A-Za-z0-9._-]/g, '-')}`;
  const taken = (n: number): string => join(RUNS, n === 1 ? name : `${name}-${n}`);
  let n = 1;
  while (existsSync(taken(n))) n += 1;
  return taken(n);
}

/** Everything that Assay writes into a run's folder under a name of its own. */
const OWN_FILES = [...Object.values(FILES), 'junit.xml', 'index.html', 'ctrf.json'];

/** Takes an earlier run out of a folder, so that none of its files is mistaken for one of the run that is to come. */
export function clearFolder(folder: string): void {
  const earlier = OWN_FILES.map((name) => join(folder, name)).filter((path) => existsSync(path));
  if (existsSync(join(folder, FILES.record))) say(`replacing the run in ${shown(resolve(folder))}`);
  for (const path of earlier) {
    try {
      rmSync(path);
    } catch (error) {
      throw new Refusal([fileProblem('write', path, error)], EXIT.environment);
    }
  }
}

/** Writes a whole file of the run, or ends the command as a failure of the environment. */
export function writeFile(path: string, content: string): void {
  const failed = writeWhole(path, content);
  if (failed) throw new Refusal([failed], EXIT.environment);
}

/** The run in a folder, or the newest below `reports/out` where none is named. */
export function readRun(named: string | undefined): StoredRun {
  const folder = named === undefined ? newestFolder() : resolve(named);
  const read = readRecord(join(folder, FILES.record));
  const plan = readJson<Plan>(folder, FILES.plan);
  const inputs = readJson<RunInputs>(folder, FILES.inputs);
  refuseOn(read.problems);
  return { folder, plan, inputs, record: read.observations };
}

function newestFolder(): string {
  const root = resolve(RUNS);
  const runs = existsSync(root) ? readdirSync(root).map((name) => join(root, name)).filter((path) => existsSync(join(path, FILES.record))) : [];
  const newest = runs.sort((a, b) => statSync(join(b, FILES.record)).mtimeMs - statSync(join(a, FILES.record)).mtimeMs)[0];
  if (newest === undefined) throw new Refusal([problem(`no run below ${shown(root)}`, 'a run leaves its folder there', 'name the folder of a run, or run "assay certify" first')]);
  return newest;
}

function readJson<T>(folder: string, name: string): T {
  const path = join(folder, name);
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Refusal([problem(`cannot read ${shown(path)}`, why, 'name the folder of a run, as "assay certify" leaves it')]);
  }
}
