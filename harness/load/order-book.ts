import { sameEvent } from '../kci/stream.ts';
import type { KciEvent } from '../model.ts';
import type { Culprits } from './culprits.ts';
import type { Meter } from './meter.ts';
import type { MOMENTS } from './metrics.ts';
import { createSeen } from './seen.ts';

/** What gateways tell of orders, kept account of. */
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
  /** It was accepted, and nobody waits for its events any more. */
  isSettled?: boolean;
  readonly events: Came[];
}

/** Of an event that came, no more than accounts need: orders under way are many. */
interface Came {
  readonly name: string;
  readonly at: number;
  readonly deliveryId?: string;
  /** Only where it has no id to be known by. */
  readonly event?: KciEvent;
}

/** What an order book may be told besides. */
interface OrderBookOptions {
  readonly isCollected?: boolean;
  readonly isShared?: boolean;
  /** The events that fulfil an order. */
  readonly fulfilling?: ReadonlySet<string>;
  /** An event came again, or of an order that nobody placed: then of no journey. */
  readonly onStrange?: (kind: 'kci.duplicate' | 'kci.unexpected', event: KciEvent, journey?: string) => void;
  /** An event came so long after its order's acceptance. */
  readonly onLag?: Culprits['took'];
}

/**
 * Keeps account of what gateways tell of orders, as it happens. Ids are the client's own, so they are known beforehand.
 * Measures into `meter`: `kci.lag`, `kci.<EVENT>` and `kci.begun` or `kci.completed` from the acceptance to the event,
 * and the counts. `isCollected`: somebody asks for the news again and again, or they would grow as long as the load
 * goes on. `isShared`: the receiver's address is the same in every run, so that an order which nobody here placed may
 * be one of an earlier run.
 */
export function createOrderBook(
  meter: Meter,
  { isCollected = false, isShared = false, fulfilling, onStrange = () => {}, onLag = () => {} }: OrderBookOptions = {},
) {
  const orders = new Map<string, Order>();
  const over = createSeen();
  /** What is over although events of it may still come: some were missing, or nobody knows whether it was placed. */
  const late = createSeen();
  let pending = 0;
  let news = noNews();

  const lag = (came: Came, { id, journey, acceptedAt = 0, events }: Order): void => {
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

  /** Nobody waits for events of these orders any more, though some may come late or again. */
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
    /** A journey may place orders, and change them, under these ids. */
    expect: (ids: readonly string[], journey: string): void => {
      for (const id of ids) orders.set(id, { id, journey, events: [] });
    },
    isExpected: (ids: readonly string[]): boolean => ids.every((id) => orders.has(id)),
    /** The order was accepted then. */
    accepted: (id: string, at: number): void => {
      const order = orders.get(id);
      if (!order || order.acceptedAt !== undefined) return;
      order.acceptedAt = at;
      pending += 1;
      meter.count('orders', at);
      meter.pending(1, at);
      for (const each of order.events) lag(each, order);
    },
    /** An event came. The journey that it belongs to; undefined where no order of that id was asked for. */
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
    /** The journey that an event belongs to, which our receiver turned away and which so has not come. */
    ownerOf: ({ orderId = '' }: KciEvent): string | undefined => orders.get(orderId)?.journey,
    settled,
    /**
     * The journey's orders are over; `missing` of them still lacked events. Of `unanswered` ones nobody knows whether they
     * were placed, so that events of them are none too many.
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
    /** Accepted orders that are still waited for. */
    pending: (): number => pending,
    /**
     * Lags that were measured since this was last asked, and how many events and orders of each kind there were. Nothing,
     * where nobody collects it.
     */
    news: (): OrderNews => {
      const told = news;
      news = noNews();
      return told;
    },
  };
}

const NONE: ReadonlySet<string> = new Set();

/** Nothing learnt. */
function noNews(): {
  -readonly [name in keyof OrderNews]: name extends 'lags' ? [string, number, OrderMoment?][] : number;
} {
  return { lags: [], received: 0, missing: 0, duplicate: 0, unexpected: 0 };
}

function cameOf(event: KciEvent, at: number): Came {
  const { name = 'unknown', deliveryId } = event;
  return deliveryId === undefined ? { name, at, event } : { name, at, deliveryId };
}

function isSame(came: Came, event: KciEvent): boolean {
  return came.event ? sameEvent(came.event, event) : came.deliveryId === event.deliveryId;
}
