import type { Fact } from '../../findings.ts';
import { departures } from '../../kci/read.ts';
import type { JsonObject, KciEvent, KciProfile } from '../../model.ts';
import { isObject, pointerOf } from '../../values/pointer.ts';
import { orders, profileAt } from '../check.ts';
import { askedFor, isRefused } from '../exchange.ts';
import { lifecycleFor } from '../lifecycle.ts';
import { type Change, type Delivery, nameOf, type OrderHistory } from '../orders.ts';
import { departuresFromOrder, isAltered, membersOf, missesOf, nullsIn } from '../shown.ts';
import { eachDelivery } from './kci-delivery.ts';

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
    const wrongKind = departures(lifecycle?.entity ?? {}, seen.headers, body).map(
      ({ pointer: place, expected, actual }): Fact => ({ is: 'other-order-type', place, expected, actual }),
    );
    return [
      ...wrongKind,
      ...departuresFromOrder(profile, order, event),
      ...nullMembers(profile, order, event),
      ...unamended(profile, order, delivery),
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
): Fact[] {
  // Where null was sent, it may be shown again.
  if (read.ordered !== undefined || order === undefined || isTainted) return [];
  return nullsIn(operation?.body?.schema ?? {}, order).slice(0, 1);
}

/**
 * From the event on that says an amendment was accepted, events show what was amended, as far as they show it by the same
 * name: each member as the last such amendment has it, or as one that is not answered yet does.
 */
function unamended(profile: KciProfile, order: OrderHistory, delivery: Delivery): Fact[] {
  const { order: entity } = delivery.event;
  const told = order.stream.slice(0, order.stream.indexOf(delivery) + 1);
  if (!isObject(entity) || told.length === 0) return [];
  const amendments = order.changes.filter(({ kind, exchange }) => kind === 'amendment' && !isRefused(exchange));
  const accepted = told.flatMap(({ event }) => acceptedBy(profile, event, amendments) ?? []);
  const pending = amendments.filter((each) => !accepted.includes(each)).map(({ exchange }) => membersOf(exchange));
  const amended = Object.assign({}, ...accepted.map(({ exchange }) => membersOf(exchange))) as JsonObject;
  return Object.entries(amended).flatMap(([member, value]) => {
    const shown = entity[member];
    const may = [value, ...pending.flatMap((each) => each[member] ?? [])];
    const [misses = [], ...others] = may.map((each) =>
      shown === undefined ? [] : missesOf(each, shown, pointerOf([member])),
    );
    if (others.some((each) => each.length === 0) || isAltered(profile, order, member)) return [];
    return misses.map((miss): Fact => ({ is: 'not-amended', event: nameOf(delivery), member, ...miss }));
  });
}

/** The amendment that an event says was accepted: the one that it names, or the only one. */
function acceptedBy(
  profile: KciProfile,
  { name, amendmentId }: KciEvent,
  amendments: readonly Change[],
): Change | undefined {
  const [outcome] = Object.values(profile.requests.amendment);
  if (outcome?.emits?.kind !== 'event' || outcome.emits.name !== name) return undefined;
  const named = amendments.find(({ exchange }) => String(askedFor(exchange, 'id')) === amendmentId);
  return named ?? (amendments.length === 1 ? amendments[0] : undefined);
}

function wrongStatus(profile: KciProfile, delivery: Delivery): Fact[] {
  const { status, name } = delivery.event;
  const rule = profile.events[name ?? ''];
  const right = rule?.status === undefined ? [] : [rule.status, ...(rule.orStatus ?? [])];
  if (status === undefined || right.length === 0 || right.includes(status)) return [];
  const place = profileAt(profile, 'events', name ?? '');
  return [{ is: 'other-order-status', event: nameOf(delivery), right, place, came: status, pointer: '/status' }];
}

function wrongReference({ supplierReference }: KciEvent, reference: string | undefined): Fact[] {
  if (supplierReference === undefined || supplierReference === reference) return [];
  return [{ is: 'reference-changed', owed: reference, came: supplierReference }];
}
