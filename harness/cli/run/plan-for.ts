import type { Plan } from '../../model.ts';
import { expand } from '../../plan/expand.ts';
import { type Inputs, loadInputs } from '../inputs.ts';
import type { PlanFlags } from '../options.ts';
import { refuseOn } from '../say.ts';
import { VIRTUAL_START } from './door.ts';
import { withTags } from './pick.ts';
import { wholeFor } from './plan-run.ts';
import { planWithoutSecrets } from './secrets.ts';

/** The plan that a run with these flags would follow on virtual time; nothing is sent. */
export function planFor(paths: readonly string[], flags: PlanFlags): { readonly plan: Plan; readonly inputs: Inputs } {
  const inputs = loadInputs(flags, paths);
  const scenarios = withTags(inputs.scenarios, flags.tag);
  const { seed, only = [], depth } = flags;
  const { plan, problems } = expand(scenarios, {
    ...inputs,
    seed,
    nonce: `seed-${seed}`,
    now: VIRTUAL_START,
    only,
    ...(depth === undefined ? {} : { depth }),
  });
  refuseOn(problems);
  const whole = wholeFor({ ...inputs, scenarios }, plan, { ...plan, target: inputs.target });
  return { plan: planWithoutSecrets({ ...plan, ...(whole ? { whole } : {}) }, inputs.secrets), inputs };
}
