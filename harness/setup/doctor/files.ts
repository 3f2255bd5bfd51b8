import { readFileSync } from 'node:fs';
import { type Aim, type AimOptions, readAim, readScenarios, type Spec } from '../../application/inputs.ts';
import { k6Warnings } from '../../application/loads/allowed.ts';
import { clientOptions } from '../../application/open/client.ts';
import { Refusal } from '../../application/say.ts';
import { unhideable } from '../../application/unhideable.ts';
import { findFixture, WORLDS } from '../../contract/fixture.ts';
import { deadlineWarnings } from '../../contract/profile-fit.ts';
import type { PlaceOf } from '../../contract/profile-parts.ts';
import { displayPath } from '../../home.ts';
import type { Problem, Scenario } from '../../model.ts';
import { parseSource } from '../../source/source.ts';
import { getAt } from '../../values/pointer.ts';
import { type CheckedLine, lineOfProblem, linesFor } from './line.ts';

/** The contents of the files, if all could be read. */
export interface FoundFiles {
  readonly aim: Aim;
  readonly scenarios: readonly Scenario[];
  /** Places in the target file and in the world file. */
  readonly inTarget: PlaceOf;
  readonly inWorld: PlaceOf;
}

const pen = linesFor('files');

/**
 * Reads target, KCI profile, world and scenarios; every mistake is a line. `found` is absent if one of the first three is
 * wrong.
 */
export function readFiles(
  options: AimOptions,
  { spec, scenarios: paths }: { readonly spec: Spec; readonly scenarios: readonly string[] },
  env: NodeJS.ProcessEnv,
): { readonly lines: readonly CheckedLine[]; readonly found?: FoundFiles } {
  const { aim, target, file, profile, world, problems } = readAim(options, spec, env);
  if (!target || file === undefined) {
    const why = 'the target file comes first';
    const rest = ['KCI profile', 'world'].map((subject) => pen.notChecked(subject, why));
    return { lines: [...mistakes('target', problems.target), ...rest] };
  }
  const tenants = target.tenants.map(({ name }) => name).join(', ');
  const lines = [
    pen.ok('target', `"${target.target}" of ${displayPath(file)}, tenants ${tenants}`),
    ...mistakes('target', [...problems.target, ...pemProblems(() => clientOptions(target))]),
    ...mistakes('KCI profile', problems.profile),
    ...(profile ? [pen.ok('KCI profile', `"${profile.profile}": ${profile.title}`)] : []),
    ...mistakes('world', problems.world),
    ...(world ? [pen.ok('world', `"${world.world}" with ${Object.keys(world.roles).length} roles`)] : []),
  ];
  if (!aim || lines.some(({ state }) => state === 'problem')) return { lines };
  const unhidden = mistakes('target', unhideable(aim));
  if (unhidden.length > 0) return { lines: [...lines, ...unhidden] };
  const read = readScenarios(paths, aim);
  const wrong = read.problems.filter(({ severity }) => severity === 'error');
  // The other scenarios are still checked.
  const broken = new Set(wrong.map(({ span }) => span?.file));
  const scenarios = read.scenarios.filter(({ file }) => !broken.has(file));
  const worldFile =
    findFixture(WORLDS, options.world ?? target.world, options.world === undefined ? file : undefined).file ?? file;
  const inTarget = placesIn(file);
  const place = inTarget('/deadlines/kci');
  const slow = mistakes('deadlines', deadlineWarnings(target, aim.profile)).map((line) => ({ ...line, place }));
  const byK6 = mistakes('load by k6', k6Warnings(aim)).map((line) => ({ ...line, place: placesIn(file)('/load') }));
  return {
    lines: [...lines, ...slow, ...byK6, ...mistakes('scenarios', wrong)],
    found: { aim, scenarios, inTarget, inWorld: placesIn(worldFile) },
  };
}

function mistakes(subject: string, problems: readonly Problem[]): CheckedLine[] {
  return problems.map((each) => lineOfProblem('files', subject, each, true));
}

/** What is wrong with the certificate files that a target names. */
function pemProblems(read: () => unknown): readonly Problem[] {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof Refusal) return error.problems;
    throw error;
  }
}

/** Places in a readable file; a value that is not in it has the place of its parent, or of the whole file. */
function placesIn(file: string): PlaceOf {
  const source = parseSource(readFileSync(file, 'utf8'), displayPath(file));
  const placeOf: PlaceOf = (pointer) => {
    if (pointer === '') return source.file;
    if (getAt(source.value, pointer) === undefined) return placeOf(pointer.slice(0, pointer.lastIndexOf('/')));
    return `${source.file}:${source.keySpanOf(pointer).line}`;
  };
  return placeOf;
}
