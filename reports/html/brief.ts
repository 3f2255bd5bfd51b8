import type { CaseVerdict, DeliveryReceived, KciEvent, RequestSent, ResponseReceived } from '../../harness/model.ts';
import type { ArrivalMoment, Exchange, Leased, Moment, Wait } from '../story/moments.ts';

/** A moment without headers, bodies and queries, and without what the rest of it and its case tell. */
export type BriefMoment =
  | (Pick<Exchange, 'kind' | 'at'> & {
      readonly request: Pick<RequestSent, 'seq' | 'step' | 'verb' | 'tenant' | 'method' | 'url'>;
      readonly response?: Pick<ResponseReceived, 'status' | 'tookMs'> | undefined;
      readonly broke?: Exchange['broke'] | undefined;
    })
  | (Pick<ArrivalMoment, 'kind' | 'at'> & {
      readonly delivery: Pick<DeliveryReceived, 'seq' | 'answered'>;
      readonly event: {
        readonly [member in 'name' | 'orderId' | 'sequence' | 'status']?: KciEvent[member] | undefined;
      };
    })
  | Wait
  | Leased;

/** What an index does not tell of a case already. */
export type BriefVerdict = Omit<CaseVerdict, 'id' | 'title' | 'outcome' | 'requirements' | 'endedAt'>;

/** A moment in brief: where a page holds very many cases, this is what costs. */
export function inBrief(moment: Moment): BriefMoment {
  if (moment.kind === 'exchange') {
    const { kind, at, response, broke } = moment;
    const { seq, step, verb, tenant, method, url } = moment.request;
    const request = { seq, step, verb, tenant, method, url: url.split('?', 1)[0] ?? '' };
    return { kind, at, request, response: response && { status: response.status, tookMs: response.tookMs }, broke };
  }
  if (moment.kind !== 'arrival') return moment;
  const { kind, at, delivery } = moment;
  const { name = moment.event.wireName, orderId, sequence, status } = moment.event;
  const { seq, answered } = delivery;
  return { kind, at, delivery: { seq, answered }, event: { name, orderId, sequence, status } };
}

const EMPTY = { headers: [], body: { sizeBytes: 0 } };

/** The moment out of its brief form; what was left out for good is empty. */
export function fromBrief(brief: BriefMoment, journey: string): Moment {
  if (brief.kind === 'exchange') {
    const { kind, at, request, response, broke } = brief;
    const { seq: exchange, step, verb, tenant } = request;
    const of = { exchange, journey, step, verb, tenant };
    return {
      kind,
      at,
      request: { type: 'request-sent', at, ...of, ...EMPTY, body: null, ...request },
      ...(response && {
        response: {
          type: 'response-received',
          seq: exchange + 1,
          at: at + response.tookMs,
          ...of,
          ...EMPTY,
          ...response,
        },
      }),
      ...(broke && { broke }),
    };
  }
  if (brief.kind !== 'arrival') return brief;
  const { kind, at, delivery, event } = brief;
  const came = { type: 'delivery-received', at, delivery: delivery.seq, method: 'POST', path: '' } as const;
  return {
    kind,
    at,
    delivery: { ...came, expectedPath: true, ...EMPTY, ...delivery },
    event: { dates: {}, ...event } as KciEvent,
  };
}
