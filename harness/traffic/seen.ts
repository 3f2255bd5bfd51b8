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

/**
 * An observation of what went over the wire, as anybody between client and gateway sees it: nobody says what it belongs to.
 */
type OnWire<T extends Observation> = Omit<T, 'seq' | Exclude<keyof ExchangeRef, 'exchange'>>;

/**
 * What is seen of traffic that others make, in the order in which it happened. An exchange has a number by which its answer
 * is known.
 */
export type SeenTraffic =
  | OnWire<RequestSent>
  | OnWire<ResponseReceived>
  | OnWire<ExchangeBroke>
  | OnWire<DeliveryReceived>;

/** What went over the wire in a record; what its run knew besides is of no account. */
export function seenIn(record: readonly Observation[]): readonly SeenTraffic[] {
  return record.filter((each) => 'exchange' in each || 'delivery' in each);
}

/** The same without what Assay did to give addresses back, and what came of that. */
export function seenOfCases(record: readonly Observation[], profile: KciProfile): readonly SeenTraffic[] {
  const { walks, arrivals } = foldOf(record, profile);
  const cleared = clearedIn([...walks.values()].flat());
  const late = arrivals.filter(({ seen, event }) => seen.seq > (cleared.get(event.orderId ?? '')?.seq ?? Infinity));
  const left = new Set<Observation>(late.map(({ seen }) => seen));
  return seenIn(record.filter((each) => !left.has(each) && !('journey' in each && isRestoring(each.journey))));
}
