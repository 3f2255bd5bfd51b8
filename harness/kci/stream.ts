import type { Json, KciEvent, KciProfile } from '../model.ts';
import { sameJson } from '../values/equal.ts';

/** An event of an order, with when it came. */
export interface Arrival {
  readonly event: KciEvent;
  /** ms since the epoch, on the run's clock. */
  readonly at: number;
  /** It may have come so much earlier. */
  readonly uncertaintyMs?: number | undefined;
}

/** The earliest moment at which something may have come. */
export function earliestOf({ at, uncertaintyMs = 0 }: Pick<Arrival, 'at' | 'uncertaintyMs'>): number {
  return at - uncertaintyMs;
}

/**
 * The events of one order as its sender meant them: in the profile's order instead of the order of arrival, repeated
 * deliveries taken once, events the profile does not know left out.
 */
export function streamOf<A extends Arrival>(profile: KciProfile, arrivals: readonly A[]): readonly A[] {
  return inProfileOrder(profile, withoutRepeats(arrivals)).filter(({ event }) => event.name !== undefined);
}

/**
 * Sorts by the key the profile names; by arrival where a single event lacks it. Of events of one time, which a clock of
 * whole seconds makes often, the sequence numbers say which was first, if all have one.
 */
function inProfileOrder<A extends Arrival>(profile: KciProfile, arrivals: readonly A[]): readonly A[] {
  const keyOf = KEYS[profile.delivery.orderBy];
  if (arrivals.some(({ event }) => keyOf(event) === undefined)) return arrivals;
  const isNumbered = arrivals.every(({ event }) => event.sequence !== undefined);
  const compare = ({ event: one }: A, { event: other }: A): number =>
    (keyOf(one) ?? 0) - (keyOf(other) ?? 0) || (isNumbered ? (one.sequence ?? 0) - (other.sequence ?? 0) : 0);
  const isSorted = arrivals.every((each, i) => compare(arrivals[i - 1] ?? each, each) <= 0);
  // Stable: equal keys stay as they came.
  return isSorted ? arrivals : arrivals.toSorted(compare);
}

const KEYS: Readonly<Record<KciProfile['delivery']['orderBy'], (event: KciEvent) => number | undefined>> = {
  sequence: (event) => event.sequence,
  'issued-at': (event) => event.issuedAt,
  arrival: () => undefined,
};

/**
 * Leaves out what was delivered again: under the same delivery id, or the same event under another. Equal events are the
 * same one when they carry a number or a time, and otherwise only when they came directly after each other.
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

/** Whether two events say the same, whatever they were delivered as. */
export function saysTheSame({ deliveryId: _, ...one }: KciEvent, { deliveryId: __, ...other }: KciEvent): boolean {
  return sameEvent(one, other);
}

/** Whether two events are the same in all that was read of them. */
export function sameEvent(one: KciEvent, other: KciEvent): boolean {
  return sameJson(one as unknown as Json, other as unknown as Json);
}
