import { departures } from '../../kci.ts';
import type { Finding, Json, KciEvent, KciProfile } from '../../model.ts';
import { isObject, pointerOf } from '../../pointer.ts';
import { either, quote } from '../check.ts';
import { askedFor, type Exchange } from '../exchange.ts';
import { lifecycleFor } from '../lifecycle.ts';
import { type Delivery, nameOf, type OrderHistory } from '../orders.ts';
import { departuresFromOrder, membersOf, missesOf, nullsIn } from '../shown.ts';
import { eachDelivery } from './kci-delivery.ts';
import { orders } from './kci-orders.ts';

/** What an event may show of its order. */
const SHOWING = ['order', 'ordered', 'status', 'supplierReference'] as const;

/**
 * `kci.entity`: the order inside an event is the one that was placed, of the right kind, with the status that goes with
 * the event and one reference for life.
 */
export const kciEntity = orders((order, { profile }) => {
  const lifecycle = lifecycleFor(profile, order);
  const isShown = order.deliveries.some(({ event }) => SHOWING.some((part) => event[part] !== undefined));
  if (!isShown && lifecycle?.entity === undefined) return [];
  const reference = order.deliveries.find(({ event }) => event.supplierReference !== undefined)?.event
    .supplierReference;
  return eachDelivery('kci.entity', order, (delivery) => {
    const { event, seen, body } = delivery;
    if (event.unreadable !== undefined) return [];
    const wrongKind = departures(lifecycle?.entity ?? {}, seen.headers, body).map((each) => ({
      summary: `an event holds another kind of order at ${each.pointer}`,
      expected: each.expected,
      actual: each.actual,
    }));
    return [
      ...wrongKind,
      ...departuresFromOrder(profile, order, event),
      ...nullMembers(profile, order, event),
      ...unamended(profile, order, event),
      ...wrongStatus(profile, delivery),
      ...wrongReference(event, reference),
    ];
  });
});

/** Of an order that an event shows by other names than the request's, nobody says which types its members have. */
function nullMembers(
  { read }: KciProfile,
  { placed: { operation }, isTainted }: OrderHistory,
  { order }: KciEvent,
): Finding[] {
  // Where null was sent, it may be shown again.
  if (read.ordered !== undefined || order === undefined || isTainted) return [];
  return nullsIn(operation?.body?.schema ?? {}, order)
    .slice(0, 1)
    .map((miss) => ({ summary: 'the order in an event has null where a value is stated', ...miss }));
}

/** An event that says an amendment was accepted shows what was amended, as far as it shows it by the same name. */
function unamended(profile: KciProfile, { changes }: OrderHistory, event: KciEvent): Finding[] {
  const { name, order: entity, amendmentId } = event;
  const [accepted] = Object.values(profile.requests.amendment);
  if (accepted?.emits?.kind !== 'event' || accepted.emits.name !== name || !isObject(entity)) return [];
  const amendments = changes.filter(({ kind }) => kind === 'amendment');
  const named = amendments.filter(({ exchange }) => String(askedFor(exchange, 'id')) === amendmentId);
  const [answered, another] = named.length > 0 ? named : amendments;
  if (!answered || another) return [];
  return amendedMembers(answered.exchange).flatMap(([member, value]) => {
    const shown = entity[member];
    const misses = shown === undefined ? [] : missesOf(value, shown, pointerOf([member]));
    return misses.map((miss) => ({ summary: `${name} shows ${member} as it was before`, ...miss }));
  });
}

/** What an amendment changes. Lists may be merged, so they are not compared. */
function amendedMembers(exchange: Exchange): readonly (readonly [member: string, value: Json])[] {
  return Object.entries(membersOf(exchange)).filter(([, value]) => !Array.isArray(value));
}

function wrongStatus(profile: KciProfile, delivery: Delivery): Finding[] {
  const { status, name } = delivery.event;
  const rule = profile.events[name ?? ''];
  const right = rule?.status === undefined ? [] : [rule.status, ...(rule.orStatus ?? [])];
  if (status === undefined || right.length === 0 || right.includes(status)) return [];
  const summary = `${nameOf(delivery)} came with another order status`;
  return [
    {
      summary,
      kind: 'an event came with another order status',
      expected: `${either(right)} (profile ${profile.profile})`,
      actual: status,
      pointer: '/status',
    },
  ];
}

function wrongReference({ supplierReference }: KciEvent, reference: string | undefined): Finding[] {
  if (supplierReference === undefined || supplierReference === reference) return [];
  return [
    { summary: 'the reference of the order changed', expected: quote(reference), actual: quote(supplierReference) },
  ];
}
