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
export type Seen = OnWire<RequestSent> | OnWire<ResponseReceived> | OnWire<ExchangeBroke> | OnWire<DeliveryReceived>;

/** What went over the wire in a record; everything that its run knew besides is left out. */
export function seenIn(record: readonly Observation[]): readonly Seen[] {
  return record.flatMap((each): readonly Seen[] => {
    switch (each.type) {
      case 'request-sent':
      case 'response-received':
      case 'exchange-broke': {
        const { seq: _, journey: __, step: ___, verb: ____, tenant: _____, ...seen } = each;
        return [seen];
      }
      case 'delivery-received': {
        const { seq: _, ...seen } = each;
        return [seen];
      }
      default:
        return [];
    }
  });
}
