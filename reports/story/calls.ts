import type { CallStep, Journey } from '../../harness/model.ts';

/** The calls of a journey in their order, those of parallel groups included. */
export function callsOf({ steps }: Pick<Journey, 'steps'>): readonly CallStep[] {
  return steps.flatMap((step) => (step.kind === 'call' ? [step] : step.kind === 'parallel' ? step.steps : []));
}
