import { sameEvent } from '../../kci/stream.ts';
import type { Check, Finding, KciProfile } from '../../model.ts';
import { formatDuration } from '../../values/duration.ts';
import { instantText } from '../../values/iso8601.ts';
import { failed, observed, ofOrder, ofThis, passed, quote } from '../check.ts';
import { type Delivery, nameOf, type OrderHistory } from '../orders.ts';
import { isTaken } from '../retry.ts';
import { orders, soundOrders } from './kci-orders.ts';

type Numbered = Delivery & { readonly event: { readonly sequence: number } };
interface Flaw {
  readonly delivery: Delivery;
  readonly finding: Finding;
}

/** `kci.sequence-number`: the events of an order are numbered as the profile says; gaps are no flaw unless it says so. */
export const kciSequenceNumber = soundOrders((order, { profile }): Check[] => {
  const { sequence } = profile.delivery;
  if (sequence === 'none' || profile.read.sequence === undefined) return [];
  const distinct = distinctDeliveries(order);
  const numbered = distinct.filter((each): each is Numbered => each.event.sequence !== undefined);
  const flaws = [
    ...unnumbered(order, distinct),
    ...repeated(order, numbered),
    ...backwards(order, numbered),
    ...misnumbered(order, numbered, profile),
    ...(sequence === 'gapless' ? gaps(order, numbered, profile) : []),
  ];
  const late = overtaken(order, profile).map(({ delivery, finding }) =>
    observed(ofOrder('kci.sequence-number', order, delivery), finding),
  );
  const subject = ofOrder('kci.sequence-number', order, distinct[0]);
  // One number by itself goes neither up nor down.
  if (flaws.length === 0) return [...(numbered.length > 1 ? [passed(subject)] : []), ...late];
  return [
    ...flaws.map(({ delivery, finding }) => failed(ofOrder('kci.sequence-number', order, delivery), finding)),
    ...late,
  ];
});

/** Each delivery id once; an event that comes again under another id is another delivery. */
function distinctDeliveries({ deliveries }: OrderHistory): readonly Delivery[] {
  const seen = new Set<string>();
  return deliveries.filter(({ event }) => {
    const key = event.deliveryId ?? JSON.stringify(event);
    return !seen.has(key) && seen.add(key);
  });
}

function unnumbered({ id }: OrderHistory, events: readonly Delivery[]): Flaw[] {
  const delivery = events.find(({ event }) => event.sequence === undefined);
  if (!delivery) return [];
  const finding = {
    summary: `order ${id}: ${nameOf(delivery)} has no number`,
    kind: 'an event has no number',
    expected: 'a number',
    actual: 'nothing',
  };
  return [{ delivery, finding }];
}

function repeated({ id }: OrderHistory, numbered: readonly Numbered[]): Flaw[] {
  const seen = new Map<number, Numbered>();
  for (const delivery of numbered) {
    const { sequence } = delivery.event;
    const other = seen.get(sequence);
    if (other) {
      const actual = `${sequence} on ${nameOf(other)} and ${nameOf(delivery)}`;
      return [
        {
          delivery,
          finding: {
            summary: `order ${id}: two events have the number ${sequence}`,
            kind: 'two events of an order have the same number',
            expected: 'a number of its own for each event',
            actual,
          },
        },
      ];
    }
    seen.set(sequence, delivery);
  }
  return [];
}

/** Numbers and times of issue must agree on what came first. */
function backwards({ id }: OrderHistory, numbered: readonly Numbered[]): Flaw[] {
  const sorted = numbered.toSorted((a, b) => a.event.sequence - b.event.sequence);
  for (const [i, delivery] of sorted.entries()) {
    const before = sorted[i - 1]?.event;
    const { issuedAt, sequence } = delivery.event;
    if (before?.issuedAt === undefined || issuedAt === undefined || issuedAt >= before.issuedAt) continue;
    return [
      {
        delivery,
        finding: {
          summary: `order ${id}: number ${sequence} was issued before number ${before.sequence}`,
          kind: 'a number was issued before a lower one',
          expected: 'numbers that increase in the order of issue',
          actual: `${sequence} at ${instantText(issuedAt)}, ${before.sequence} at ${instantText(before.issuedAt)}`,
        },
      },
    ];
  }
  return [];
}

/** Numbers that are none of those that the profile counts by. */
function misnumbered(
  { id }: OrderHistory,
  numbered: readonly Numbered[],
  { profile, delivery: agreed }: KciProfile,
): Flaw[] {
  const { sequenceFrom, sequenceBy } = agreed;
  const from = sequenceFrom ?? numbered[0]?.event.sequence ?? 0;
  const delivery = numbered.find(
    ({ event: { sequence } }) =>
      (sequence - from) % sequenceBy !== 0 || (sequenceFrom !== undefined && sequence < from),
  );
  if (!delivery) return [];
  const begin = sequenceFrom === undefined ? '' : `that begin at ${sequenceFrom} and `;
  const expected = `numbers ${begin}that go up by ${sequenceBy} (profile ${profile})`;
  const actual = `${delivery.event.sequence}${sequenceFrom === undefined ? ` after ${from}` : ''}`;
  return [
    { delivery, finding: { ...ofThis({ id }, 'a number is none of those that are counted by'), expected, actual } },
  ];
}

