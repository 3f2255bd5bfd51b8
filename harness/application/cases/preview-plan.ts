import type { Plan } from '../../model.ts';
import type { AimOptions, Inputs } from '../inputs.ts';
import { planWithoutSecrets } from '../open/secrets.ts';
import { VIRTUAL_START } from '../open/transport.ts';
import { type Selection, selected } from './pick.ts';
import { planCases } from './plan-run.ts';

/** What a plan is made of. */
export interface PlanOptions extends AimOptions, Selection {
  readonly seed: number;
}

/** The plan that a run with these flags would follow on virtual time; nothing is sent. */
export function previewPlan(
  paths: readonly string[],
  flags: PlanOptions,
): { readonly plan: Plan; readonly inputs: Inputs } {
  const { inputs, only } = selected(paths, { mayLack: true, ...flags });
  const occasion = { nonce: `seed-${flags.seed}`, now: VIRTUAL_START };
  const plan = planCases(occasion, inputs, { target: inputs.target, isVirtual: true }, { ...flags, only });
  return { plan: planWithoutSecrets(plan, inputs.secrets), inputs };
}
