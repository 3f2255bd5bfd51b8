import type { ScenarioStep } from '../model.ts';

/** The steps of a scenario in their order, each group before the steps in it. */
export function flatSteps(steps: readonly ScenarioStep[]): readonly ScenarioStep[] {
  return steps.flatMap((step) => [step, ...(step.steps ?? [])]);
}
