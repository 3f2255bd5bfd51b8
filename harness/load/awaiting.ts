import { kciProgress } from '../judge/progress.ts';
import { readDelivery } from '../kci/read.ts';
import type { Journey, KciProfile, Observation } from '../model.ts';
import { owedIn } from './walks.ts';

/** An order of which more was to come: what, and since when nothing came. */
export interface Awaiting {
  readonly orderId: string;
  readonly next: readonly string[];
  /** The last event that came. Absent: none since the order was accepted. */
  readonly last?: string;
  readonly since: number;
}

/** The accepted orders of a journey whose events had not all come by `now`. */
export function awaitingIn(
  journey: Journey,
  observed: readonly Observation[],
  profile: KciProfile,
  now: number,
): Awaiting[] {
  const came = observed.flatMap((each) =>
    each.type === 'delivery-received' && each.expectedPath && each.answered >= 200 && each.answered < 300
      ? readDelivery(profile, each).map(({ event }) => ({ event, at: each.at }))
      : [],
  );
  return owedIn(journey, observed).flatMap(({ kci: owed, orderId, answeredAt: acceptedAt }) => {
    const arrivals = came.filter(({ event }) => event.orderId === orderId);
    const { state, next } = kciProgress(owed, arrivals, profile, { acceptedAt, now });
    if (state === 'complete') return [];
    const last = arrivals.at(-1);
    const name = last?.event.name;
    return [{ orderId, next, since: last?.at ?? acceptedAt, ...(name === undefined ? {} : { last: name }) }];
  });
}
