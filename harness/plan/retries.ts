import type { Scenario } from '../model.ts';
import { flatSteps } from '../scenario/flat-steps.ts';
import type { Excuse, PlanInput } from './context.ts';

/** Why a case that refuses deliveries shows nothing: the profile does not promise that they come again so often. */
export function retriesNotPromised({ steps }: Scenario, { profile }: PlanInput): Excuse | undefined {
  const { retry } = profile.delivery;
  const most = Math.max(0, ...flatSteps(steps).map(({ receiver }) => receiver?.refuse ?? 0));
  if (most === 0 || (retry && retry.attempts > most)) return undefined;
  const promised = retry
    ? `that a delivery is tried ${retry.attempts} times`
    : 'nothing of deliveries that are refused';
  const detail = `the KCI profile "${profile.profile}" promises ${promised}`;
  return { outcome: 'not-applicable', reason: 'not-promised', detail };
}
