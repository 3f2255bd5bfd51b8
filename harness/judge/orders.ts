import { idIn } from '../journey/calls.ts';
import { type AskedChange, CHANGES } from '../kci/course.ts';
import { streamOf } from '../kci/stream.ts';
import type { KciProfile } from '../model.ts';
import { type EventArrival as Delivery, keyOfOrder, orderNamed } from '../record/orders.ts';
import { oncePer } from '../values/once.ts';
import { maySucceed } from '../wire/answer.ts';
import { askedFor, type Exchange, hasVerb, isAccepted, isRefused } from './exchange.ts';

export type { Delivery };

/** An amendment or cancellation of an order. */
export interface OrderChange extends Pick<AskedChange, 'kind' | 'isAccepted'> {
  readonly exchange: Exchange;
}

/** Everything in the record about one order id; of one tenant, if several chose the same id. */
export interface OrderHistory {
  /** The id, with the tenant if another tenant chose the same id before. */
  readonly key: string;
  readonly id: string;
  /** The request that placed it: the first accepted one, or the last one sent. */
  readonly placed: Exchange;
  /** `unknown`: no answer came, or a server error, so the target may or may not have the order. */
  readonly fate: 'accepted' | 'refused' | 'unknown';
  /** When the fate became known, or when the request was sent. */
  readonly since: number;
  readonly changes: readonly OrderChange[];
  /**
   * Whether a request that placed it or is about it was accepted although no sentence says so, or was repeated unanswered:
   * everything that follows is a consequence.
   */
  readonly isTainted: boolean;
  /** In order of arrival. */
  readonly deliveries: readonly Delivery[];
  /** In the order their sender meant: each once, and only known events. */
  readonly stream: readonly Delivery[];
  /** Until when the run watched the order. */
  readonly until: number;
  /** Events received before cleanup had overtaken events received during it. */
  readonly hasOvertaken?: true;
  /** Its address was given back, so it is no longer open. */
  readonly isCleared?: true;
}

/** When the run began to clear an order away, and whether that is done. */
export interface Cleared {
  readonly journey: string;
  readonly seq: number;
  readonly at: number;
  readonly isOver: boolean;
}

/** The orders that the run placed or tried to place, by key. `late`: events of orders that were being cleared away. */
export function readOrders(
  profile: KciProfile,
  exchanges: readonly Exchange[],
  deliveries: readonly Delivery[],
  late: readonly Delivery[],
  { horizon, cleared }: { readonly horizon: number; readonly cleared: ReadonlyMap<string, Cleared> },
): ReadonlyMap<string, OrderHistory> {
  const asked = exchanges.filter((each) => hasVerb(each, 'order'));
  const told = deliveries.filter(({ seen }) => seen.expectedPath);
  const rivals = rivalsIn(asked);
  const keyOf = (id: string | undefined, tenant = ''): string | undefined =>
    id !== undefined && rivals.get(id)?.has(tenant) ? keyOfOrder(id, tenant) : id;
  const placed = Map.groupBy(asked, (each) => keyOf(idIn(askedFor(each, 'id')), each.sent.tenant));
  const changes = Map.groupBy(
    exchanges.filter((each) => hasVerb(each, 'amend', 'cancel')),
    (each) => keyOf(idIn(askedFor(each, 'order')), each.sent.tenant),
  );
  const byOrder = (each: readonly Delivery[]) => Map.groupBy(each, ({ event }) => keyOf(event.orderId, event.tenant));
  const [arrived, arrivedLate] = [byOrder(told), byOrder(late)];
  const orders = new Map<string, OrderHistory>();
  for (const [key, tries] of placed) {
    const accepted = tries.find(isAccepted);
    const chosen = accepted ?? tries.at(-1);
    const id = chosen && idIn(askedFor(chosen, 'id'));
    // Without a readable id, an order could not be recognised.
    if (key === undefined || id === undefined || !chosen) continue;
    // If tenants share an id, an event without a tenant may be about either order.
    const isDoubtful = rivals.has(id) && told.some(({ event }) => event.orderId === id && event.tenant === undefined);
    const about = changes.get(key) ?? [];
    const isItsOwn = (each: Delivery): boolean => !turnsDownAnother(profile, each, about, chosen.sent.tenant);
    const ofOrder = isDoubtful ? [] : (arrived.get(key) ?? []).filter(isItsOwn);
    orders.set(key, {
      key,
      id,
      placed: chosen,
      fate: isDoubtful ? 'unknown' : accepted ? 'accepted' : tries.every(isRefused) ? 'refused' : 'unknown',
      since: chosen.response?.at ?? chosen.sent.at,
      isTainted: [...tries, ...about].some((each) => each.sent.isAgain === true || wasAcceptedUnowed(each)),
      changes: about.map((exchange) => ({
        kind: CHANGES[exchange.operation?.verb as keyof typeof CHANGES],
        exchange,
        isAccepted: isAccepted(exchange),
      })),
      deliveries: ofOrder,
      stream: streamOf(profile, ofOrder),
      until: cleared.get(id)?.at ?? horizon,
      ...(wereOvertaken(profile, ofOrder, arrivedLate.get(key) ?? []) ? { hasOvertaken: true } : {}),
      ...(cleared.get(id)?.isOver ? { isCleared: true } : {}),
    });
  }
  return orders;
}

