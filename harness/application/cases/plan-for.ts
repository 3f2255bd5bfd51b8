import type { Plan } from '../../model.ts';
import { expand } from '../../plan/expand.ts';
import type { AimOptions, Inputs } from '../inputs.ts';
import { VIRTUAL_START } from '../open/door.ts';
import { planWithoutSecrets } from '../open/secrets.ts';
import { refuseOn } from '../say.ts';
import { type Selection, selected } from './pick.ts';
import { keptName, wholeFor } from './plan-run.ts';

/** What a plan is made of. */
export interface PlanOptions extends AimOptions, Selection {
  readonly seed: number;
}

/** The plan that a run with these flags would follow on virtual time; nothing is sent. */
export function planFor(
  paths: readonly string[],
  flags: PlanOptions,
): { readonly plan: Plan; readonly inputs: Inputs } {
  const { inputs, only } = selected(paths, flags);
  const { seed, grep, depth } = flags;
  const { plan, problems } = expand(inputs.scenarios, {
    ...inputs,
    seed,
    grep,
    nonce: `seed-${seed}`,
    now: VIRTUAL_START,
    only,
    keptAs: keptName(inputs, inputs.target, { depth }),
    depth,
  });
  refuseOn(problems);
  const whole = wholeFor(inputs, plan, { ...plan, target: inputs.target });
  return { plan: planWithoutSecrets({ ...plan, ...(whole ? { whole } : {}) }, inputs.secrets), inputs };
}
