import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { displayPath } from '../../home.ts';
import { readRecord } from '../../io/record-file.ts';
import type { Json, JsonObject, Observation, Plan } from '../../model.ts';
import { isObject } from '../../values/pointer.ts';
import { RUN_FILES, RUNS, type RunInputs, readJson } from '../folder/folder.ts';
import { inputError, refuseOn } from '../say.ts';

/** A run as its folder holds it. */
export interface StoredRun {
  readonly folder: string;
  readonly plan: Plan;
  readonly inputs: RunInputs;
  readonly record: readonly Observation[];
}

/** The run in a folder; by default the newest below `reports/out`. */
export function readRun(named: string | undefined): StoredRun {
  const folder = folderOf(named);
  const missing = [RUN_FILES.record, RUN_FILES.plan, RUN_FILES.inputs].filter(
    (name) => !existsSync(join(folder, name)),
  );
  if (missing.length > 0) {
    const why = `${missing[0]} is missing`;
    throw inputError(`there is no run in ${displayPath(folder)}`, why, NAME_ONE);
  }
  const read = readRecord(join(folder, RUN_FILES.record));
  refuseOn(read.problems);
  return {
    folder,
    plan: readChecked<Plan>(
      folder,
      RUN_FILES.plan,
      ({ journeys, whole }) => isListOf(journeys, ['id', 'steps', 'kci']) && isObject(whole),
    ),
    inputs: readInputs(folder),
    record: read.observations,
  };
}

/** What a run was judged against. */
export function readInputs(folder: string): RunInputs {
  return readChecked<RunInputs>(folder, RUN_FILES.inputs, ({ contract, profile, world, target }) => {
    const areThere = [contract, profile, world, target].every((each) => isObject(each));
    return areThere && isObject(contract) && isObject(contract.toldBy) && isListOf(contract.register, ['id', 'facets']);
  });
}

/** The folder of the named run; by default the newest below `reports/out`. */
export function folderOf(named: string | undefined): string {
  return named === undefined ? newestFolder() : resolve(named);
}

const NAME_ONE = 'name the folder of a run, as "assay certify" leaves it';

/** The folders of runs below `reports/out`, the newest first. */
export function foldersByAge(): readonly string[] {
  const names = existsSync(RUNS) ? readdirSync(RUNS) : [];
  const recorded = names.filter((name) => existsSync(join(RUNS, name, RUN_FILES.record)));
  const changedMs = (name: string): number => statSync(join(RUNS, name, RUN_FILES.record)).mtimeMs;
  return recorded.toSorted((a, b) => changedMs(b) - changedMs(a)).map((name) => resolve(RUNS, name));
}

function newestFolder(): string {
  const [newest] = foldersByAge();
  if (newest !== undefined) return newest;
  const fix = 'name the folder of a run, or make one with "assay certify"';
  throw inputError(`there is no run below ${RUNS}`, 'a run leaves its folder there', fix);
}

/** A JSON file in the folder of a run or a load. Refuses the command if `isOne` rejects its value. */
export function readChecked<T>(folder: string, name: string, isOne: (value: JsonObject) => boolean): T {
  const path = join(folder, name);
  let value: Json;
  try {
    value = readJson(folder, name);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw inputError(`cannot read ${displayPath(path)}`, why, NAME_ONE);
  }
  if (isObject(value) && isOne(value)) return value as unknown as T;
  const why = 'it lacks what a run writes there; it was changed after the run, or is of another version of Assay';
  throw inputError(`cannot read ${displayPath(path)}`, why, NAME_ONE);
}

function isListOf(value: Json | undefined, members: readonly string[]): boolean {
  return Array.isArray(value) && value.every((each) => isObject(each) && members.every((name) => name in each));
}
