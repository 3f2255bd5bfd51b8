import type { Fact } from '../../findings.ts';
import { type Arrival, sameEvent, saysTheSame } from '../../kci/stream.ts';
import type { Check, Json, KciEvent, KciProfile } from '../../model.ts';
import { differences } from '../../values/difference.ts';
import { partsOf } from '../../values/pointer.ts';
import { kebab } from '../../values/spelling.ts';
import { jsonQuote } from '../../verdict/worded.ts';
import { type DeliveryFlaw, failed, ofOrder, orders, passed, soundOrders } from '../check.ts';
import { type Exchange, hasVerb, idAsked, isAccepted } from '../exchange.ts';
import type { History } from '../history.ts';
import { type Delivery, eventName, type OrderHistory } from '../orders.ts';
import { isTaken } from '../retry.ts';

type Numbered<A extends Arrival = Delivery> = A & { readonly event: { readonly sequence: number } };

/** `kci.sequence-number`: the events of an order are numbered as the profile says; gaps are a fault only if it says so. */
export const kciSequenceNumber = soundOrders((order, { profile, history }): Check[] => {
  const { sequence } = profile.delivery;
  if (sequence === 'none' || profile.read.sequence === undefined) return [];
  const distinct = distinctDeliveries(order.deliveries);
  const numbered = distinct.filter(isNumbered);
  const flaws = [
    unnumbered(distinct),
    repeated(numbered, () => timesAccepted(order, history)),
    backwards(numberedOf(order.deliveries)),
    misnumbered(numbered, profile),
    gap(order, profile),
  ].filter((each) => each !== undefined);
  const subject = (delivery = distinct[0]) => ofOrder('kci.sequence-number', order, delivery);
  return [
    ...flaws.map(([delivery, fact]) => failed(subject(delivery), fact)),
    // A single number goes neither up nor down.
    ...(flaws.length === 0 && numbered.length > 1 ? [passed(subject())] : []),
  ];
});

const isNumbered = <A extends Arrival>(each: A): each is Numbered<A> => each.event.sequence !== undefined;

const numberedOf = <A extends Arrival>(arrivals: readonly A[]): readonly Numbered<A>[] =>
  distinctDeliveries(arrivals)
    .filter((each) => isNumbered(each))
    .toSorted((a, b) => a.event.sequence - b.event.sequence);

/** Each delivery id once; an event repeated under another id is another delivery. */
function distinctDeliveries<A extends Arrival>(arrivals: readonly A[]): readonly A[] {
  const seen = new Set<string>();
  return arrivals.filter(({ event }) => {
    const key = event.deliveryId ?? JSON.stringify(event);
    return !seen.has(key) && seen.add(key);
  });
}

function unnumbered(events: readonly Delivery[]): DeliveryFlaw | undefined {
  const delivery = events.find(({ event }) => event.sequence === undefined);
  return delivery && [delivery, { is: 'unnumbered', event: eventName(delivery) }];
}

/** How often a request with the order's id was accepted. */
function timesAccepted({ id, placed }: OrderHistory, { exchanges }: History): number {
  const isIts = (each: Exchange): boolean => each.sent.tenant === placed.sent.tenant && idAsked(each) === id;
  return exchanges.filter((each) => hasVerb(each, 'order') && isAccepted(each) && isIts(each)).length;
}

function repeated(numbered: readonly Numbered[], accepted: () => number): DeliveryFlaw | undefined {
  const firstOf = ({ event: { sequence } }: Numbered) => numbered.find(({ event }) => event.sequence === sequence);
  const delivery = numbered.find((each) => firstOf(each) !== each);
  const other = delivery && firstOf(delivery);
  if (!other) return undefined;
  const { sequence: number } = delivery.event;
  const times = accepted();
  const same = saysTheSame(other.event, delivery.event) ? 'say the same under two delivery ids' : undefined;
  const often = { same, times: times > 1 ? times : undefined };
  return [delivery, { is: 'number-repeated', number, other: eventName(other), event: eventName(delivery), ...often }];
}

/** How much the clocks of one gateway's machines may differ. Its events may follow each other within minutes. */
const MACHINES_DIFFER_MS = 1_000;

/** Fails if numbers and times of issue disagree on the order of events, by more than clocks may differ. */
function backwards(sorted: readonly Numbered[]): DeliveryFlaw | undefined {
  for (const [i, delivery] of sorted.entries()) {
    const { sequence: lower = 0, issuedAt: lowerAt } = sorted[i - 1]?.event ?? {};
    const { issuedAt, sequence: number } = delivery.event;
    if (lowerAt === undefined || issuedAt === undefined || issuedAt >= lowerAt - MACHINES_DIFFER_MS) continue;
    return [delivery, { is: 'number-backwards', number, lower, issuedAt, lowerAt }];
  }
  return undefined;
}

