import { references } from '../bind.ts';
import type { Journey, JsonObject, Scenario, ScenarioStep } from '../model.ts';
import type { PlanInput } from './context.ts';
import { roleOf } from './given.ts';
import { magicRole, type Steer, steerOf, unsteerable } from './steering.ts';

type Excuse = NonNullable<Journey['excused']>;

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
  let given = scenario.given;
  for (const step of scenario.steps.flatMap((each) => (each.kind === 'parallel' ? (each.steps ?? []) : [each]))) {
    const steer = steerOf(step, scenario, input);
    const excused = steer && unsteerable(steer, step.verb, input);
    if (excused) return { given, excused };
    if (steer && input.target.steering.by === 'addresses') {
      const moved = moveSite(given, step, steer, input);
      if ('excused' in moved) return moved;
      given = moved.given;
    }
  }
  return { given };
}

function moveSite(given: JsonObject, step: ScenarioStep, steer: Steer, input: PlanInput): SteeredGiven {
  const used = references(step.fields);
  const sites = Object.keys(given).filter((name) => roleOf(given[name]) !== undefined);
  // An amendment or cancellation names no address: the site of its order is the one that steers.
  const name = sites.find((each) => used.includes(each)) ?? sites[0];
  const role = name === undefined ? undefined : roleOf(given[name]);
  const magic = role === undefined ? undefined : magicRole(role, steer, step.verb, input);
  if (name !== undefined && magic !== undefined) return { given: { ...given, [name]: `$world.${magic}` } };
  const like = role === undefined ? 'and the case has no site' : `and stands in for "${role}"`;
  const detail = `no role of the world "${input.world.world}" steers to ${Object.values(steer).join(' ')} ${like}`;
  return { given, excused: { outcome: 'inconclusive', reason: 'not-steerable', detail } };
}
