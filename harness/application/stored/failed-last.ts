import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { displayPath } from '../../home.ts';
import type { Verdict } from '../../model.ts';
import { findScenarios } from '../../scenario/load.ts';
import { RUN_FILES, readJson } from '../folder/folder.ts';
import { inputError } from '../say.ts';
import { foldersByAge, readInputs } from './stored-run.ts';

/**
 * The cases that failed in the newest run of a target, and the paths of that run. The run is that in `out`, if there is
 * one, else the newest below `reports/out`. If paths are named, only cases of those.
 */
export function failedLast(
  named: readonly string[],
  { target, out }: { readonly target: string; readonly out?: string | undefined },
): { readonly paths: readonly string[]; readonly only: readonly string[] } {
  const folders = out !== undefined && existsSync(join(out, RUN_FILES.verdict)) ? [resolve(out)] : foldersByAge();
  const folder = folders.find(
    (each) => existsSync(join(each, RUN_FILES.verdict)) && readInputs(each).words?.target === target,
  );
  if (folder === undefined) {
    const fix = 'make one, or name its folder with --out';
    throw inputError(`there is no run of the target "${target}"`, '--last-failed takes its cases from the newest', fix);
  }
  const { cases } = readJson<Verdict>(folder, RUN_FILES.verdict);
  const { paths = [] } = readInputs(folder).words ?? {};
  const there = named.length === 0 ? undefined : new Set(findScenarios(named).files.map(({ id }) => id));
  const only = cases
    .filter(({ id, outcome }) => outcome === 'failed' && there?.has(id.replace(/[#~@].*$/s, '')) !== false)
    .map(({ id }) => id);
  if (only.length > 0) return { paths: named.length === 0 ? paths : named, only };
  throw inputError(
    `no case failed in ${displayPath(folder)}`,
    'it is the newest run of this target',
    'leave --last-failed out',
  );
}