/** Fails on numbers that the profile's counting does not give. */
function misnumbered(
  numbered: readonly Numbered[],
  { profile, delivery: agreed }: KciProfile,
): DeliveryFlaw | undefined {
  const { sequenceFrom: from, sequenceBy: by } = agreed;
  const first = from ?? numbered[0]?.event.sequence ?? 0;
  const delivery = numbered.find(
    ({ event: { sequence } }) => (sequence - first) % by !== 0 || (from !== undefined && sequence < first),
  );
  const counted = { by, from, profile, ...(from === undefined ? { first } : {}) };
  return delivery && [delivery, { is: 'misnumbered', number: delivery.event.sequence, ...counted }];
}

function gap(order: OrderHistory, profile: KciProfile): DeliveryFlaw | undefined {
  const after = afterGap(order.deliveries, profile);
  const [delivery] = after;
  if (!delivery || isAwaited(order, profile, after)) return undefined;
  const { sequenceFrom: from, sequenceBy: by } = profile.delivery;
  const numbers = numberedOf(order.deliveries).map(({ event }) => event.sequence);
  return [delivery, { is: 'number-missing', from, by: by === 1 ? undefined : by, numbers }];
}

/** The arrivals whose numbers follow the first gap. */
function afterGap<A extends Arrival>(
  arrivals: readonly A[],
  { delivery: { sequence, sequenceFrom: from, sequenceBy: by } }: KciProfile,
): readonly Numbered<A>[] {
  if (sequence !== 'gapless') return [];
  const sorted = numberedOf(arrivals);
  const i = sorted.findIndex(({ event: { sequence: number } }, at) => {
    const before = at > 0 ? sorted[at - 1]?.event.sequence : from === undefined ? undefined : from - by;
    return number > (before ?? number) + by;
  });
  return i < 0 ? [] : sorted.slice(i);
}

/** Whether an event is missing that others overtook: it had not come when its case ended, or may still come. */
export function isAwaited(
  order: OrderHistory,
  profile: KciProfile,
  after: readonly Arrival[] = afterGap(order.deliveries, profile),
): boolean {
  return order.hasOvertaken === true || (after.length > 0 && order.until < missingAt(after, profile));
}

/** When an overtaken event counts as missing. */
function missingAt(after: readonly Arrival[], { delivery }: KciProfile): number {
  return Math.min(...after.map(({ at }) => at)) + delivery.reorderWindowMs + 1;
}

/** Until when an overtaken event may still come; undefined if none is missing. */
export function gapDeadline(profile: KciProfile, arrivals: readonly Arrival[]): number | undefined {
  const after = afterGap(arrivals, profile);
  return after.length === 0 ? undefined : missingAt(after, profile);
}

/**
 * What identifies a repeated delivery: its id, or its content if the profile has no ids and the content tells events apart.
 */
function identityOf({ event }: Delivery, { read }: KciProfile): string | undefined {
  if (read.deliveryId !== undefined) return event.deliveryId;
  return event.sequence === undefined && event.issuedAt === undefined ? undefined : JSON.stringify(event);
}

const MAX_MEMBERS = 3;

/** The members that two events do not have alike, as profiles name them: `text`, `order.notes`. */
function changed(one: KciEvent, other: KciEvent): readonly string[] {
  const pointers = differences(one as unknown as Json, other as unknown as Json).slice(0, MAX_MEMBERS);
  return pointers.map((pointer) => {
    const [field = '', ...within] = partsOf(pointer);
    return [kebab(field), ...within].join('.');
  });
}

/** `kci.duplicate`: a repeated delivery says the same as the first, and comes only if the profile allows repetition. */
export const kciDuplicate = orders((order, { profile }): Check[] => {
  const firsts = new Map<string, Delivery>();
  const isOnce = profile.delivery.duplicates === 'never';
  // If repetition is allowed, its absence proves nothing.
  let isLookedAt = false;
  for (const delivery of order.deliveries) {
    const identity = identityOf(delivery, profile);
    if (identity === undefined) continue;
    const first = firsts.get(identity);
    isLookedAt ||= first !== undefined || isOnce;
    const isSame = first !== undefined && sameEvent(first.event, delivery.event);
    // What our receiver turned away has not been delivered yet.
    if (!first || (isOnce && isSame && !isTaken(first.seen))) {
      firsts.set(identity, delivery);
      continue;
    }
    if (isSame && !isOnce) continue;
    const { deliveryId: id } = delivery.event;
    const told = {
      first: eventName(first),
      event: eventName(delivery),
      same: id === undefined ? 'saying the same' : jsonQuote(id),
    };
    const what = id === undefined ? undefined : 'id';
    const fact: Fact = isSame
      ? { is: 'came-again', ...told, what }
      : { is: 'came-again-otherwise', ...told, what, differs: changed(first.event, delivery.event) };
    return [failed(ofOrder('kci.duplicate', order, delivery), fact)];
  }
  return isLookedAt ? [passed(ofOrder('kci.duplicate', order, order.deliveries[0]))] : [];
});
