/** Sends the requests of a load's script: copied beside it as `journey.ts`. */
import { check, group, sleep } from 'k6';
import encoding from 'k6/encoding';
import exec from 'k6/execution';
import http, { type RefinedResponse } from 'k6/http';
import { Rate } from 'k6/metrics';
import type { DeliveryRefusal, Json, JsonObject } from '../../model.ts';
import { errorCodeOf, renewalOf, tokenOf } from '../../wire/answer-body.ts';

/** Where a load goes, and how long it lasts. Contains no secret. */
export interface LoadSettings {
  readonly gateway: string;
  /** Headers that every request carries. */
  readonly headers: Readonly<Record<string, string>>;
  /** The tenants' client ids by name; the secrets are in ASSAY_CLIENT_SECRETS. */
  readonly tenants: Readonly<Record<string, string>>;
  readonly token: {
    readonly path: string;
    readonly tenantHeader?: string;
    readonly form: Readonly<Record<string, string>>;
    readonly contentType: string;
  };
  readonly answerMs: number;
  /** The longest that a journey lets time pass on purpose; null: no limit. */
  readonly waitMs: number | null;
  /**
   * `loadMs`: from the first arrival to the last. `graceMs`: how long a journey may go on after that. `drainMs`: how long
   * events are awaited.
   */
  readonly loadMs: number;
  readonly graceMs: number;
  readonly drainMs: number;
  /** How many instances of k6 report to the same Assay. */
  readonly instances: number;
  /** Whether a threshold is on the share of requests that were not answered. */
  readonly measuresBroken: boolean;
  /** By operation: the longest that an answer may take by any threshold. Slower ones are reported whole. */
  readonly mostMs: Readonly<Record<string, number>>;
  /** A line for each journey, in columns: its function, its scenario, whether Assay judges it whole, and its own values. */
  readonly journeys: { readonly length: number; readonly [index: number]: string };
  readonly walks: Readonly<Record<string, (journey: Walker, row: readonly string[]) => void>>;
}

/** What k6 is told about a request; its name is that of its step. */
interface Params {
  readonly headers: Record<string, string>;
  readonly tags: { readonly name: string; readonly operation: string; readonly to?: string };
  /** Which answers k6 counts as right. */
  readonly responseCallback: ReturnType<typeof http.expectedStatuses>;
  timeout?: number;
}

type Request = readonly [method: string, url: string, body: string | null, params: Params];

type TextResponse = RefinedResponse<'text'>;

/** A request that was sent. Kept as it is until it is reported, because preparing it earlier costs the VU time. */
export interface SentRequest {
  /** The tenant for whom a shared token was requested; empty for requests of a step. */
  readonly tokenOf: string;
  readonly method: string;
  readonly url: string;
  readonly body: string | null;
  readonly params: Params;
  readonly sentAt: number;
  readonly at: number;
  readonly status: number;
  readonly tookMs: number;
  readonly response: TextResponse;
}

/** A wait, and how it ended. */
export interface EndedWait {
  readonly wait: string;
  readonly startedAt: number;
  readonly at: number;
  readonly ended: string;
}

/** Why a walk ended before its last step. */
export interface Stopped {
  readonly ended: 'stopped' | 'interrupted';
  readonly reason?: string;
  readonly detail?: string;
}

/** Tokens by tenant; null where the endpoint gave none. */
export type Tokens = Record<string, { readonly token: string | null; readonly until: number }>;

/** What a journey needs of Assay; without Assay it runs alone. */
export interface ToAssay {
  learnt(body: Json | undefined): void;
  /** How a wait for an event of the order ended. */
  awaitEvents(index: number, step: string, orderId: string, timeout: number): string;
  turnAway(orderId: string, how: DeliveryRefusal): void;
}

const broken = new Rate('broken');
const TRIES = 4;
/** Before k6 aborts a walk, the walk stops waiting by itself and reports what it did. */
const LAST_MS = 3_000;
const SPARE_MS = 10_000;
const MAX_RETRY_MS = 120_000;

/** Ends a walk. */
class WalkStopped extends Error {
  readonly why: Stopped;

  constructor(why: Stopped) {
    super(why.detail);
    this.why = why;
  }
}

/** What one VU walks its journeys with, one at a time. */
export interface Walker {
  /** Sends a request; repeats it where a rate limit refused it, after the time that the answer asks for. */
  send(...request: Request): TextResponse;
  sendTogether(requests: readonly Request[]): readonly TextResponse[];
  /**
   * The value of the header `Authorization`: the tenant's token, or its client's credentials with those in `named`
   * replaced.
   */
  bearer(tenant: string): string;
  basic(tenant: string, named?: { readonly clientId?: string; readonly clientSecret?: string }): string;
  check(reply: TextResponse, checks: Readonly<Record<string, boolean>>): void;
  /** Names and values, alternating. */
  needs(step: string, ...values: readonly unknown[]): void;
  think(ms: number): void;
  /** `ms` is undefined if the value waited for is not a moment. */
  wait(step: string, ms: number | undefined, until?: string): void;
  /** Assay's time. */
  now(): number;
  awaitEvents(step: string, order: unknown, withinMs: number): void;
  turnAway(orderId: unknown, how: DeliveryRefusal): void;
  stop(reason: string, detail: string): never;
}

