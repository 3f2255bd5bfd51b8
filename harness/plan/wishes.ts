import { waysOf } from '../contract/target-checks.ts';
import type { Scenario, ScenarioStep, Target } from '../model.ts';
import type { PlanInput } from './context.ts';
import { steerGiven } from './steered-given.ts';

/** Ends an outcome that is asked for only where the target can be asked. */
const WISH = '?';

/** The scenario with what it merely wishes (`outcome: ORDER_IN_PROGRESS?`) asked for, or forgotten where the target cannot be. */
export function grantWishes(scenario: Scenario, input: PlanInput): Scenario {
  if (!scenario.steps.some(isWishing)) return scenario;
  const granted = { ...scenario, steps: scenario.steps.map(wishGranted) };
  const isKnown = granted.steps.every(({ outcome = '' }) => !input.profile.unsent?.outcomes.includes(outcome));
  // Nobody is troubled for what is merely wished.
  const wishing = { ...input, target: { ...input.target, steering: withoutOperator(input.target.steering) } };
  if (isKnown && !steerGiven(granted, wishing).excused) return granted;
  return { ...scenario, steps: scenario.steps.map(wishForgotten) };
}

function withoutOperator(steering: Target['steering']): Target['steering'] {
  return { ...steering, by: waysOf(steering).filter((way) => way !== 'operator') };
}

function isWishing({ outcome }: ScenarioStep): boolean {
  return outcome?.endsWith(WISH) ?? false;
}

function wishGranted(step: ScenarioStep): ScenarioStep {
  return isWishing(step) ? { ...step, outcome: (step.outcome ?? '').slice(0, -WISH.length) } : step;
}

function wishForgotten(step: ScenarioStep): ScenarioStep {
  if (!isWishing(step)) return step;
  const { outcome: _, ...rest } = step;
  return rest;
}
