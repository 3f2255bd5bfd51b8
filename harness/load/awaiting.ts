import { kciProgress } from '../judge/progress.ts';
import type { Journey, KciProfile, Observation } from '../model.ts';
import { foldOf } from '../record/fold.ts';
import { isSuccess } from '../wire/answer.ts';
import { owedIn } from './walks.ts';

/** An order with events still to come: which ones, and since when none came. */
export interface Awaiting {
  readonly orderId: string;
  readonly next: readonly string[];
  /** The last event that advanced the order. Absent: none since it was accepted. */
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
  const { exchanges, arrivals } = foldOf(observed, profile);
  const came = arrivals.filter(({ seen }) => seen.expectedPath && isSuccess(seen.answered));
  return owedIn(journey, exchanges).flatMap(({ kci: owed, orderId, answeredAt: acceptedAt }) => {
    const its = came.filter(({ event }) => event.orderId === orderId);
    const { state, due } = kciProgress(owed, its, profile, { acceptedAt, now });
    if (state === 'complete') return [];
    const last = its.findLast(({ event: { name = '' } }) => profile.events[name]?.interleaves !== true);
    const name = last?.event.name;
    return [{ orderId, next: due(), since: last?.at ?? acceptedAt, ...(name === undefined ? {} : { last: name }) }];
  });
}
