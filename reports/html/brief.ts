import type { CaseVerdict } from '../../harness/model.ts';
import type { Moment } from '../story/moments.ts';

/** A moment without headers, bodies and queries, and without what the rest of it and of its case tells. */
export type BriefMoment = Pick<Moment, 'kind' | 'at'> & { readonly [member: string]: unknown };

/** What an index does not tell of a case already. */
export type BriefVerdict = Omit<CaseVerdict, 'id' | 'title' | 'outcome' | 'requirements' | 'endedAt'>;

/** A moment in brief: where a page holds very many cases, this is what costs. */
export function inBrief(moment: Moment): BriefMoment {
  const { kind, at } = moment;
  if (kind === 'exchange') {
    const { seq, step, verb, tenant, method, url } = moment.request;
    const request = { seq, step, verb, tenant, method, url: url.split('?', 1)[0] };
    const response = moment.response && { status: moment.response.status, tookMs: moment.response.tookMs };
    return { kind, at, request, response, broke: moment.broke };
  }
  if (kind !== 'arrival') return { ...moment };
  const { seq, answered } = moment.delivery;
  const { name = moment.event.wireName, orderId, sequence, status } = moment.event;
  return { kind, at, delivery: { seq, answered }, event: { name, orderId, sequence, status } };
}

/** The moment out of its brief form; what was left out for good is empty. */
export function fromBrief(brief: BriefMoment, journey: string): Moment {
  const { kind, at, request, response, delivery, event } = brief as Moment & Record<string, object> & BriefMoment;
  const empty = { headers: [], body: { sizeBytes: 0 } };
  if (kind === 'exchange') {
    const { seq: exchange } = request as { seq: number };
    const end = response as { tookMs: number } | undefined;
    return {
      ...brief,
      request: { at, exchange, journey, ...empty, body: null, ...(request as object) },
      ...(end && { response: { seq: exchange + 1, at: at + end.tookMs, exchange, ...empty, ...end } }),
    } as unknown as Moment;
  }
  if (kind !== 'arrival') return brief as unknown as Moment;
  const came = { at, method: 'POST', path: '', expectedPath: true, ...empty, ...(delivery as object) };
  return { kind, at, delivery: came, event: { dates: {}, ...(event as object) } } as unknown as Moment;
}
