/** What the functions of a load's script send requests with: copied beside it as `journey.ts`. */
import { check, group, sleep } from 'k6';
import encoding from 'k6/encoding';
import exec from 'k6/execution';
import http, { type RefinedResponse } from 'k6/http';
import { Rate } from 'k6/metrics';
import type { Json, JsonObject, TurningAway } from '../../model.ts';
import { errorCodeOf, tokenOf } from '../../wire/answer-body.ts';

/** Where a load goes, and how long it lasts. No secret is in it. */
export interface Load {
  readonly gateway: string;
  /** Headers that every request carries. */
  readonly headers: Readonly<Record<string, string>>;
  /** The tenants' client ids by their names; the secrets stand in ASSAY_CLIENT_SECRETS. */
  readonly tenants: Readonly<Record<string, string>>;
  readonly token: {
    readonly path: string;
    readonly tenantHeader?: string;
    readonly form: Readonly<Record<string, string>>;
    readonly contentType: string;
  };
  readonly answerMs: number;
  /** The longest that a journey lets time pass on purpose; null: as long as it likes. */
  readonly waitMs: number | null;
  /** From the first arrival to the last, how long a journey may go on after that, and how long events are awaited. */
  readonly loadMs: number;
  readonly graceMs: number;
  readonly drainMs: number;
  /** Instances of k6 that report to the same Assay. */
  readonly instances: number;
  /** A threshold asks for the share of requests that were not answered. */
  readonly measuresBroken: boolean;
  /** By operation, the longest that an answer may take by any threshold: what takes longer is told whole. */
  readonly mostMs: Readonly<Record<string, number>>;
  /** A line of JSON for each journey: its function, its scenario, whether Assay judges it whole, and what differs. */
  readonly journeys: { readonly length: number; readonly [index: number]: string };
  readonly walks: Readonly<Record<string, (journey: Journey, row: readonly unknown[]) => void>>;
}

interface Request {
  readonly operation: string;
  readonly tenant: string;
  readonly method: string;
  readonly path: string;
  readonly query?: JsonObject;
  readonly headers: Record<string, string>;
  readonly body?: Json;
  /** What k6 counts for right. */
  readonly expected: ReturnType<typeof http.expectedStatuses>;
}

/** A request that was sent, until it is told of: what a VU holds is made for that only then. */
export interface Sent {
  /** Empty: a token that all journeys share. */
  readonly step: string;
  readonly request: Request;
  readonly url: string;
  readonly body: string | null;
  readonly sentAt: number;
  readonly at: number;
  readonly response: RefinedResponse<'text'>;
}

/** A wait, with how it ended. */
export interface Waited {
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

/** Where a journey needs Assay; without one it goes alone. */
export interface ToAssay {
  learnt(body: Json | undefined): void;
  /** How a wait for an event of the order ended. */
  awaitEvents(index: number, step: string, orderId: string, timeout: number): string;
  turnAway(orderId: string, how: TurningAway): void;
}

const broken = new Rate('broken');
const TRIES = 4;
/** Before k6 breaks a walk off, it stops waiting by itself and tells what it did. */
const LAST_MS = 3_000;
const SPARE_MS = 10_000;
const LONGEST_RETRY_MS = 120_000;

/** Ends a walk. */
class Stop extends Error {
  readonly why: Stopped;

