import type { CaseVerdict, Verb } from '../../harness/model.ts';
import type { Moment } from '../story/moments.ts';

/**
 * A moment without headers, bodies and queries, as a list in place of an object with names: where a page holds very many
 * cases, the names are what costs. `after` is the time since the moment before it, in ms.
 */
export type BriefMoment = readonly [after: number, seq: number, ...what: What];

type What =
  | readonly [
      kind: 'exchange',
      step: string,
      verb: Verb | 'http',
      tenant: string,
      method: string,
      url: string,
      ...end: readonly [] | readonly [tookMs: number, answer: number | string, detail?: string],
    ]
  | readonly [
      kind: 'arrival',
      name: string | null,
      orderId: string | null,
      sequence: number | null,
      status: string | null,
      answered: number,
    ]
  | readonly [kind: 'wait', wait: string, tookMs: number, ended: WaitEnd]
  | readonly [kind: 'leased', name: string, role: string, site: readonly [id: string, type: string] | null];

type WaitEnd = Extract<Moment, { kind: 'wait' }>['wait']['ended'];

/** What an index does not tell of a case already. */
export type BriefVerdict = Omit<CaseVerdict, 'id' | 'title' | 'outcome' | 'requirements' | 'startedAt' | 'endedAt'>;

/** A timeline in brief. */
export function inBrief(moments: readonly Moment[], from: number): BriefMoment[] {
  let before = from;
  return moments.map((moment) => {
    const after = moment.at - before;
    before = moment.at;
    return [after, ...whatOf(moment)];
  });
}

function whatOf(moment: Moment): [seq: number, ...What] {
  switch (moment.kind) {
    case 'exchange': {
      const { request, response, broke } = moment;
      const { seq, step, verb, tenant, method, url } = request;
      const asked = [seq, 'exchange', step, verb, tenant, method, url.split('?', 1)[0] ?? ''] as const;
      if (response !== undefined) return [...asked, response.tookMs, response.status];
      return broke === undefined ? [...asked] : [...asked, broke.tookMs, broke.fault, broke.detail];
    }
    case 'arrival': {
      const { delivery, event } = moment;
      const name = event.name ?? event.wireName ?? null;
      const { orderId = null, sequence = null, status = null } = event;
      return [delivery.seq, 'arrival', name, orderId, sequence, status, delivery.answered];
    }
    case 'wait': {
      const { seq, wait, startedAt, at, ended } = moment.wait;
      return [seq, 'wait', wait, at - startedAt, ended];
    }
    case 'leased': {
      const { seq, name, role, site } = moment.lease;
      return [seq, 'leased', name, role, site === null ? null : [site.id, site.type]];
    }
  }
}

/** The timeline of a journey out of its brief form. */
export function fromBrief(brief: readonly BriefMoment[], from: number, journey: string): Moment[] {
  let at = from;
  return brief.map(([after, seq, ...what]) => {
    at += after;
    return momentOf(what, { seq, at }, journey);
  });
}

function momentOf(what: What, seen: { readonly seq: number; readonly at: number }, journey: string): Moment {
  const { at, seq } = seen;
  switch (what[0]) {
    case 'exchange': {
      const [, step, verb, tenant, method, url, tookMs, answer, detail = ''] = what;
      const of = { exchange: seq, journey, step, verb, tenant };
      const request = { ...seen, type: 'request-sent', ...of, method, url, headers: [], body: null } as const;
      const moment = { kind: 'exchange', at, request } as const;
      if (tookMs === undefined || answer === undefined) return moment;
      const end = { seq: seq + 1, at: at + tookMs, ...of, tookMs };
      if (typeof answer === 'number') {
        const got = { status: answer, headers: [], body: { sizeBytes: 0 } };
        return { ...moment, response: { ...end, type: 'response-received', ...got } };
      }
      return { ...moment, broke: { ...end, type: 'exchange-broke', fault: answer as 'reset', detail } };
    }
    case 'arrival': {
      const [, name, orderId, sequence, status, answered] = what;
      const told = {
        ...(name !== null && { name }),
        ...(orderId !== null && { orderId }),
        ...(sequence !== null && { sequence }),
        ...(status !== null && { status }),
      };
      const came = { delivery: seq, method: 'POST', path: '', expectedPath: true, headers: [], body: { sizeBytes: 0 } };
      const delivery = { ...seen, type: 'delivery-received', ...came, answered } as const;
      return { kind: 'arrival', at, delivery, event: { ...told, dates: {} } };
    }
    case 'wait': {
      const [, wait, tookMs, ended] = what;
      const waited = { ...seen, type: 'wait-ended', journey, wait, startedAt: at - tookMs, ended } as const;
      return { kind: 'wait', at, wait: waited };
    }
    case 'leased': {
      const [, name, role, site] = what;
      const where = site === null ? null : { id: site[0], type: site[1] };
      return { kind: 'leased', at, lease: { ...seen, type: 'site-leased', journey, name, role, site: where } };
    }
  }
}
