import { readDelivery } from '../kci/read.ts';
import type { KciProfile, Observation } from '../model.ts';
import type { Heap } from './judges.ts';
import { idsOf } from './ledger.ts';

/** All that was observed of these journeys of a heap: what they sent, what that was answered, what came about their orders. */
export function observedOf({ plan, record }: Heap, journeys: ReadonlySet<string>, profile: KciProfile): Observation[] {
  const orders = new Set(plan.journeys.filter(({ id }) => journeys.has(id)).flatMap(idsOf));
  return record.filter((each) => {
    if (each.type === 'delivery-received')
      return readDelivery(profile, each).some(({ event }) => orders.has(event.orderId ?? ''));
    return 'journey' in each && journeys.has(each.journey);
  });
}
