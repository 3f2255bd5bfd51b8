import type { JsonObject, Scenario, ScenarioStep } from '../model.ts';
import { references } from '../values/bind.ts';
import type { Excuse, PlanInput } from './context.ts';
import { roleOf } from './given.ts';
import { askedBy, magicRole, type Steer, steerOf, unsteerable } from './steering.ts';

/** The givens of a journey once its steps have asked for what they want. */
export interface SteeredGiven {
  readonly given: JsonObject;
  readonly excused?: Excuse;
}

/**
 * Asks the target for what the steps want: by headers nothing changes here, by addresses the site of the steered step
 * is taken from the role that steers. Says why where the target cannot be asked.
 */
export function steerGiven(scenario: Scenario, input: PlanInput): SteeredGiven {
  const steps = scenario.steps.flatMap((each) => (each.kind === 'parallel' ? (each.steps ?? []) : [each]));
  let given = scenario.given;
  for (const step of steps) {
    const steer = steerOf(step, scenario, input);
    const excused = steer && unsteerable(steer, step, input);
    if (excused) return { given, excused };
    const [word] = steer ? askedBy('addresses', steer, step, input) : [];
    if (!steer || word === undefined) continue;
    const moved = moveSite(given, { step, steer, word }, steps, input);
    if (typeof moved === 'string') return { given, excused: notSteerable(moved) };
    given = moved;
  }
  return { given };
}

/** The givens with the step's site moved to the role that steers, or why that cannot be. */
function moveSite(
  given: JsonObject,
  { step, steer, word }: { readonly step: ScenarioStep; readonly steer: Steer; readonly word: string },
  steps: readonly ScenarioStep[],
  input: PlanInput,
): JsonObject | string {
  const sites = Object.keys(given).filter((name) => roleOf(given[name]) !== undefined);
  const own = sites.find((name) => references(step.fields).includes(name));
  // An amendment or cancellation names no address: the site of its order is the one that steers its outcome.
  const name = own ?? (steer.fault === undefined ? sites[0] : undefined);
  const role = name === undefined ? undefined : roleOf(given[name]);
  if (name === undefined || role === undefined) return `the step that asks for ${word} names no site of the world`;
  if (steer.fault !== undefined && steps.some((each) => each !== step && references(each.fields).includes(name))) {
    return `the fault ${word} is asked for by the address, and other steps use the same one`;
  }
  const magic = magicRole(role, word, input);
  if (magic !== undefined) return { ...given, [name]: `$world.${magic}` };
  return `no role of the world "${input.world.world}" steers to ${word} and stands in for "${role}"`;
}

function notSteerable(detail: string): Excuse {
  return { outcome: 'inconclusive', reason: 'not-steerable', detail };
}
