import { isRestoring } from '../journey/restoring.ts';
import { clearedIn } from '../judge/history.ts';
import type {
  DeliveryReceived,
  ExchangeBroke,
  ExchangeRef,
  KciProfile,
  Observation,
  RequestSent,
  ResponseReceived,
} from '../model.ts';
import { foldOf } from '../record/fold.ts';

/** An observation as seen on the wire between client and gateway: without what it belongs to. */
type OnWire<T extends Observation> = Omit<T, 'seq' | Exclude<keyof ExchangeRef, 'exchange'>>;

/**
 * What is seen of traffic made by others, in chronological order. The number of an exchange connects request and answer.
 */
export type SeenTraffic =
  | OnWire<RequestSent>
  | OnWire<ResponseReceived>
  | OnWire<ExchangeBroke>
  | OnWire<DeliveryReceived>;

/** What a record has of the wire; other knowledge of its run is left out. */
export function seenIn(record: readonly Observation[]): readonly SeenTraffic[] {
  return record.filter((each) => 'exchange' in each || 'delivery' in each);
}

/** What a record has of the wire, without the requests by which Assay gave addresses back, and their consequences. */
export function seenOfCases(record: readonly Observation[], profile: KciProfile): readonly SeenTraffic[] {
  const { walks, arrivals } = foldOf(record, profile);
  const cleared = clearedIn([...walks.values()].flat());
  const late = arrivals.filter(({ seen, event }) => seen.seq > (cleared.get(event.orderId ?? '')?.seq ?? Infinity));
  const left = new Set<Observation>(late.map(({ seen }) => seen));
  return seenIn(record.filter((each) => !left.has(each) && !('journey' in each && isRestoring(each.journey))));
}
