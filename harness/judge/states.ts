import type { KciEvent, KciProfile } from '../model.ts';
import { askedFor } from './exchange.ts';
import type { Change, Delivery, OrderHistory } from './orders.ts';

/** An answer to an amendment or cancellation that came in a status in which the profile knows no such answer. */
export interface OutOfState {
  readonly answer: Delivery;
  /** The status of the order before it. */
  readonly status: string;
  readonly allowed: readonly string[];
}

/** An order that has not said anything yet. */
const NONE = 'none';

/** The first answer that does not belong to the status of its order, neither when it was asked for nor when it came. */
export function outOfState(profile: KciProfile, order: OrderHistory): OutOfState | undefined {
  for (const [at, answer] of order.stream.entries()) {
    const change = order.changes.find((each) => isAnsweredBy(each, answer.event));
    if (!change) continue;
    const outcomes = Object.values(profile.requests[change.kind]).filter(
      ({ emits }) => emits?.kind === 'event' && emits.name === answer.event.name,
    );
    const allowed = outcomes.flatMap((outcome) => outcome.in ?? []);
    if (outcomes.length === 0 || outcomes.some((outcome) => outcome.in === undefined)) continue;
    const before = order.stream.slice(0, at);
    const asked = before.filter((each) => each.at <= change.exchange.sent.at);
    const possible = [before, asked, ...otherPasts(profile, order.stream, at)];
    if (possible.some((past) => allowed.includes(statusAfter(profile, past)))) continue;
    return { answer, status: statusAfter(profile, before), allowed };
  }
  return undefined;
}

/** What else may have come before the event at an index, by its place in the course: some that came may overtake. */
function otherPasts(profile: KciProfile, stream: readonly Delivery[], at: number): (readonly Delivery[])[] {
  const mayOvertake = ({ event }: Delivery): boolean => profile.events[event.name ?? '']?.overtakes ?? false;
  const answer = stream[at];
  const later = answer && mayOvertake(answer) ? stream.slice(at + 1).map((_, i) => stream.slice(0, at + i + 2)) : [];
  const pasts = [stream.slice(0, at), ...later].map((past) => past.filter((each) => each !== answer));
  return [...pasts, ...pasts.map((past) => past.filter((each) => !mayOvertake(each)))];
}

function isAnsweredBy({ kind, exchange }: Change, event: KciEvent): boolean {
  const id = event[`${kind}Id`];
  return id !== undefined && id === String(askedFor(exchange, 'id'));
}

/** The status that an order has after these events: as they show it, or as the profile says that it goes with them. */
function statusAfter({ events }: KciProfile, stream: readonly Delivery[]): string {
  return stream.reduce((status, { event }) => event.status ?? events[event.name ?? '']?.status ?? status, NONE);
}
