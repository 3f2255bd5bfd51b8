import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileProblem } from '../io/file-problem.ts';
import { ensureFolder, writeWhole } from '../io/files.ts';
import type { Contract, KciProfile, Target, World } from '../model.ts';
import { EXIT } from './exit.ts';
import { Refusal } from './say.ts';

/** The files of a run's folder that everything else can be made from again. */
export const FILES = {
  plan: 'plan.json',
  inputs: 'inputs.json',
  record: 'record.ndjson',
  verdict: 'verdict.json',
} as const;

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

/** Where the folders of runs lie that were given no other place, below the working folder. */
export const RUNS = 'reports/out';

/** The folder of a new run: the one asked for, or a new `reports/out/<time>-<target>`, which no other run of this second gets. */
export function newFolder(out: string | undefined, target: string, now: Date, runs = RUNS): string {
  if (out !== undefined) return out;
  const stamp = now.toISOString().slice(0, 19).replaceAll(':', '-');
  const name = join(runs, `${stamp}-${target.replaceAll(/[^A-Za-z0-9._-]/g, '-')}`);
  const missing = ensureFolder(runs);
  if (missing) throw new Refusal([missing], EXIT.environment);
  for (let n = 1; ; n += 1) {
    const folder = n === 1 ? name : `${name}-${n}`;
    try {
      mkdirSync(folder);
      return folder;
    } catch (error) {
      const isTaken = error instanceof Error && 'code' in error && error.code === 'EEXIST';
      if (!isTaken) throw new Refusal([fileProblem('create', folder, error)], EXIT.environment);
    }
  }
}

/** Everything that Assay writes into a run's folder under a name of its own. */
const OWN_FILES = [...Object.values(FILES), 'junit.xml', 'index.html', 'ctrf.json'];

/** Takes an earlier run out of a folder, so that none of its files is mistaken for one of the run to come; says whether there was one. */
export function clearFolder(folder: string): boolean {
  const earlier = OWN_FILES.map((name) => join(folder, name)).filter((path) => existsSync(path));
  const hadRun = existsSync(join(folder, FILES.record));
  for (const path of earlier) {
    try {
      rmSync(path);
    } catch (error) {
      throw new Refusal([fileProblem('write', path, error)], EXIT.environment);
    }
  }
  return hadRun;
}

/** Writes a whole file of the run, or ends the command as a failure of the environment. */
export function writeFile(path: string, content: string): void {
  const failed = writeWhole(path, content);
  if (failed) throw new Refusal([failed], EXIT.environment);
}
