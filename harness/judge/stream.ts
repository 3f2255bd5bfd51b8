import type { KciEvent, KciProfile } from '../model.ts';

/** An event of an order, with when it came. */
export interface Arrival {
  readonly event: KciEvent;
  /** ms since the epoch, on the run's clock. */
  readonly at: number;
}

/**
 * The events of one order as its sender meant them: in the profile's order instead of the order of arrival, repeated
 * deliveries taken once, events the profile does not know left out.
 */
export function streamOf<A extends Arrival>(profile: KciProfile, arrivals: readonly A[]): readonly A[] {
  return inProfileOrder(profile, withoutRepeats(arrivals)).filter(({ event }) => event.name !== undefined);
}

/** Sorts by the key the profile names; by arrival where a single event lacks it. */
function inProfileOrder<A extends Arrival>(profile: KciProfile, arrivals: readonly A[]): readonly A[] {
  const keyOf = KEYS[profile.delivery.orderBy];
  if (arrivals.some(({ event }) => keyOf(event) === undefined)) return arrivals;
  // Stable: equal keys stay as they came.
  return arrivals.toSorted((a, b) => (keyOf(a.event) ?? 0) - (keyOf(b.event) ?? 0));
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
  const seen = new Set<string>();
  let last = '';
  return arrivals.filter(({ event }) => {
    const { deliveryId, ...said } = event;
    const content = JSON.stringify(said);
    const hasIdentity = said.sequence !== undefined || said.issuedAt !== undefined;
    const isRepeat =
      (deliveryId !== undefined && seen.has(`id ${deliveryId}`)) ||
      (hasIdentity ? seen.has(content) : content === last && deliveryId === undefined);
    if (deliveryId !== undefined) seen.add(`id ${deliveryId}`);
    seen.add(content);
    last = content;
    return !isRepeat;
  });
}
