import type {
  DeliveryReceived,
  ExchangeBroke,
  Observation,
  OfExchange,
  RequestSent,
  ResponseReceived,
} from '../model.ts';

/** An observation of what went over the wire, as anybody between client and gateway sees it: nobody says what it belongs to. */
type OnWire<T extends Observation> = Omit<T, 'seq' | Exclude<keyof OfExchange, 'exchange'>>;

/** What is seen of traffic that others make, in the order in which it happened. An exchange has a number by which its answer is known. */
export type SeenTraffic =
  | OnWire<RequestSent>
  | OnWire<ResponseReceived>
  | OnWire<ExchangeBroke>
  | OnWire<DeliveryReceived>;

/** What went over the wire in a record; what its run knew besides is of no account. */
export function seenIn(record: readonly Observation[]): readonly SeenTraffic[] {
  return record.filter((each) => 'exchange' in each || 'delivery' in each);
}