/** A VU without a token, for the code that starts its journeys and reports them to Assay. */
export function createWalker(load: LoadSettings, assay: ToAssay) {
  const { $form, ...secrets } = JSON.parse(__ENV.ASSAY_CLIENT_SECRETS ?? '{}');
  let aheadMs = 0;
  let index = 0;
  let did: (SentRequest | EndedWait)[] = [];
  let tagged = '';

  const stop = (reason: string, detail: string): never => {
    throw new WalkStopped({ ended: 'stopped', reason, detail });
  };
  const missing = (step: string, names: string): never =>
    stop('value-missing', `step ${step} needs what no answer gave: ${names}`);
  const basic: Walker['basic'] = (tenant, { clientId, clientSecret } = {}) => {
    const pair = `${clientId ?? load.tenants[tenant] ?? ''}:${clientSecret ?? secrets[tenant] ?? ''}`;
    return `Basic ${encoding.b64encode(pair)}`;
  };

  const took = (sent: Omit<SentRequest, 'at' | 'status' | 'tookMs'>): SentRequest => {
    // Reading a member of an answer costs k6 as much as many of ours, so what is needed twice is kept.
    const { tokenOf, method, url, body, params, sentAt, response } = sent;
    const { status, timings } = response;
    const tookMs = timings.blocked + timings.duration;
    const whole = { tokenOf, method, url, body, params, sentAt, at: Date.now(), status, tookMs, response };
    did.push(whole);
    if (load.measuresBroken) broken.add(status === 0, params.tags);
    return whole;
  };
  const sendOnce = (method: string, url: string, body: string | null, params: Params, tokenOf = ''): SentRequest => {
    params.timeout = load.answerMs;
    const sentAt = Date.now();
    const response = http.request<'text'>(method, url, body, params);
    return took({ tokenOf, method, url, body, params, sentAt, response });
  };

  const tokens = createTokens(load, {
    learnt: assay.learnt,
    send: (tenant, body, headers) => {
      const params = {
        headers: { ...headers, Authorization: basic(tenant), 'Content-Type': load.token.contentType },
        tags: { name: 'token', operation: 'token', to: 'gateway' },
        responseCallback: http.expectedStatuses({ min: 200, max: 299 }),
      };
      return sendOnce('POST', load.gateway + load.token.path, body, params, tenant);
    },
    form: $form,
  });

  const waited = (wait: string, startedAt: number, ended: string): void => {
    did.push({ wait, startedAt, at: Date.now(), ended });
    if (ended === 'interrupted') throw new WalkStopped({ ended });
    if (ended !== 'met') throw new WalkStopped({ ended: 'stopped' });
  };

  const journey: Walker = {
    send: (method, url, body, params) => {
      for (let tries = 1; ; tries += 1) {
        const { status, response: reply } = sendOnce(method, url, body, params);
        if ((status !== 429 && status !== 503) || tries === TRIES) return reply;
        const retry = headersOf(reply)['retry-after'];
        if (status === 503 && retry === undefined) return reply;
        const asks = /^\d+$/.test(String(retry)) ? Number(retry) * 1000 : Date.parse(String(retry)) - Date.now();
        const waitMs = Number.isNaN(asks) ? 1_000 * tries : Math.max(0, asks);
        if (waitMs > Math.max(MAX_RETRY_MS, load.answerMs)) return reply;
        sleep(waitMs / 1000);
      }
    },
    sendTogether: (requests) => {
      for (const [, , , params] of requests) params.timeout = load.answerMs;
      const sentAt = Date.now();
      const responses = http.batch(requests as never) as unknown as TextResponse[];
      return requests.map(([method, url, body, params], i) => {
        const response = responses[i] as TextResponse;
        took({ tokenOf: '', method, url, body, params, sentAt, response });
        return response;
      });
    },
    bearer: (tenant) => tokens.of(tenant) ?? stop('token-unavailable', `no token for tenant ${tenant}`),
    basic,
    check: (reply, checks) => {
      // k6 accepts results as well as functions; each function costs it as much as a sample.
      if (!check(reply, checks as never)) throw new WalkStopped({ ended: 'stopped' });
    },
    needs: (step, ...values) => {
      // No list is made if nothing is missing: each function call costs a VU as much as many member reads.
      let names = '';
      for (let i = 1; i < values.length; i += 2)
        if (values[i] === undefined) names += `${names && ', '}${values[i - 1]}`;
      if (names) missing(step, names);
    },
    think: (ms) => sleep(ms / 1000),
    wait: (step, ms, until = '') => {
      const startedAt = Date.now();
      if (ms === undefined) return missing(step, until);
      if (load.waitMs !== null && ms > load.waitMs)
        stop('wait-too-long', `step ${step} waits ${ms} ms, the target file allows ${load.waitMs} ms`);
      sleep(ms / 1000);
      waited(step, startedAt, 'met');
    },
    now: () => Date.now() + aheadMs,
    awaitEvents: (step, order, withinMs) => {
      const startedAt = Date.now();
      const endsAt = exec.scenario.startTime + load.loadMs + load.graceMs - LAST_MS;
      const orderId = String((order as { id?: unknown } | null)?.id ?? order);
      const timeout = Math.max(1, Math.min(withinMs + SPARE_MS, endsAt - startedAt));
      waited(step, startedAt, assay.awaitEvents(index, step, orderId, timeout));
    },
    turnAway: (orderId, how) => assay.turnAway(String(orderId), how),
    stop,
  };

  return {
    /** The value of the header `Authorization` with the tenant's token; null if it has none. */
    tokenFor: tokens.of,
    tokens: tokens.all,
    /** `ahead`: by how many ms Assay's clock is ahead of this machine's. */
    start: (shared: Tokens, ahead: number): void => {
      tokens.take(shared);
      aheadMs = ahead;
    },
    /** Walks a journey; returns why it ended early, if it did. */
    walk: (line: string, its: number): { readonly isSampled: boolean; readonly stop?: Stopped } => {
      // By index, because k6 is slow to destructure a list.
      const row = line.split('\t');
      const { 0: walk = '', 1: scenario = '', 2: isSampled } = row;
      index = its;
      did = [];
      // k6 rebuilds the tags of a test each time they are read.
      if (scenario !== tagged) exec.vu.metrics.tags.journey = scenario;
      tagged = scenario;
      try {
        group(scenario, () => load.walks[walk]?.(journey, row));
      } catch (error) {
        if (!(error instanceof WalkStopped)) throw error;
        return { isSampled: true, stop: error.why };
      }
      return { isSampled: isSampled === '1' };
    },
    did: (): readonly (SentRequest | EndedWait)[] => did,
    // A VU that waits for its next journey does not keep the answers of the last one.
    forget: (): void => {
      did = [];
    },
  };
}