function gaps({ id }: OrderHistory, numbered: readonly Numbered[], { delivery: agreed }: KciProfile): Flaw[] {
  const { sequenceFrom, sequenceBy } = agreed;
  const sorted = numbered.toSorted((a, b) => a.event.sequence - b.event.sequence);
  const before = (i: number): number | undefined =>
    i > 0 ? sorted[i - 1]?.event.sequence : sequenceFrom === undefined ? undefined : sequenceFrom - sequenceBy;
  const delivery = sorted.find(({ event }, i) => event.sequence > (before(i) ?? event.sequence) + sequenceBy);
  if (!delivery) return [];
  const begin = sequenceFrom === undefined ? '' : ` from ${sequenceFrom}`;
  const expected = `numbers without gaps${begin}${sequenceBy === 1 ? '' : `, each ${sequenceBy} more`}`;
  const actual = sorted.map(({ event }) => event.sequence).join(', ');
  return [{ delivery, finding: { ...ofThis({ id }, 'a number is missing'), expected, actual } }];
}

/** An event that came long after a later one which may not overtake: at-least-once delivery allows it, so it is only observed. */
function overtaken({ id, deliveries }: OrderHistory, { events, delivery: { reorderWindowMs } }: KciProfile): Flaw[] {
  let latest: Delivery | undefined;
  const seen = new Set<number>();
  for (const delivery of deliveries) {
    const { sequence } = delivery.event;
    if (sequence === undefined || seen.has(sequence)) continue;
    seen.add(sequence);
    const highest = latest?.event.sequence;
    if (latest && highest !== undefined && sequence < highest && delivery.at - latest.at > reorderWindowMs) {
      const actual = `${nameOf(delivery)} (${sequence}) ${formatDuration(delivery.at - latest.at)} after ${nameOf(latest)} (${highest})`;
      const expected = `events in order within ${formatDuration(reorderWindowMs)}`;
      return [{ delivery, finding: { ...ofThis({ id }, 'an event was overtaken by a later one'), expected, actual } }];
    }
    const mayOvertake = events[delivery.event.name ?? '']?.overtakes ?? false;
    if (!mayOvertake && (highest === undefined || sequence > highest)) latest = delivery;
  }
  return [];
}

/** What a delivery that comes again is known by: its id, or what it says where the profile knows no ids and it is told apart. */
function identityOf({ event }: Delivery, { read }: KciProfile): string | undefined {
  if (read.deliveryId !== undefined) return event.deliveryId;
  return event.sequence === undefined && event.issuedAt === undefined ? undefined : JSON.stringify(event);
}

/** `kci.duplicate`: what is delivered again says the same again, and comes again only where the profile says that it may. */
export const kciDuplicate = orders((order, { profile }): Check[] => {
  const firsts = new Map<string, Delivery>();
  // What may come again shows nothing as long as it does not.
  let isLookedAt = false;
  for (const delivery of order.deliveries) {
    const { deliveryId } = delivery.event;
    const identity = identityOf(delivery, profile);
    if (identity === undefined) continue;
    const first = firsts.get(identity);
    isLookedAt ||= first !== undefined || profile.delivery.duplicates === 'never';
    // What our receiver turned away is not delivered yet.
    const isFirstTaken = profile.delivery.duplicates === 'never' && first !== undefined && !isTaken(first.seen);
    if (!first || (isFirstTaken && sameEvent(first.event, delivery.event))) {
      firsts.set(identity, delivery);
      continue;
    }
    const isSame = sameEvent(first.event, delivery.event);
    if (isSame && profile.delivery.duplicates !== 'never') continue;
    return [
      failed(ofOrder('kci.duplicate', order, delivery), {
        summary: `order ${order.id}: ${deliveryId === undefined ? '' : 'the delivery id of '}${nameOf(first)} came again${isSame ? '' : ' with another content'}`,
        kind: `a delivery came again${isSame ? '' : ' with another content'}`,
        expected: isSame ? 'each delivery once' : 'the same content under the same id',
        actual: `${nameOf(first)} and ${nameOf(delivery)}, both ${deliveryId === undefined ? 'saying the same' : quote(deliveryId)}`,
      }),
    ];
  }
  return isLookedAt ? [passed(ofOrder('kci.duplicate', order, order.deliveries[0]))] : [];
});
