import { bareJourney } from '../../journey/bare.ts';
import type {
  CallStep,
  Journey,
  Json,
  Observation,
  RequestSent,
  ResponseReceived,
  Span,
  Spread,
  Verb,
} from '../../model.ts';

/** Test support: journeys and their observations, built by hand. */

export const SPAN: Span = { file: 'scenarios/test.yaml', line: 1, col: 1, length: 1, excerpt: 'scenario: Test' };

/** A journey without steps, unless given. */
export function journeyOf(id: string, more: Partial<Journey> = {}): Journey {
  return bareJourney(id, SPAN, { scenario: id.replace(/[@#].*/, ''), tenant: 'northwind-broadband', ...more });
}

/** A step that calls an operation; these statuses mean success. */
export function callOf(verb: Verb, ...statuses: readonly string[]): CallStep {
  return {
    kind: 'call',
    name: verb,
    request: { verb, method: 'POST', path: `/${verb}`, headers: {}, query: {}, auth: 'bearer' },
    tenant: 'northwind-broadband',
    expect: { answers: (statuses.length > 0 ? statuses : ['200']).map((status) => ({ status })) },
    span: SPAN,
  };
}

const bodyOf = (json: Json | undefined) => {
  const text = json === undefined ? '' : JSON.stringify(json);
  return { text, sizeBytes: text.length };
};

/** A request of a journey, in the step named after the operation. */
export function sentBy(journey: string, verb: Verb, more: { exchange: number; at?: number; body?: Json }): RequestSent {
  const { exchange, at = 0, body } = more;
  return {
    type: 'request-sent',
    seq: exchange * 2,
    at,
    exchange,
    journey,
    step: verb,
    verb,
    tenant: 'northwind-broadband',
    method: 'POST',
    url: `http://fake.invalid/${verb}`,
    headers: [],
    body: body === undefined ? null : bodyOf(body),
  };
}

/** The answer to a request. */
export function answerTo(
  { exchange, journey, step, verb, tenant, at }: RequestSent,
  status: number,
  { tookMs = 0, body }: { readonly tookMs?: number; readonly body?: Json } = {},
): ResponseReceived {
  const headers = [['content-type', 'application/json']] as const;
  return {
    type: 'response-received',
    seq: exchange * 2 + 1,
    at: at + tookMs,
    exchange,
    journey,
    step,
    verb,
    tenant,
    status,
    headers,
    body: bodyOf(body),
    tookMs,
  };
}

/** The end of a wait of the journey. */
export function waited(
  journey: string,
  wait: string,
  ended: 'met' | 'expired' | 'interrupted',
  at: number,
): Observation {
  return { type: 'wait-ended', seq: 900, at, journey, wait, startedAt: 0, ended };
}

/** `count` durations of `ms` each. */
export function evenSpread(count: number, ms: number): Spread {
  return { count, min: ms, mean: ms, median: ms, p90: ms, p95: ms, p99: ms, p999: ms, max: ms };
}
