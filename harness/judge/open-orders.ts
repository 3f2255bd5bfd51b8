import { eventNames } from '../kci/pattern.ts';
import { isFinal } from '../kci/stream.ts';
import type { KciProfile, OpenOrder } from '../model.ts';
import { askedFor } from './exchange.ts';
import type { History } from './history.ts';
import type { OrderHistory } from './orders.ts';

/**
 * The orders that a run leaves behind at its target, in the order they were sent: accepted, or sent without an answer, with
 * no event that ends them and no accepted cancellation that was not rejected afterwards.
 */
export function openOrders({ orders }: Pick<History, 'orders'>, profile: KciProfile): OpenOrder[] {
  return [...orders.values()]
    .filter((order) => isOpen(order, profile))
    .map(({ id, placed, fate, since, deliveries }) => {
      const last = deliveries.at(-1)?.event.name;
      return {
        id,
        orderType: String(askedFor(placed, 'orderType') ?? ''),
        tenant: placed.sent.tenant,
        journey: placed.sent.journey,
        since,
        isAccepted: fate === 'accepted',
        ...(last === undefined ? {} : { lastEvent: last }),
      };
    });
}

function isOpen(order: OrderHistory, profile: KciProfile): boolean {
  const { fate, deliveries, isCleared } = order;
  return (
    !isCleared &&
    fate !== 'refused' &&
    !deliveries.some(({ event }) => isFinal(profile, event)) &&
    !isBeingCancelled(order, profile)
  );
}

function isBeingCancelled({ changes, deliveries }: OrderHistory, profile: KciProfile): boolean {
  const accepted = changes.findLast(({ kind, isAccepted }) => kind === 'cancellation' && isAccepted);
  if (!accepted) return false;
  const turnedDown = turnedDownBy(profile);
  const since = accepted.exchange.sent.seq;
  return !deliveries.some(({ seen, event }) => seen.seq > since && turnedDown.has(event.name ?? ''));
}

/** The events which say that an order was not cancelled. */
export function turnedDownBy({ requests }: KciProfile): ReadonlySet<string> {
  const outcomes = Object.values(requests.cancellation);
  return new Set(outcomes.flatMap(({ ends, emits }) => (ends || !emits ? [] : eventNames(emits))));
}
