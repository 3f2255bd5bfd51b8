import { sameEvent } from '../kci/stream.ts';
import type { KciEvent } from '../model.ts';
import type { Culprits } from './culprits.ts';
import type { Meter } from './meter.ts';
import type { MOMENTS } from './metrics.ts';
import { createSeen } from './seen.ts';

/** An account of what gateways report of orders. */
export type OrderBook = ReturnType<typeof createOrderBook>;

/** What the order book learned since it was last asked. */
export interface OrderNews {
  readonly lags: readonly (readonly [event: string, ms: number, moment?: OrderMoment])[];
  readonly received: number;
  readonly missing: number;
  readonly duplicate: number;
  readonly unexpected: number;
}

type OrderMoment = (typeof MOMENTS)[number];

interface Order {
  readonly id: string;
  readonly journey: string;
  acceptedAt?: number;
  /** It was accepted, and its events are no longer awaited. */
  isSettled?: boolean;
  readonly events: ArrivedEvent[];
}

/** An event that came, reduced to what the account needs, because many orders are under way. */
interface ArrivedEvent {
  readonly name: string;
  readonly at: number;
  readonly deliveryId?: string;
  /** Only where it has no delivery id to recognise it by. */
  readonly event?: KciEvent;
}

/** Options and callbacks of an order book. */
interface OrderBookOptions {
  readonly isCollected?: boolean;
  readonly isShared?: boolean;
  /** The events that fulfil an order. */
  readonly fulfilling?: ReadonlySet<string>;
  /** An event came again, or for an order that nobody placed (then without a journey). */
  readonly onStrange?: (kind: 'kci.duplicate' | 'kci.unexpected', event: KciEvent, journey?: string) => void;
  /** How long after its order's acceptance an event came. */
  readonly onLag?: Culprits['took'];
}

/**
 * Keeps account of what gateways report of orders, as it happens. Ids are chosen by the client, so they are known in
 * advance. Measures into `meter`: `kci.lag`, `kci.<EVENT>` and `kci.begun` or `kci.completed` from the acceptance to the
 * event, and the counts. `isCollected`: `news` is called regularly; otherwise it would grow during the whole load, so it
 * stays empty. `isShared`: the receiver's address is the same in every run, so an order that nobody here placed may be one
 * of an earlier run.
 */
export function createOrderBook(
  meter: Meter,
  { isCollected = false, isShared = false, fulfilling, onStrange = () => {}, onLag = () => {} }: OrderBookOptions = {},
) {
  const orders = new Map<string, Order>();
  const over = createSeen();
  /** Orders that are over although events may still come: some were missing, or it is unknown whether they were placed. */
  const late = createSeen();
  let pending = 0;
  let news = noNews();

  const lag = (came: ArrivedEvent, { id, journey, acceptedAt = 0, events }: Order): void => {
    const { name, at } = came;
    // An event may overtake the answer that accepts its order.
    const ms = Math.max(0, at - acceptedAt);
    const moment = fulfilling?.has(name) ? 'completed' : came === events[0] ? 'begun' : undefined;
    for (const each of ['lag', name, ...(moment ? [moment] : [])]) {
      meter.duration(`kci.${each}`, ms, at);
      onLag(`kci.${each}`, journey, { ms, at, what: `order ${id}: ${name}` });
    }
    if (isCollected) news.lags.push(moment ? [name, ms, moment] : [name, ms]);
  };
  const count = (kind: 'received' | 'missing' | 'duplicate' | 'unexpected', at: number, by = 1): void => {
    if (by === 0) return;
    meter.count(`kci.${kind}`, at, by);
    if (isCollected) news[kind] += by;
  };
  const strange = (kind: 'duplicate' | 'unexpected', event: KciEvent, at: number, journey?: string): void => {
    count(kind, at);
    onStrange(`kci.${kind}`, event, journey);
  };

  /** Events of these orders are no longer awaited, though some may come late or again. */
  const settled = (ids: readonly string[], at: number): void => {
    for (const id of ids) {
      const order = orders.get(id);
      if (order?.acceptedAt === undefined || order.isSettled) continue;
      order.isSettled = true;
      pending -= 1;
      meter.pending(-1, at);
    }
  };

  return {
    /** A journey may place and change orders under these ids. */
    expect: (ids: readonly string[], journey: string): void => {
      for (const id of ids) orders.set(id, { id, journey, events: [] });
    },
    isExpected: (ids: readonly string[]): boolean => ids.every((id) => orders.has(id)),
    /** The order was accepted at `at`. */
    accepted: (id: string, at: number): void => {
      const order = orders.get(id);
      if (!order || order.acceptedAt !== undefined) return;
      order.acceptedAt = at;
      pending += 1;
      meter.count('orders', at);
      meter.pending(1, at);
      for (const each of order.events) lag(each, order);
    },
    /** An event came. Returns the journey that it belongs to; undefined if no order of that id was requested. */
    came: (event: KciEvent, at: number): string | undefined => {
      count('received', at);
      const id = event.orderId;
      const order = id === undefined ? undefined : orders.get(id);
      if (!order) {
        if (id !== undefined && over.has(id)) strange('duplicate', event, at);
        else if (id === undefined || !(isShared || late.has(id))) strange('unexpected', event, at);
        return undefined;
      }
      if (order.events.some((each) => isSame(each, event))) {
        strange('duplicate', event, at, order.journey);
        return order.journey;
      }
      const arrived = cameOf(event, at);
      order.events.push(arrived);
      if (order.acceptedAt !== undefined) lag(arrived, order);
      return order.journey;
    },
    /** The journey of an event that our receiver refused, so that it does not count as come. */
    ownerOf: ({ orderId = '' }: KciEvent): string | undefined => orders.get(orderId)?.journey,
    settled,
    /**
     * The journey's orders are over; `missing` events had not come. It is unknown whether `unanswered` orders were placed,
     * so events for them are not unexpected.
     */
    closed: (ids: readonly string[], missing: number, at: number, unanswered: ReadonlySet<string> = NONE): void => {
      count('missing', at, missing);
      settled(ids, at);
      for (const id of ids) {
        const isAccepted = orders.get(id)?.isSettled ?? false;
        if (unanswered.has(id) || (isAccepted && missing > 0)) late.note(id, 0);
        else if (isAccepted) over.note(id, 0);
        orders.delete(id);
      }
    },
    /** Whether the event is of an order that is over. */
    isOver: ({ orderId }: KciEvent): boolean => orderId !== undefined && (over.has(orderId) || late.has(orderId)),
    /** How many accepted orders still await events. */
    pending: (): number => pending,
    /** The lags measured since the last call, and the numbers of events and orders by kind. Empty unless `isCollected`. */
    news: (): OrderNews => {
      const told = news;
      news = noNews();
      return told;
    },
  };
}

const NONE: ReadonlySet<string> = new Set();

/** Empty news. */
function noNews(): {
  -readonly [name in keyof OrderNews]: name extends 'lags' ? [string, number, OrderMoment?][] : number;
} {
  return { lags: [], received: 0, missing: 0, duplicate: 0, unexpected: 0 };
}

function cameOf(event: KciEvent, at: number): ArrivedEvent {
  const { name = 'unknown', deliveryId } = event;
  return deliveryId === undefined ? { name, at, event } : { name, at, deliveryId };
}

function isSame(came: ArrivedEvent, event: KciEvent): boolean {
  return came.event ? sameEvent(came.event, event) : came.deliveryId === event.deliveryId;
}
