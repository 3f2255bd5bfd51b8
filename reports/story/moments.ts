import type {
  DeliveryReceived,
  KciEvent,
  KciProfile,
  Observation,
  RequestSent,
  SiteLeased,
  WaitEnded,
} from '../../harness/model.ts';
import type { RecordedExchange } from '../../harness/record/exchange.ts';
import { foldOf } from '../../harness/record/fold.ts';
import type { AskedOrder } from '../../harness/record/orders.ts';

/** A request and its result; neither response nor fault if the run was interrupted in between. */
export interface ExchangeMoment extends Omit<RecordedExchange, 'sent'> {
  readonly kind: 'exchange';
  readonly at: number;
  readonly request: RequestSent;
}
/** A webhook request, and its content read through the KCI profile. */
export interface ArrivalMoment {
  readonly kind: 'arrival';
  readonly at: number;
  readonly delivery: DeliveryReceived;
  readonly event: KciEvent;
  /** The key of the order that it names; absent if nobody placed such an order. */
  readonly order?: string;
}
/** A finished wait, met or not. */
export interface WaitMoment {
  readonly kind: 'wait';
  readonly at: number;
  readonly wait: WaitEnded;
}
/** A site of the world that a journey leased. */
export interface LeaseMoment {
  readonly kind: 'leased';
  readonly at: number;
  readonly lease: SiteLeased;
}
/** A requested order; its events are moments. */
export type ToldOrder = Omit<AskedOrder, 'arrivals'>;
/** One entry of a timeline. */
export type Moment = ExchangeMoment | ArrivalMoment | WaitMoment | LeaseMoment;

/** The timelines of a run. */
export interface Moments {
  /** By journey, in the order of the record; the runner's own requests (tokens) have an empty name. */
  readonly byJourney: ReadonlyMap<string, readonly Moment[]>;
  /** By journey: the orders that it requested. */
  readonly orders: ReadonlyMap<string, readonly ToldOrder[]>;
  /** Deliveries that belong to no journey's requests. */
  readonly unclaimed: readonly ArrivalMoment[];
  /** By the `seq` of any of the moment's observations. */
  readonly bySeq: ReadonlyMap<number, Moment>;
}

/** Sorts a record into the timelines of its journeys. */
export function moments(record: readonly Observation[], profile: KciProfile): Moments {
  const { exchanges, arrivals, orders } = foldOf(record, profile);
  const arrived = Map.groupBy(arrivals, ({ seen }) => seen.seq);
  const byJourney = new Map<string, Moment[]>();
  const unclaimed: ArrivalMoment[] = [];
  const bySeq = new Map<number, Moment>();
  const add = (journey: string | undefined, moment: Moment, ...seqs: readonly number[]) => {
    for (const seq of seqs) bySeq.set(seq, moment);
    if (journey === undefined) {
      if (moment.kind === 'arrival') unclaimed.push(moment);
      return;
    }
    const list = byJourney.get(journey);
    if (list === undefined) byJourney.set(journey, [moment]);
    else list.push(moment);
  };
  // Made only on demand: nearly every event names an order that was placed.
  let talking: ReadonlyMap<string, string | null> | undefined;
  const talkingIn = (conversation: string | undefined): string | undefined => {
    if (conversation === undefined) return undefined;
    talking ??= journeysByHeader(exchanges.values());
    return talking.get(conversation) ?? undefined;
  };
  for (const seen of record) {
    switch (seen.type) {
      case 'request-sent': {
        const { sent, ...more } = exchanges.get(seen.exchange) ?? { sent: seen };
        const end = more.response ?? more.broke;
        const moment = { kind: 'exchange', at: seen.at, request: sent, ...more } as const;
        add(seen.journey, moment, seen.seq, ...(end === undefined ? [] : [end.seq]));
        break;
      }
      case 'delivery-received':
        for (const { event, order } of arrived.get(seen.seq) ?? []) {
          const asked = order === undefined ? undefined : orders.get(order);
          const owner = asked?.journey ?? talkingIn(event.conversation);
          add(owner, { kind: 'arrival', at: seen.at, delivery: seen, event, ...(asked && { order }) }, seen.seq);
        }
        break;
      case 'wait-ended':
        add(seen.journey, { kind: 'wait', at: seen.at, wait: seen }, seen.seq);
        break;
      case 'site-leased':
        add(seen.journey, { kind: 'leased', at: seen.at, lease: seen }, seen.seq);
        break;
    }
  }
  const told = [...orders.values()].map(({ arrivals: _, ...order }) => order);
  return { byJourney, unclaimed, bySeq, orders: Map.groupBy(told, ({ journey }) => journey) };
}

/** By value of a header, such as a conversation: the only journey that sent it; null if several did. */
function journeysByHeader(exchanges: Iterable<RecordedExchange>): ReadonlyMap<string, string | null> {
  const byHeader = new Map<string, string | null>();
  for (const { sent } of exchanges) {
    if (sent.journey === '') continue;
    for (const [, value] of sent.headers) {
      const known = byHeader.get(value);
      byHeader.set(value, known === undefined || known === sent.journey ? sent.journey : null);
    }
  }
  return byHeader;
}
