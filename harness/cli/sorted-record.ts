import type { Contract, Observation, RequestSent } from '../model.ts';
import { getAt } from '../pointer.ts';
import { parseJson } from '../wire.ts';

/** The observations of the journeys under way, sorted by journey while the run goes on. */
export interface SortedRecord {
  see(observation: Observation): void;
  /** What was observed of a journey, which is then forgotten. */
  take(journey: string): readonly Observation[];
}

/**
 * Sorts observations as they come. A delivery belongs to the journey whose order id stands in it: whether it says what it
 * must, and belongs to nobody else, is for the judge of the whole record.
 */
export function sortRecord(contract: Contract): SortedRecord {
  const idAt = contract.operations.order.fields.find(({ field }) => field === 'id')?.to ?? '';
  /** Of the receiver: part of what every case is judged by. */
  const common: Observation[] = [];
  const journeys = new Map<string, Observation[]>();
  const exchanges = new Map<number, string>();
  const orders = new Map<string, string>();

  const orderIdIn = ({ body }: RequestSent): string | undefined => {
    const { json } = parseJson(body?.text ?? '');
    const id = json === undefined ? undefined : getAt({ body: json }, idAt);
    return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
  };
  const journeysOf = (seen: Observation): (string | undefined)[] => {
    switch (seen.type) {
      case 'request-sent': {
        exchanges.set(seen.exchange, seen.journey);
        const id = seen.verb === 'order' ? orderIdIn(seen) : undefined;
        if (id !== undefined) orders.set(id, seen.journey);
        return [seen.journey];
      }
      case 'response-received':
      case 'exchange-broke': {
        const journey = exchanges.get(seen.exchange);
        exchanges.delete(seen.exchange);
        return [journey];
      }
      case 'delivery-received': {
        const text = seen.body.text ?? '';
        return [...orders].filter(([id]) => text.includes(id)).map(([, journey]) => journey);
      }
      default:
        return 'journey' in seen ? [seen.journey] : [];
    }
  };

  return {
    see: (seen) => {
      if (seen.type === 'receiver-probed') common.push(seen);
      if (seen.type === 'journey-started') journeys.set(seen.journey, [seen]);
      else for (const journey of journeysOf(seen)) journeys.get(journey ?? '')?.push(seen);
    },
    take: (journey) => {
      const own = journeys.get(journey) ?? [];
      journeys.delete(journey);
      for (const [id, of] of orders) if (of === journey) orders.delete(id);
      return [...common, ...own];
    },
  };
}
