import { isDeepStrictEqual } from 'node:util';
import type { Journey, Plan, Problem } from '../../model.ts';
import { createPools } from '../../plan/context.ts';
import { idShortage } from '../../plan/problems.ts';
import type { CertifyingInputs } from '../inputs.ts';
import { planWithoutSecrets } from '../open/secrets.ts';
import type { Transport } from '../open/transport.ts';
import { problem, refuseOn } from '../say.ts';
import { type PlanChoice, type PlanSeed, planAt } from './plan-run.ts';

/**
 * The plan of a run that is resumed. Journeys that are left get new data, since the target may already have the ids and
 * addresses that they used; all others keep theirs. Refuses if the scenarios no longer lead to the plan that the run was
 * made by.
 */
export function planAgain(
  stored: Plan,
  left: ReadonlySet<string>,
  {
    inputs,
    transport,
    options,
  }: { readonly inputs: CertifyingInputs; readonly transport: Transport; readonly options: PlanChoice },
): Plan {
  const now = transport.clock.now();
  const resumedAt = [...(stored.resumedAt ?? []), now];
  const pools = createPools(transport.target.ids, inputs.world);
  // In the order in which the plans were made: each draws from the pools what earlier ones left.
  const plans = occasionsOf({ ...stored, resumedAt }).map((occasion) =>
    planAt({ ...occasion, pools }, inputs, transport, options),
  );
  const earlier = plans.slice(0, -1).map((plan) => plain(plan, inputs.secrets));
  refuseOn(strangeIn(stored, earlier));
  refuseOn(
    idShortage(
      plans.flatMap(({ journeys }) => journeys),
      { ...inputs, target: transport.target, seed: stored.seed, nonce: stored.nonce, now },
    ),
  );
  const fresh = byId(plans.at(-1));
  const journeys = stored.journeys.map((each) => (left.has(each.id) ? (fresh.get(each.id) ?? each) : each));
  return { ...stored, resumedAt, journeys };
}

/** When a plan was made, and each time it was made again for what was left. Each has its own nonce. */
export function occasionsOf({ nonce, now, resumedAt = [] }: Pick<Plan, 'nonce' | 'now' | 'resumedAt'>): PlanSeed[] {
  return [now, ...resumedAt].map((at, round) => ({ nonce: round === 0 ? nonce : `${nonce}+${round}`, now: at }));
}

/** The plan as it stands in a folder. */
function plain(plan: Plan, secrets: readonly string[]): Plan {
  return JSON.parse(JSON.stringify(planWithoutSecrets(plan, secrets))) as Plan;
}

function byId(plan: Plan | undefined): ReadonlyMap<string, Journey> {
  return new Map(plan?.journeys.map((journey) => [journey.id, journey]));
}

/** A problem for the first case that no plan so far made as it is stored. */
function strangeIn(stored: Plan, plans: readonly Plan[]): Problem[] {
  const made = plans.map(byId);
  const isKnown = (journey: Journey): boolean => made.some((plan) => isDeepStrictEqual(plan.get(journey.id), journey));
  const strange = stored.journeys.find((journey) => !isKnown(journey));
  const isSameSize = plans.every(({ journeys }) => journeys.length === stored.journeys.length);
  if (!strange && isSameSize) return [];
  const why = strange
    ? `the case ${strange.id} would now be another one`
    : `there would now be ${plans[0]?.journeys.length ?? 0} cases, and there were ${stored.journeys.length}`;
  return [problem('the scenarios are not those of the run', why, 'take their changes back, or make a new run')];
}
