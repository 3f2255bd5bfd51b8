import { readDelivery } from '../../harness/kci/read.ts';
import type {
  DeliveryReceived,
  ExchangeBroke,
  KciEvent,
  KciProfile,
  Observation,
  RequestSent,
  ResponseReceived,
  SiteLeased,
  WaitEnded,
} from '../../harness/model.ts';
import { foldOf } from '../../harness/record/fold.ts';
import { scalarsOf } from './placed.ts';

/** A request and what came of it; neither response nor fault when the run was interrupted in between. */
export interface Exchange {
  readonly kind: 'exchange';
  readonly at: number;
  readonly request: RequestSent;
  readonly response?: ResponseReceived;
  readonly broke?: ExchangeBroke;
}
/** A webhook request, with what it says when read through the KCI profile. */
export interface ArrivalMoment {
  readonly kind: 'arrival';
  readonly at: number;
  readonly delivery: DeliveryReceived;
  readonly event: KciEvent;
}
/** A wait that is over, met or not. */
export interface Wait {
  readonly kind: 'wait';
  readonly at: number;
  readonly wait: WaitEnded;
}
/** A site of the world that a journey took for its own. */
export interface Leased {
  readonly kind: 'leased';
  readonly at: number;
  readonly lease: SiteLeased;
}
/** One entry of a timeline. */
export type Moment = Exchange | ArrivalMoment | Wait | Leased;

/** The timelines of a run. */
export interface Moments {
  /** By journey, in the order of the record; the runner's own requests (tokens) stand under the empty name. */
  readonly byJourney: ReadonlyMap<string, readonly Moment[]>;
  /** Deliveries that no journey's requests explain. */
  readonly unclaimed: readonly ArrivalMoment[];
  /** By the `seq` of any observation that the moment is made of. */
  readonly bySeq: ReadonlyMap<number, Moment>;
}

/** Sorts a record into the timelines of its journeys. */
export function moments(record: readonly Observation[], profile: KciProfile): Moments {
  const { exchanges } = foldOf(record, profile);
  const owner = ownerOf(record);
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
  for (const seen of record) {
    switch (seen.type) {
      case 'request-sent': {
        const { sent, ...ends } = exchanges.get(seen.exchange) ?? { sent: seen };
        const end = ends.response ?? ends.broke;
        const moment = { kind: 'exchange', at: seen.at, request: sent, ...ends } as const;
        add(seen.journey, moment, seen.seq, ...(end === undefined ? [] : [end.seq]));
        break;
      }
      case 'delivery-received': {
        for (const { event } of readDelivery(profile, seen))
          add(owner(event), { kind: 'arrival', at: seen.at, delivery: seen, event }, seen.seq);
        break;
      }
      case 'wait-ended':
        add(seen.journey, { kind: 'wait', at: seen.at, wait: seen }, seen.seq);
        break;
      case 'site-leased':
        add(seen.journey, { kind: 'leased', at: seen.at, lease: seen }, seen.seq);
        break;
    }
  }
  return { byJourney, unclaimed, bySeq };
}

/**
 * Which journey a KCI event belongs to. Clients choose order ids and no two journeys share one, so the event belongs to the
 * journey that placed an order with a top-level member of that value; where the member stands is the contract's affair, not
 * a report's. Failing that, to the one journey that used the event's conversation.
 */
function ownerOf(record: readonly Observation[]): (event: KciEvent) => string | undefined {
  const byMember = new Map<string, RequestSent[]>();
  for (const seen of requestsIn(record)) {
    if (seen.verb !== 'order' && seen.verb !== 'http') continue;
    for (const value of scalarsOf({ request: seen })) {
      const claims = byMember.get(value);
      if (claims === undefined) byMember.set(value, [seen]);
      else claims.push(seen);
    }
  }
  // Nearly every event names an order that was placed.
  let byHeader: ReadonlyMap<string, string | null> | undefined;
  return (event) => {
    const claims = event.orderId === undefined ? [] : (byMember.get(event.orderId) ?? []);
    const { conversation } = event;
    const talked = claims.find(({ headers }) => headers.some(([, value]) => value === conversation));
    const claim = talked ?? claims[0];
    if (claim !== undefined || conversation === undefined) return claim?.journey;
    byHeader ??= journeysByHeader(record);
    return byHeader.get(conversation) ?? undefined;
  };
}

/** The journeys that alone sent a value in a header; null where several did. */
function journeysByHeader(record: readonly Observation[]): ReadonlyMap<string, string | null> {
  const byHeader = new Map<string, string | null>();
  for (const { headers, journey } of requestsIn(record)) {
    for (const [, value] of headers) {
      const known = byHeader.get(value);
      byHeader.set(value, known === undefined || known === journey ? journey : null);
    }
  }
  return byHeader;
}

function requestsIn(record: readonly Observation[]): readonly RequestSent[] {
  return record.filter((seen) => seen.type === 'request-sent').filter(({ journey }) => journey !== '');
}
