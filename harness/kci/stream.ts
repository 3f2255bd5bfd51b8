import type { Json, KciEvent, KciEventRule, KciProfile } from '../model.ts';
import { sameJson } from '../values/equal.ts';

/** An event of an order, with its arrival. */
export interface Arrival {
  readonly event: KciEvent;
  /** ms since the epoch, on the run's clock. */
  readonly at: number;
  /** How much earlier it may have arrived, at most. */
  readonly uncertaintyMs?: number | undefined;
}

/** What the profile says of an event; undefined if it does not know it. */
export function ruleOf({ events }: Pick<KciProfile, 'events'>, event: KciEvent | undefined): KciEventRule | undefined {
  return events[event?.name ?? ''];
}

/** Whether an event ends its order. */
export const isFinal = (profile: Pick<KciProfile, 'events'>, event: KciEvent | undefined): boolean =>
  ruleOf(profile, event)?.terminal === true;

/** The earliest moment at which it may have arrived. */
export function earliestOf({ at, uncertaintyMs = 0 }: Pick<Arrival, 'at' | 'uncertaintyMs'>): number {
  return at - uncertaintyMs;
}

/**
 * The events of one order in the sender's order instead of order of arrival, without repeated deliveries and without events
 * that the profile does not know.
 */
export function streamOf<A extends Arrival>(profile: KciProfile, arrivals: readonly A[]): readonly A[] {
  return inProfileOrder(profile, withoutRepeats(arrivals)).filter(({ event }) => event.name !== undefined);
}

/**
 * Sorts by the profile's key, or keeps the order of arrival if any event lacks it. Events at the same time, frequent with
 * clocks of whole seconds, are sorted by sequence number, if all have one.
 */
function inProfileOrder<A extends Arrival>(profile: KciProfile, arrivals: readonly A[]): readonly A[] {
  const keyOf = KEYS[profile.delivery.orderBy];
  if (arrivals.some(({ event }) => keyOf(event) === undefined)) return arrivals;
  const isNumbered = arrivals.every(({ event }) => event.sequence !== undefined);
  const compare = ({ event: one }: A, { event: other }: A): number =>
    (keyOf(one) ?? 0) - (keyOf(other) ?? 0) || (isNumbered ? (one.sequence ?? 0) - (other.sequence ?? 0) : 0);
  const isSorted = arrivals.every((each, i) => compare(arrivals[i - 1] ?? each, each) <= 0);
  // Stable: equal keys keep their order of arrival.
  return isSorted ? arrivals : arrivals.toSorted(compare);
}

const KEYS: Readonly<Record<KciProfile['delivery']['orderBy'], (event: KciEvent) => number | undefined>> = {
  sequence: (event) => event.sequence,
  'issued-at': (event) => event.issuedAt,
  arrival: () => undefined,
};

/**
 * Removes repeated deliveries: with the same delivery id, or the same event under another id. Equal events count as the
 * same if they have a number or a time, else only if one directly follows the other.
 */
function withoutRepeats<A extends Arrival>(arrivals: readonly A[]): readonly A[] {
  const ids = new Set<string>();
  const kept = new Map<string, KciEvent>();
  return arrivals.filter(({ event }, i) => {
    const { deliveryId, name, sequence, issuedAt } = event;
    if (deliveryId !== undefined && ids.has(deliveryId)) return false;
    if (deliveryId !== undefined) ids.add(deliveryId);
    const hasIdentity = sequence !== undefined || issuedAt !== undefined;
    const key = `${name} ${sequence} ${issuedAt}`;
    const other = hasIdentity ? kept.get(key) : deliveryId === undefined ? arrivals[i - 1]?.event : undefined;
    if (other && saysTheSame(other, event)) return false;
    kept.set(key, event);
    return true;
  });
}

/** Whether two events say the same, whatever their delivery ids. */
export function saysTheSame({ deliveryId: _, ...one }: KciEvent, { deliveryId: __, ...other }: KciEvent): boolean {
  return sameEvent(one, other);
}

/** Whether two events are equal in everything that was read. */
export function sameEvent(one: KciEvent, other: KciEvent): boolean {
  return sameJson(one as unknown as Json, other as unknown as Json);
}