const FORM = 'application/x-www-form-urlencoded';

/** The tokens of one VU: asked for when they are first needed, and again before they end. */
function createTokens(
  { token: { form: usual, contentType, tenantHeader }, headers }: LoadSettings,
  {
    form,
    send,
    learnt,
  }: {
    /** Members of the form that are secret. */
    readonly form: JsonObject;
    readonly send: (tenant: string, body: string, headers: Readonly<Record<string, string>>) => SentRequest;
    readonly learnt: ToAssay['learnt'];
  },
) {
  let held: Tokens = {};
  const said = { ...usual, ...form };
  const body = contentType.startsWith(FORM) ? queryOf(said) : JSON.stringify(said);

  /** If the endpoint gives none, it is not asked again at once. */
  const renewed = (tenant: string): Tokens[string] => {
    const its = tenantHeader === undefined ? {} : { [tenantHeader]: tenant };
    const ask = (): SentRequest => send(tenant, body, { ...headers, ...its });
    let asked = ask();
    for (let tries = 1; asked.status === 0 && tries < 3; tries += 1) {
      sleep(0.2 * tries);
      asked = ask();
    }
    const json = jsonOf(asked.response);
    const given = Math.floor(asked.status / 100) === 2 ? tokenOf(json) : undefined;
    if (!given) return { token: null, until: Date.now() + 5_000 };
    learnt(json);
    return { token: `Bearer ${given.text}`, until: renewalOf(given.lifeSeconds, asked.sentAt) };
  };

  return {
    /** The tenant's token as the header `Authorization` has it; null if there is none. */
    of: (tenant: string): string | null => {
      let its = held[tenant];
      if (!its || its.until <= Date.now()) {
        its = renewed(tenant);
        held[tenant] = its;
      }
      return its.token;
    },
    all: (): Tokens => held,
    take: (shared: Tokens): void => {
      held = { ...shared };
    },
  };
}

/** Names and values for a query or a form, without undefined ones; values other than texts are written as JSON. */
export function queryOf(values: JsonObject): string {
  const names = Object.keys(values);
  let all = '';
  // By index, because k6 is slow to iterate over lists and objects otherwise.
  for (let i = 0; i < names.length; i += 1) {
    const name = names[i] as string;
    const value = values[name];
    if (value === undefined) continue;
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    all += `${all && '&'}${encodeURIComponent(name)}=${encodeURIComponent(text)}`;
  }
  return all;
}

/** The body of an answer, which k6 reads several times as fast as `JSON.parse` does; undefined if it is no JSON. */
export function jsonOf(answer: TextResponse): Json | undefined {
  try {
    return answer.body ? (answer.json() as Json) : undefined;
  } catch {
    return undefined;
  }
}

/** The code of an error body of either kind. */
export function codeOf(answer: TextResponse): string | undefined {
  return errorCodeOf(jsonOf(answer));
}

/** Headers by lower-case name. */
export function headersOf({ headers }: TextResponse): JsonObject {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** Status, headers and body together. */
export function wholeBodyOf(answer: TextResponse): Json {
  return { status: answer.status, headers: answer.headers, body: jsonOf(answer) ?? null };
}
