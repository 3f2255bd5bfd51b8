import type { Depth, Plan } from '../../model.ts';
import { expand } from '../../plan/expand.ts';
import { type AimOptions, type Inputs, loadInputs } from '../inputs.ts';
import { VIRTUAL_START } from '../open/door.ts';
import { planWithoutSecrets } from '../open/secrets.ts';
import { refuseOn } from '../say.ts';
import { withTags } from './pick.ts';
import { keptName, wholeFor } from './plan-run.ts';

/** What a plan is made of. */
export interface PlanOptions extends AimOptions {
  readonly seed: number;
  readonly only?: readonly string[];
  readonly depth?: Depth;
  readonly tag?: readonly string[];
}

/** The plan that a run with these flags would follow on virtual time; nothing is sent. */
export function planFor(
  paths: readonly string[],
  flags: PlanOptions,
): { readonly plan: Plan; readonly inputs: Inputs } {
  const inputs = loadInputs(flags, paths);
  const scenarios = withTags(inputs.scenarios, flags.tag);
  const { seed, only = [], depth } = flags;
  const { plan, problems } = expand(scenarios, {
    ...inputs,
    seed,
    nonce: `seed-${seed}`,
    now: VIRTUAL_START,
    only,
    keptAs: keptName({ ...inputs, scenarios }, inputs.target, { only, depth }),
    depth,
  });
  refuseOn(problems);
  const whole = wholeFor({ ...inputs, scenarios }, plan, { ...plan, target: inputs.target });
  return { plan: planWithoutSecrets({ ...plan, ...(whole ? { whole } : {}) }, inputs.secrets), inputs };
}
