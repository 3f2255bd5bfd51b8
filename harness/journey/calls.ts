import type { CallStep, Journey } from '../model.ts';

/** The calls of a journey in their order, those of parallel groups included. */
export function callsOf({ steps }: Pick<Journey, 'steps'>): readonly CallStep[] {
  return steps.flatMap((step) => (step.kind === 'call' ? [step] : step.kind === 'parallel' ? step.steps : []));
}

/** The same by their names, which are unique within a journey. */
export function callsByName(journey: Pick<Journey, 'steps'>): ReadonlyMap<string, CallStep> {
  return new Map(callsOf(journey).map((call) => [call.name, call]));
}
