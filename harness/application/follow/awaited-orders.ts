import { readDelivery } from '../../kci/read.ts';
import type { Contract, KciProfile, Observation } from '../../model.ts';
import { isAnswered } from '../../wire/answer.ts';
import { orderIdIn } from './sorted-record.ts';

/** Orders whose events are awaited, by what is observed of them. */
export interface AwaitedOrders {
  see(observation: Observation): void;
  /** How many there are, and since when the oldest has been accepted. */
  now(): { readonly orders: number; readonly oldestAt?: number };
  /** The events of a journey's orders so far: how many, the last by name, and when. */
  cameTo(journey: string): { readonly count: number; readonly last?: string; readonly at?: number };
}

/** An order is awaited from its acceptance until its final event has come, or its journey has ended. */
export function watchOrders(contract: Contract, profile: KciProfile): AwaitedOrders {
  const { success } = contract.operations.order;
  const asked = new Map<number, { readonly journey: string; readonly id: string }>();
  const owners = new Map<string, string>();
  const awaited = new Map<string, { readonly journey: string; readonly since: number }>();
  const final = new Set<string>();
  const came = new Map<string, { count: number; last?: string; at?: number }>();

  return {
    see: (seen) => {
      switch (seen.type) {
        case 'request-sent': {
          const id = seen.verb === 'order' ? orderIdIn(contract, seen) : undefined;
          if (id === undefined) return;
          asked.set(seen.exchange, { journey: seen.journey, id });
          owners.set(id, seen.journey);
          return;
        }
        case 'response-received': {
          const order = asked.get(seen.exchange);
          asked.delete(seen.exchange);
          // Its events may be quicker than its answer.
          if (!order || final.has(order.id) || !isAnswered(success, seen.status, undefined)) return;
          awaited.set(order.id, { journey: order.journey, since: seen.at });
          return;
        }
        case 'exchange-broke':
          asked.delete(seen.exchange);
          return;
        case 'delivery-received': {
          for (const { event } of readDelivery(profile, seen)) {
            const { orderId = '', name } = event;
            const journey = owners.get(orderId);
            if (journey === undefined || seen.unproven !== undefined) continue;
            const before = came.get(journey)?.count ?? 0;
            came.set(journey, { count: before + 1, at: seen.at, ...(name === undefined ? {} : { last: name }) });
            if (!profile.events[name ?? '']?.terminal) continue;
            final.add(orderId);
            awaited.delete(orderId);
          }
          return;
        }
        case 'journey-ended':
          came.delete(seen.journey);
          for (const [id, { journey }] of awaited) if (journey === seen.journey) awaited.delete(id);
          for (const [id, journey] of owners) {
            if (journey !== seen.journey) continue;
            owners.delete(id);
            final.delete(id);
          }
      }
    },
    now: () => {
      const [oldest] = awaited.values();
      return { orders: awaited.size, ...(oldest ? { oldestAt: oldest.since } : {}) };
    },
    cameTo: (journey) => came.get(journey) ?? { count: 0 },
  };
}
