import { idIn } from '../journey/calls.ts';
import { streamOf } from '../kci/stream.ts';
import type { Answer, KciProfile } from '../model.ts';
import type { EventArrival as Delivery } from '../record/fold.ts';
import { askedFor, type Exchange, isAccepted, isRefused } from './exchange.ts';

export type { Delivery };

/** An amendment or cancellation that was asked of an order. */
export interface Change {
  readonly kind: 'amendment' | 'cancellation';
  readonly exchange: Exchange;
  readonly isAccepted: boolean;
}

/** Everything the record holds of one order id. */
export interface OrderHistory {
  readonly id: string;
  /** The request that placed it: the first accepted one, or the last that was sent. */
  readonly placed: Exchange;
  /** `unknown`: no answer came, or a breakdown, so the target may or may not have it. */
  readonly fate: 'accepted' | 'refused' | 'unknown';
  /** When the fate became known, or the request was sent. */
  readonly since: number;
  readonly changes: readonly Change[];
  /** A request was accepted, here or about it, of which no sentence says so, or tried again unanswered: what follows is a consequence. */
  readonly isTainted: boolean;
  /** As they arrived. */
  readonly deliveries: readonly Delivery[];
  /** As their sender meant them: in order, each once, only known events. */
  readonly stream: readonly Delivery[];
  /** Up to here the run has watched it. */
  readonly until: number;
  /** Its address was given back, and it is open no more. */
  readonly isCleared?: true;
}

/** When the run began to clear an order away, and whether that was done. */
export interface Cleared {
  readonly journey: string;
  readonly seq: number;
  readonly at: number;
  readonly isOver: boolean;
}

/** What the operations that change an order ask for. */
export const CHANGES = { amend: 'amendment', cancel: 'cancellation' } as const;

/** The orders that the run placed or tried to place, by id. */
export function readOrders(
  profile: KciProfile,
  exchanges: readonly Exchange[],
  deliveries: readonly Delivery[],
  { horizon, cleared }: { readonly horizon: number; readonly cleared: ReadonlyMap<string, Cleared> },
): ReadonlyMap<string, OrderHistory> {
  const placed = Map.groupBy(exchanges.filter(isVerb('order')), (exchange) => idIn(askedFor(exchange, 'id')));
  const changes = Map.groupBy(exchanges.filter(isVerb('amend', 'cancel')), (each) => idIn(askedFor(each, 'order')));
  const arrived = Map.groupBy(
    deliveries.filter(({ seen }) => seen.expectedPath),
    ({ event }) => event.orderId,
  );
  const orders = new Map<string, OrderHistory>();
  for (const [id, tries] of placed) {
    const accepted = tries.find(isAccepted);
    const chosen = accepted ?? tries.at(-1);
    // A request whose id cannot be read places no order that anybody could know again.
    if (id === undefined || !chosen) continue;
    const ofOrder = arrived.get(id) ?? [];
    const about = changes.get(id) ?? [];
    orders.set(id, {
      id,
      placed: chosen,
      fate: accepted ? 'accepted' : tries.every(isRefused) ? 'refused' : 'unknown',
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
      ...(cleared.get(id)?.isOver ? { isCleared: true } : {}),
    });
  }
  return orders;
}

/** The order that an event names; undefined where it names none. An empty text is an id too, of a request that had such a one. */
export function orderOf(
  orders: ReadonlyMap<string, OrderHistory>,
  { event: { orderId } }: Pick<Delivery, 'event'>,
): OrderHistory | undefined {
  return orderId === undefined ? undefined : orders.get(orderId);
}

/** Accepted, although it carries a fault, a refusal is expected of it, or a scenario awaits either because none is stated. */
function wasAcceptedUnowed(exchange: Exchange): boolean {
  const { step } = exchange;
  if (!step || !isAccepted(exchange)) return false;
  const { request, expect, need } = step;
  const isSuccess = ({ status }: Answer): boolean => status.startsWith('2');
  const isUnowed =
    expect.answers.length > 0 ? !expect.answers.some(isSuccess) : need !== undefined && !need.answers.every(isSuccess);
  return request.defect !== undefined || isUnowed;
}

const isVerb =
  (...verbs: readonly string[]) =>
  ({ operation }: Exchange): boolean =>
    operation !== undefined && verbs.includes(operation.verb);

/** The name of an event, as findings show it. */
export function nameOf({ event }: Delivery): string {
  return event.name ?? event.wireName ?? 'an event without a name';
}

/** The events in order, as findings show them. */
export function namesOf(stream: readonly Delivery[]): string {
  return stream.length === 0 ? 'no event' : stream.map(nameOf).join(', ');
}
