import { readDelivery } from '../../kci/read.ts';
import type { Contract, DeliveryReceived, KciProfile, Observation, RequestSent } from '../../model.ts';
import { getAt } from '../../values/pointer.ts';
import { parseJson } from '../../wire/wire.ts';

/** The observations of a run by journey, while it goes on. */
export interface SortedRecord {
  /** Takes an observation; the journeys it belongs to. */
  see(observation: Observation): readonly string[];
  /** What was observed of a journey so far. */
  of(journey: string): readonly Observation[];
}

/**
 * Sorts observations as they come. A delivery belongs to the journey whose order it is about. As long as a journey goes on,
 * one that only mentions its order belongs to it, too: whether it says what it must is for the judge.
 */
export function sortRecord(contract: Contract, profile: KciProfile): SortedRecord {
  /** Of the receiver: part of what every case is judged by. */
  const common: Observation[] = [];
  const journeys = new Map<string, Observation[]>();
  const owners = new Map<string, string>();
  /** Orders of journeys that go on. */
  const open = new Map<string, Set<string>>();

  const ownersOf = (seen: DeliveryReceived): string[] => {
    const told = readDelivery(profile, seen).flatMap(({ event }) => owners.get(event.orderId ?? '') ?? []);
    const text = seen.body.text ?? '';
    const mentioned = [...open].flatMap(([journey, ids]) =>
      [...ids].some((id) => text.includes(id)) ? [journey] : [],
    );
    return [...new Set([...mentioned, ...told])];
  };
  const journeysOf = (seen: Observation): readonly (string | undefined)[] => {
    switch (seen.type) {
      case 'request-sent': {
        const id = seen.verb === 'order' ? orderIdIn(contract, seen) : undefined;
        if (id !== undefined) {
          owners.set(id, seen.journey);
          open.get(seen.journey)?.add(id);
        }
        return [seen.journey];
      }
      case 'delivery-received':
        return ownersOf(seen);
      default:
        return 'journey' in seen ? [seen.journey] : [];
    }
  };

  return {
    see: (seen) => {
      if (seen.type === 'receiver-probed') common.push(seen);
      if (seen.type === 'journey-started') {
        journeys.set(seen.journey, []);
        open.set(seen.journey, new Set());
      }
      const belongs = journeysOf(seen).flatMap((journey) => {
        const own = journeys.get(journey ?? '');
        own?.push(seen);
        return own && journey !== undefined ? [journey] : [];
      });
      if (seen.type === 'journey-ended') open.delete(seen.journey);
      return belongs;
    },
    of: (journey) => [...common, ...(journeys.get(journey) ?? [])],
  };
}

/** The id that a request gives its order; undefined where there is none. */
export function orderIdIn({ operations }: Contract, { body }: RequestSent): string | undefined {
  const idAt = operations.order.fields.find(({ field }) => field === 'id')?.to ?? '';
  const { json } = parseJson(body?.text ?? '');
  const id = json === undefined ? undefined : getAt({ body: json }, idAt);
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}