  constructor(why: Stopped) {
    super(why.detail);
    this.why = why;
  }
}

/** What one VU walks its journeys with, one at a time. */
export interface Journey {
  /** Sends a request, again where a rate limit turned it away, after the time that it asks for. */
  send(step: string, request: Request): Reply;
  sendTogether(requests: readonly (readonly [step: string, request: Request])[]): readonly Reply[];
  /** What the header `Authorization` shows: the tenant's token, or its client's credentials but for those that are named. */
  bearer(tenant: string): string;
  basic(tenant: string, named?: { readonly clientId?: string; readonly clientSecret?: string }): string;
  check(reply: Reply, checks: Readonly<Record<string, (reply: Reply) => boolean>>): void;
  /** Names and values in turns. */
  needs(step: string, ...values: readonly unknown[]): void;
  think(ms: number): void;
  wait(step: string, ms: number): void;
  /** Assay's time. */
  now(): number;
  awaitEvents(step: string, order: unknown, withinMs: number): void;
  turnAway(orderId: unknown, how: TurningAway): void;
  stop(reason: string, detail: string): never;
}

/** A VU without a token, for who starts its journeys and tells Assay of them. */
export function createWalker(load: Load, assay: ToAssay) {
  const { $form, ...secrets } = JSON.parse(__ENV.ASSAY_CLIENT_SECRETS ?? '{}');
  let tokens: Tokens = {};
  let aheadMs = 0;
  let index = 0;
  let did: (Sent | Waited)[] = [];
  let tagged = '';

  const stop = (reason: string, detail: string): never => {
    throw new Stop({ ended: 'stopped', reason, detail });
  };
  const basic: Journey['basic'] = (tenant, { clientId, clientSecret } = {}) => {
    const pair = `${clientId ?? load.tenants[tenant] ?? ''}:${clientSecret ?? secrets[tenant] ?? ''}`;
    return `Basic ${encoding.b64encode(pair)}`;
  };

  const paramsOf = (step: string, { operation, headers, expected }: Request) => ({
    headers,
    tags: step === '' ? { name: 'token', operation, to: 'gateway' } : { name: step, operation },
    responseCallback: expected,
    timeout: load.answerMs,
  });
  const urlOf = ({ path, query }: Request): string =>
    load.gateway + path + (query === undefined ? '' : `?${pairs(query)}`);
  const took = (sent: Sent): Reply => {
    const { step, request, response } = sent;
    did.push(sent);
    if (load.measuresBroken) broken.add(response.status === 0, { operation: request.operation, name: step });
    return new Reply(response);
  };
  const sendOnce = (step: string, request: Request): Reply => {
    const url = urlOf(request);
    const body = bodyOf(request);
    const params = paramsOf(step, request);
    const sentAt = Date.now();
    const response = http.request<'text'>(request.method, url, body, params);
    return took({ step, request, url, body, sentAt, at: Date.now(), response });
  };

  /** Gets the tenant a token; what the endpoint does not give is not asked for again at once. */
  const renew = (tenant: string): Tokens[string] => {
    const { path, form, contentType, tenantHeader } = load.token;
    let askedAt = 0;
    const ask = (): Reply => {
      askedAt = Date.now();
      const headers = { ...load.headers, ...(tenantHeader === undefined ? {} : { [tenantHeader]: tenant }) };
      return sendOnce('', {
        operation: 'token',
        tenant,
        method: 'POST',
        path,
        expected: http.expectedStatuses({ min: 200, max: 299 }),
        headers: { ...headers, Authorization: basic(tenant), 'Content-Type': contentType },
        body: { ...form, ...$form },
      });
    };
    let reply = ask();
    for (let tries = 1; reply.status === 0 && tries < 3; tries += 1) {
      sleep(0.2 * tries);
      reply = ask();
    }
    const given = Math.floor(reply.status / 100) === 2 ? tokenOf(reply.json) : undefined;
    if (!given) return { token: null, until: Date.now() + 5_000 };
    assay.learnt(reply.json);
    const lifeMs = (given.lifeSeconds ?? 0) * 1000;
    return { token: `Bearer ${given.text}`, until: askedAt + lifeMs - Math.min(30_000, lifeMs / 3) };
  };
  const tokenFor = (tenant: string): string | null => {
    let held = tokens[tenant];
    if (!held || held.until <= Date.now()) {
      held = renew(tenant);
      tokens[tenant] = held;
    }
    return held.token;
  };

  const waited = (wait: string, startedAt: number, ended: string): void => {
    did.push({ wait, startedAt, at: Date.now(), ended });
    if (ended === 'interrupted') throw new Stop({ ended });
    if (ended !== 'met') throw new Stop({ ended: 'stopped' });
  };

  const journey: Journey = {
    send: (step, request) => {
      for (let tries = 1; ; tries += 1) {
        const reply = sendOnce(step, request);
        if ((reply.status !== 429 && reply.status !== 503) || tries === TRIES) return reply;
        const retry = reply.headers['retry-after'];
        if (reply.status === 503 && retry === undefined) return reply;
        const asks = /^\d+$/.test(String(retry)) ? Number(retry) * 1000 : Date.parse(String(retry)) - Date.now();
        const waitMs = Number.isNaN(asks) ? 1_000 * tries : Math.max(0, asks);
        if (waitMs > Math.max(LONGEST_RETRY_MS, load.answerMs)) return reply;
        sleep(waitMs / 1000);
      }
    },
    sendTogether: (requests) => {
      const batch = requests.map(([step, request]) => ({
        method: request.method,
        url: urlOf(request),
        body: bodyOf(request),
        params: paramsOf(step, request),
      }));
      const sentAt = Date.now();
      const responses = http.batch(batch as never) as unknown as RefinedResponse<'text'>[];
      return requests.map(([step, request], i) => {
        const { url = '', body = null } = batch[i] ?? {};
        return took({ step, request, url, body, sentAt, at: Date.now(), response: responses[i] as Sent['response'] });
      });
    },
    bearer: (tenant) => tokenFor(tenant) ?? stop('token-unavailable', `no token for tenant ${tenant}`),
    basic,
    check: (reply, checks) => {
      if (!check(reply, checks)) throw new Stop({ ended: 'stopped' });
    },
    needs: (step, ...values) => {
      // No list is made where nothing is missing: each function that a VU calls costs as much as many members.
      let missing = '';
      for (let i = 1; i < values.length; i += 2)
        if (values[i] === undefined) missing += `${missing && ', '}${values[i - 1]}`;
      if (missing) stop('value-missing', `step ${step} needs what no answer gave: ${missing}`);
    },
    think: (ms) => sleep(ms / 1000),
    wait: (step, ms) => {
      const startedAt = Date.now();
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
    /** What the header `Authorization` shows of the tenant's token; null where it has none. */
    tokenFor,
    tokens: () => tokens,
    /** `ahead`: by so many ms Assay's clock is ahead of this machine's. */
    start: (shared: Tokens, ahead: number): void => {
      tokens = { ...shared };
      aheadMs = ahead;
    },
    /** Walks one; says why it ended early. */
    walk: (line: string, its: number): { readonly isSampled: boolean; readonly stop?: Stopped } => {
      // By number: k6 is slow to take a list apart.
      const row = JSON.parse(line) as [string, string, number, ...unknown[]];
      const { 0: walk, 1: scenario, 2: isSampled } = row;
      index = its;
      did = [];
      // What k6 knows of a test is made anew each time that it is asked for.
      if (scenario !== tagged) exec.vu.metrics.tags.journey = scenario;
      tagged = scenario;
      try {
        group(scenario, () => load.walks[walk]?.(journey, row));
      } catch (error) {
        if (!(error instanceof Stop)) throw error;
        return { isSampled: true, stop: error.why };
      }
      return { isSampled: isSampled === 1 };
    },
    did: (): readonly (Sent | Waited)[] => did,
    // A VU that waits for its next journey holds no answers of the last.
    forget: (): void => {
      did = [];
    },
  };
}

function pairs(values: JsonObject): string {
  let all = '';
  for (const name in values) {
    const value = values[name];
    if (value === undefined) continue;
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    all += `${all && '&'}${encodeURIComponent(name)}=${encodeURIComponent(text)}`;
  }
  return all;
}

function bodyOf({ body, headers }: Request): string | null {
  if (body === undefined) return null;
  if (typeof body === 'string') return body;
  const isForm = headers['Content-Type']?.startsWith('application/x-www-form-urlencoded');
  return isForm ? pairs(body as JsonObject) : JSON.stringify(body);
}

/** What came back, as checks and captures ask for it. */
class Reply {
  readonly status: number;
  readonly response: RefinedResponse<'text'>;
  isRead = false;
  read: Json | undefined;

  constructor(response: RefinedResponse<'text'>) {
    this.status = response.status;
    this.response = response;
  }

  get json(): Json | undefined {
    if (this.isRead) return this.read;
    this.isRead = true;
    try {
      this.read = JSON.parse(this.response.body ?? '') as Json;
    } catch {
      this.read = undefined;
    }
    return this.read;
  }

  /** Of an error body of either kind. */
  get code(): string | undefined {
    return errorCodeOf(this.json);
  }

  /** By lower-case name. */
  get headers(): JsonObject {
    const { headers } = this.response;
    return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  }

  /** Status, headers and body together. */
  get whole(): Json {
    return { status: this.status, headers: this.response.headers, body: this.json ?? null };
  }
}
