import { readEvent } from '../kci.ts';
import type { KciEvent, KciProfile, Unrecorded } from '../model.ts';

/** One webhook request as the receiver took it, before it is numbered. */
export type Delivery = Omit<Extract<Unrecorded, { type: 'delivery-received' }>, 'type' | 'delivery'>;

/** An event of an order, with when it came. */
export interface ArrivedEvent {
  readonly event: KciEvent;
  readonly delivery: number;
  readonly at: number;
}

/** Takes deliveries from the receiver, records each, and tells waiting journeys of their order's events. */
export interface Inbox {
  receive(delivery: Delivery): void;
  eventsOf(orderId: string): readonly ArrivedEvent[];
  /** Resolves at the next event of that order. */
  nextOf(orderId: string): Promise<void>;
  /** Forgets an order nobody waits for any more. */
  forget(orderId: string): void;
}

/** An inbox that reads deliveries through a KCI profile and correlates them by order id. */
export function createInbox(profile: KciProfile, record: (observation: Unrecorded) => { readonly at: number }): Inbox {
  let count = 0;
  const orders = new Map<string, ArrivedEvent[]>();
  const waiting = new Map<string, (() => void)[]>();
  return {
    receive: (delivery) => {
      count += 1;
      const { at } = record({ type: 'delivery-received', delivery: count, ...delivery });
      const event = readEvent(profile, delivery.headers, delivery.body.text);
      if (event.orderId === undefined || !delivery.expectedPath) return;
      const arrived = orders.get(event.orderId) ?? [];
      orders.set(event.orderId, [...arrived, { event, delivery: count, at }]);
      const woken = waiting.get(event.orderId) ?? [];
      waiting.delete(event.orderId);
      for (const wake of woken) wake();
    },
    eventsOf: (orderId) => orders.get(orderId) ?? [],
    nextOf: (orderId) =>
      new Promise((resolve) => {
        waiting.set(orderId, [...(waiting.get(orderId) ?? []), resolve]);
      }),
    forget: (orderId) => {
      orders.delete(orderId);
      waiting.delete(orderId);
    },
  };
}