/**
 * Whether an event rejects what another tenant asked of the order, and tells that tenant so: nothing happened to the order.
 */
function turnsDownAnother(profile: KciProfile, delivery: Delivery, about: readonly Exchange[], owner: string): boolean {
  const { tenant } = delivery.event;
  if (tenant === undefined || tenant === owner) return false;
  return about.some((each) => each.sent.tenant === tenant && turnsDown(profile, delivery, each));
}

/** Whether an event may reject an accepted amendment or cancellation. */
export function turnsDown({ requests }: KciProfile, { event }: Delivery, change: Exchange): boolean {
  const [, ...refusals] = Object.values(requests[CHANGES[change.operation?.verb as keyof typeof CHANGES]]);
  return isAccepted(change) && refusals.some(({ emits }) => emits?.kind === 'event' && emits.name === event.name);
}

/** Whether any late event belongs before some of the early ones. */
function wereOvertaken(profile: KciProfile, early: readonly Delivery[], late: readonly Delivery[]): boolean {
  const all = late.length === 0 ? [] : streamOf(profile, [...early, ...late]);
  const last = all.findLastIndex((each) => early.includes(each));
  return all.slice(0, last + 1).some((each) => late.includes(each));
}

/** By id: the tenants that used an id after another tenant, and were not refused. */
function rivalsIn(asked: readonly Exchange[]): ReadonlyMap<string, ReadonlySet<string>> {
  const firsts = new Map<string | undefined, string>();
  const rivals = new Map<string, Set<string>>();
  for (const each of asked) {
    const id = idIn(askedFor(each, 'id'));
    const { tenant } = each.sent;
    const first = firsts.get(id) ?? tenant;
    firsts.set(id, first);
    if (id !== undefined && tenant !== first && !isRefused(each))
      rivals.set(id, (rivals.get(id) ?? new Set()).add(tenant));
  }
  return rivals;
}

/** The order that an event names; undefined if it names none. An empty text counts as an id, if a request had it. */
export function orderOf(
  orders: ReadonlyMap<string, OrderHistory>,
  { event }: Pick<Delivery, 'event'>,
): OrderHistory | undefined {
  return orderNamed(orders, event);
}

/**
 * Whether a request was accepted although it has a fault, a refusal is expected, or its scenario allows both because the
 * spec states neither.
 */
function wasAcceptedUnowed(exchange: Exchange): boolean {
  const { step } = exchange;
  if (!step || !isAccepted(exchange)) return false;
  const { request, expect, need } = step;
  const isUnowed =
    expect.answers.length > 0
      ? !maySucceed(expect.answers)
      : (need?.answers ?? []).some(({ status }) => !status.startsWith('2'));
  return request.defect !== undefined || isUnowed;
}

/** The name of an event, as findings show it. */
export function eventName({ event }: Delivery): string {
  return event.name ?? event.wireName ?? 'an event without a name';
}

/** The events in order, as findings show them. */
export function namesOf(stream: readonly Delivery[]): string {
  return stream.length === 0 ? 'no event' : stream.map(eventName).join(', ');
}

/** Orders by the journeys that placed them. */
export const ordersByJourney = oncePer((orders: ReadonlyMap<string, OrderHistory>) =>
  Map.groupBy(orders.values(), ({ placed }) => placed.sent.journey),
);

/** Orders by the exchanges that placed or tried to change them. */
export const ordersByExchange = oncePer(
  (orders: ReadonlyMap<string, OrderHistory>): ReadonlyMap<Exchange, OrderHistory> =>
    new Map(
      [...orders.values()].flatMap((order) => [
        [order.placed, order] as const,
        ...order.changes.map(({ exchange }) => [exchange, order] as const),
      ]),
    ),
);

/** Whether an accepted cancellation of the client ended it. */
export function isCancelledByClient({ changes }: OrderHistory): boolean {
  return changes.some(({ kind, isAccepted: isTaken }) => kind === 'cancellation' && isTaken);
}
