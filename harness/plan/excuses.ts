import { prune } from '../contract/profile-parts.ts';
import { eventNames } from '../kci/pattern.ts';
import type { Scenario, Step } from '../model.ts';
import { flatSteps } from '../scenario/uses.ts';
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

/** Why a case that needs an event or outcome shows nothing: the profile describes a gateway that has none such. */
export function eventsNotSent({ steps, kci, outcome }: Scenario, { profile }: PlanInput): Excuse | undefined {
  const { events, outcomes } = profile.unsent ?? { events: [], outcomes: [] };
  if (events.length + outcomes.length === 0) return undefined;
  const each = flatSteps(steps);
  const asked = [outcome, ...each.map((step) => step.outcome)].find((name) => name && outcomes.includes(name));
  if (asked !== undefined) return notPromised(profile.profile, `no outcome ${asked}`);
  const owed = [...kci.map(({ pattern }) => pattern), ...each.flatMap(({ awaited }) => awaited?.pattern ?? [])];
  const lacking = events.find((name) => owed.some((pattern) => prune(pattern, (event) => event !== name) === null));
  return lacking === undefined ? undefined : notPromised(profile.profile, `no event ${lacking}`);
}

/** Why a case that waits for a moment of an order shows nothing: the profile tells of none such. */
export function momentNotTold(steps: readonly Step[], { profile }: PlanInput): Excuse | undefined {
  const untold = steps.find((step) => step.kind === 'await' && eventNames(step.pattern).length === 0);
  return untold && notPromised(profile.profile, `no event for what ${untold.name} waits for`);
}

function notPromised(profile: string, what: string): Excuse {
  return { outcome: 'not-applicable', reason: 'not-promised', detail: `the KCI profile "${profile}" has ${what}` };
}
