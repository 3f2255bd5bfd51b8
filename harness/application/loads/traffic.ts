import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isPath } from '../../contract/fixture.ts';
import { displayPath, shippedPath } from '../../home.ts';
import { readTrafficProfile } from '../../load/traffic.ts';
import type { Problem, Scenario } from '../../model.ts';
import { createPools } from '../../plan/context.ts';
import { planPlain } from '../../plan/journey.ts';
import { requestProblems } from '../../plan/written.ts';
import { findScenarios, isTraffic, loadScenarios, TRAFFIC } from '../../scenario/load.ts';
import { readText } from '../../source/file.ts';
import { nearest } from '../../source/nearest.ts';
import { listed } from '../../source/schema.ts';
import { parseSource } from '../../source/source.ts';
import { isObject } from '../../values/pointer.ts';
import { type Aim, readScenarios } from '../inputs.ts';
import { inputError, Refusal, refuseOn } from '../say.ts';

/** A traffic profile and the scenarios that it mixes. */
export type TrafficInputs = ReturnType<typeof loadTraffic>;

const ENDING = /\.ya?ml$/;

/** The names of the traffic profiles that come with Assay, sorted. */
export function trafficNames(): string[] {
  return trafficFilesIn(shippedPath('scenarios', TRAFFIC)).map((file) => basename(file).replace(ENDING, ''));
}

/**
 * Loads a traffic profile by its name in scenarios/traffic or by path. Ends the command on a mistake in it or in its
 * scenarios.
 */
export function loadTraffic(reference: string, aim: Aim) {
  const file = findTraffic(reference);
  const text = textOf(file);
  const folders = foldersFor(file);
  const ids = idsMixed(text);
  const found = findScenarios(folders).files.filter(({ id }) => ids.has(id));
  // If a name is unknown, all scenarios are read, to suggest a similar name.
  const isWhole = [...ids].every((id) => found.some((each) => each.id === id));
  const read = folders.map((folder) => readScenarios([folder], aim, isWhole ? ids : undefined));
  const mixedFiles = new Set(found.map((each) => each.file));
  const isMeant = ({ severity, span }: Problem): boolean => severity === 'error' && mixedFiles.has(span?.file ?? '');
  refuseOn(read.flatMap(({ problems }) => problems.filter(isMeant)));
  const scenarios = inPlaceOf(read.map((each) => each.scenarios));
  const { traffic, problems } = readTrafficProfile(text, displayPath(file), { ...aim, scenarios });
  if (!traffic) throw new Refusal(problems);
  const mixed: readonly Scenario[] = scenarios.filter(({ id }) => ids.has(id));
  const input = { ...aim, seed: 1, nonce: 'check', now: 0 };
  const pools = createPools(aim.target.ids, aim.world);
  const requests = requestProblems(mixed, aim, (one) => planPlain(one, input, pools).steps);
  refuseOn(requests.filter(({ severity }) => severity === 'error'));
  return { traffic, scenarios: mixed };
}

/**
 * The ids of the scenarios that a traffic profile names. Other files next to them may be anything, such as targets or
 * worlds.
 */
function idsMixed(text: string): ReadonlySet<string> {
  const { value } = parseSource(text, '');
  const mix = isObject(value) && isObject(value.mix) ? Object.keys(value.mix) : [];
  return new Set(mix.map((name) => name.split('#', 1)[0] ?? ''));
}

/** Checks the traffic profiles at and below the paths, by default those of Assay: returns how many, and all problems. */
export function checkTraffic(
  paths: readonly string[],
  aim: Aim,
): { readonly count: number; readonly problems: readonly Problem[] } {
  const known = new Map<string, readonly Scenario[]>();
  // Problems of the scenarios themselves are reported where scenarios are checked.
  const scenariosIn = (folder: string): readonly Scenario[] => {
    const scenarios = known.get(folder) ?? loadScenarios([folder]).scenarios;
    known.set(folder, scenarios);
    return scenarios;
  };
  const files = (paths.length > 0 ? paths : [shippedPath('scenarios')]).flatMap(trafficFilesAt);
  const problems = files.flatMap((file) => {
    const scenarios = inPlaceOf(foldersFor(file).map(scenariosIn));
    return readTrafficProfile(textOf(file), displayPath(file), { ...aim, scenarios }).problems;
  });
  return { count: files.length, problems };
}

/** Paths that hold scenarios, without traffic profiles and their folders. */
export function withoutTraffic(paths: readonly string[]): string[] {
  return paths.filter((path) => !isTraffic(path));
}

function findTraffic(reference: string): string {
  const isFile = isPath(reference);
  const file = isFile ? resolve(reference) : shippedPath('scenarios', TRAFFIC, `${reference}.yaml`);
  if (existsSync(file)) return file;
  const names = trafficNames();
  const like = isFile ? undefined : nearest(reference, names);
  throw inputError(
    isFile ? `there is no file ${displayPath(file)}` : `unknown traffic profile "${reference}"`,
    `a traffic profile is ${listed(names)}, or the path of a file`,
    like === undefined ? undefined : `did you mean "${like}"?`,
  );
}

/** Where the scenarios of a traffic profile may be: in Assay, and next to its folder if that is named `traffic`. */
function foldersFor(file: string): string[] {
  const folder = dirname(resolve(file));
  const beside = basename(folder) === TRAFFIC ? dirname(folder) : shippedPath('scenarios');
  const isOther = beside !== shippedPath('scenarios') && findScenarios([beside]).files.length > 0;
  return [shippedPath('scenarios'), ...(isOther ? [beside] : [])].map(displayPath);
}

/** All scenarios; a later one replaces an earlier one of the same id. */
function inPlaceOf(lists: readonly (readonly Scenario[])[]): readonly Scenario[] {
  return [...new Map(lists.flat().map((scenario) => [scenario.id, scenario])).values()];
}

function trafficFilesAt(path: string): string[] {
  const kind = statSync(path, { throwIfNoEntry: false });
  if (!kind?.isDirectory()) return kind && isTraffic(path) ? [path] : [];
  return trafficFilesIn(isTraffic(path) ? path : join(path, TRAFFIC));
}

function trafficFilesIn(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  const names = readdirSync(folder).filter((name) => ENDING.test(name));
  return names.toSorted().map((name) => join(folder, name));
}

function textOf(file: string): string {
  const { text, problems } = readText(file);
  if (text === undefined) throw new Refusal(problems);
  return text;
}
