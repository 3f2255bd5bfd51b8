import type {
  CapturedBody,
  ExchangeRef,
  Json,
  JsonObject,
  Send,
  Unrecorded,
  WireFault,
  WireRequest,
  WireResponse,
} from '../model.ts';
import { isObject } from '../values/pointer.ts';
import { tokenOf } from '../wire/answer-body.ts';
import { captureBody } from '../wire/capture.ts';
import type { SkewMeter } from '../wire/skew.ts';
import { bodyJson, isFault, type JsonRead } from '../wire/wire.ts';
import type { Ports } from './ports.ts';

/** Where an exchange belongs. */
export interface NewExchange extends Omit<ExchangeRef, 'exchange'> {
  readonly isAgain?: true;
}

/** The part of an answer that the runner needs; null if the exchange broke. */
export interface ExchangeOutcome {
  readonly answer: {
    readonly status: number;
    readonly headers: WireRequest['headers'];
    readonly json: Json | undefined;
  } | null;
  /** Why the request was not sent at all. */
  readonly cut?: string;
}

/** One half of an exchange, before it is recorded. */
export type ExchangeObservation = Extract<Unrecorded, ExchangeRef>;

/** What an exchange needs of the run. */
interface ExchangePorts extends Pick<Ports, 'clock' | 'addSecret' | 'signal'> {
  readonly send: Send;
  readonly record: (observation: ExchangeObservation) => void;
  /** The number of the last exchange that the record already has. */
  readonly exchangesBefore?: number | undefined;
  /** Learns the target's clock. */
  readonly skewMeter?: Pick<SkewMeter, 'see'>;
}

/** Sends requests and records both halves of each exchange, numbered over the run. `came` is the unredacted answer. */
export function createExchange(
  ports: ExchangePorts,
): (of: NewExchange, request: WireRequest) => Promise<ExchangeOutcome & { readonly came: WireResponse | WireFault }> {
  let count = ports.exchangesBefore ?? 0;
  return async ({ isAgain, ...its }, request) => {
    count += 1;
    const of = { exchange: count, ...its };
    const { method, url, headers } = request;
    const body: CapturedBody | null = request.body && captureBody(request.body);
    ports.record({ type: 'request-sent', ...of, ...(isAgain ? { isAgain } : {}), method, url, headers, body });
    const sentAt = ports.clock.now();
    const result = await ports.send(request, ports.signal);
    if (isFault(result)) {
      const { fault, detail, tookMs } = result;
      ports.record({ type: 'exchange-broke', ...of, fault, detail, tookMs });
      return { answer: null, came: result };
    }
    ports.skewMeter?.see(result.headers, sentAt, result.arrived?.at ?? ports.clock.now());
    const received = captureBody(result.body);
    if (of.verb === 'token') rememberTokens(bodyJson(received).json, ports.addSecret);
    ports.record({
      type: 'response-received',
      ...of,
      status: result.status,
      headers: result.headers,
      body: received,
      tookMs: result.tookMs,
      ...result.arrived,
    });
    return { answer: answerOf(result, received), came: result };
  };
}

/** The body is parsed only on demand: most answers are right by status alone. */
function answerOf({ status, headers }: WireResponse, body: CapturedBody): ExchangeOutcome['answer'] {
  let read: JsonRead | undefined;
  return {
    status,
    headers,
    get json() {
      read ??= bodyJson(body);
      return read.json;
    },
  };
}

/** Tokens become secrets as soon as they are received, before their response is recorded. */
function rememberTokens(json: Json | undefined, addSecret: ExchangePorts['addSecret']): void {
  const [token, ...others] = tokensIn(json);
  if (token !== undefined) addSecret('access-token', token);
  for (const other of others) addSecret('token', other);
}

/** Every token in an answer of the token endpoint, the access token first; empty if there is none. */
export function tokensIn(json: Json | undefined): readonly string[] {
  const token = tokenOf(json);
  if (!token || !isObject(json ?? null)) return [];
  const { refresh_token: refresh, id_token: id } = json as JsonObject;
  return [token.text, ...[refresh, id].filter((each) => typeof each === 'string')];
}
