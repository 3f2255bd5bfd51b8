/** What the functions of a load's script share: copied beside it as `assay.ts`, with what reads answers. */
import { check, group, sleep } from 'k6';
import encoding from 'k6/encoding';
import exec from 'k6/execution';
import http, { type RefinedResponse } from 'k6/http';
import { Counter, Gauge, Rate, Trend } from 'k6/metrics';
import type { Json, JsonObject, TurningAway } from '../../model.ts';
import { momentOf } from '../../values/iso8601.ts';
import { errorCodeOf, tokenOf } from '../../wire/answer.ts';

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
  /** A line of JSON for each journey: its function, whether Assay judges it whole, and the cells. */
  readonly journeys: { readonly length: number; readonly [index: number]: string };
  readonly walks: Readonly<Record<string, (journey: Journey, cells: readonly unknown[]) => void>>;
}

interface Request {
  readonly operation: string;
  readonly tenant: string;
  readonly auth?:
    | 'none'
    | 'basic'
    | { readonly bearer?: string; readonly clientId?: string; readonly clientSecret?: string };
  readonly method: string;
  readonly path: string;
  readonly query?: JsonObject;
  readonly headers: JsonObject;
  readonly body?: Json;
  readonly expected: Parameters<typeof http.expectedStatuses>;
}

/** One request and what became of it, as Assay is told. Of an abridged one nothing stands behind `tookMs` but the status. */
export interface Exchange {
  /** Empty: a token that all journeys share. */
  readonly step: string;
  readonly tenant: string;
  readonly sentAt: number;
  readonly at: number;
  readonly tookMs: number;
  readonly status: number;
  readonly request?: {
    readonly method: string;
    readonly url: string;
    readonly headers: JsonObject;
    readonly body: string | null;
  };
  readonly response?: {
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    readonly error: string;
    readonly errorCode: number;
  };
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

/** What Assay is told of a journey. Times are those of the machine that k6 runs on; Assay's clock is `offsetMs` ahead. */
export interface Told {
  readonly index: number;
  readonly offsetMs: number;
  readonly startedAt: number;
  readonly endedAt: number;
  /** When k6 began the load. */
  readonly loadStartedAt: number;
  readonly did: readonly (Exchange | Waited)[];
  readonly stop?: Stopped;
}

interface Held {
  readonly token: string | null;
  readonly until: number;
}

/** What `setup` found out for all VUs. */
interface Shared {
  readonly offsetMs: number;
  readonly tokens: Record<string, Held>;
}

const broken = new Rate('broken');
const lost = new Counter('assay_lost');
const asked = new Counter('kci_feeds');
const lag = new Trend('kci_lag', true);
const events = new Counter('kci_events');
const counts: Readonly<Record<string, Counter>> = {
  received: new Counter('kci_received'),
  missing: new Counter('kci_missing'),
  duplicate: new Counter('kci_duplicate'),
  unexpected: new Counter('kci_unexpected'),
};
const pending = new Gauge('kci_pending');

const CONTROL = { name: 'assay-control' };
const BEFORE_ALL = -1;
const TRIES = 4;
/** Before k6 breaks a walk off, it stops waiting by itself and tells what it did. */
const LAST_MS = 3_000;
const SPARE_MS = 10_000;
const LONGEST_RETRY_MS = 120_000;
const POLL_S = 0.25;
const QUIET_POLLS = 3;
const DEAF_POLLS = 40;

/** Ends a walk. */
class Stop extends Error {
  readonly why: Stopped;

  constructor(why: Stopped) {
    super(why.detail);
    this.why = why;
  }
}

/** One journey on its way: what the functions of a script make requests with. */
export interface Journey {
  send(step: string, request: Request): Reply;
  sendTogether(requests: readonly (readonly [step: string, request: Request])[]): readonly Reply[];
  check(reply: Reply, checks: Readonly<Record<string, (reply: Reply) => boolean>>): void;
  needs(step: string, values: Readonly<Record<string, unknown>>): void;
  think(ms: number): void;
  wait(step: string, ms: number): void;
  until(moment: unknown): number;
  awaitEvents(step: string, order: unknown, withinMs: number): void;
  turnAway(orderId: unknown, how: TurningAway): void;
  stop(reason: string, detail: string): void;
}

/** A request that was sent, until it is told of: what a VU holds is made for that only then. */
interface Sent {
  readonly step: string;
  readonly request: Request;
  readonly url: string;
  readonly headers: JsonObject;
  readonly body: string | null;
  readonly sentAt: number;
  readonly at: number;
  readonly response: RefinedResponse<'text'>;
}

/** The four functions that k6 calls. */
export function assay(load: Load) {
  const control = __ENV.ASSAY_CONTROL_URL ?? '';
  const { $form, ...secrets } = JSON.parse(__ENV.ASSAY_CLIENT_SECRETS ?? '{}');
  // A VU walks one journey at a time.
  let tokens: Record<string, Held> | undefined;
  let index = BEFORE_ALL;
  let scenario = '';
  let offsetMs = 0;
  let did: (Sent | Waited)[] = [];

  const tell = (path: string, body: unknown): string | undefined => {
    for (let tries = 1; ; tries += 1) {
      const { status, error, body: said } = http.post(`${control}${path}`, JSON.stringify(body), { tags: CONTROL });
      if (status === 204) return undefined;
      if (tries === TRIES) return error || `${status} ${String(said)}`;
      sleep(POLL_S * tries);
    }
  };
  const ask = (path: string): unknown => {
    const { status, body } = http.get(`${control}${path}`, { tags: CONTROL });
    return status === 200 && typeof body === 'string' ? JSON.parse(body) : undefined;
  };
  const stopped = (reason: string, detail: string): never => {
    throw new Stop({ ended: 'stopped', reason, detail });
  };

  /** The tenant's token, renewed a little early; null where the endpoint gave none, which is not asked again at once. */
  const bearer = (tenant: string): string | null => {
    tokens ??= {};
    const known = tokens[tenant];
    if (known && known.until > Date.now()) return known.token;
    const { path, form, contentType, tenantHeader } = load.token;
    const request: Request = {
      ...{ operation: 'token', tenant, auth: 'basic', method: 'POST', path },
      headers: { ...(tenantHeader === undefined ? {} : { [tenantHeader]: tenant }), 'Content-Type': contentType },
      body: { ...form, ...$form },
      expected: [{ min: 200, max: 299 }],
    };
    let askedAt = Date.now();
    let reply = send('', request);
    for (let tries = 1; reply.status === 0 && tries < 3; tries += 1) {
      sleep(0.2 * tries);
      askedAt = Date.now();
      reply = send('', request);
    }
    const given = Math.floor(reply.status / 100) === 2 ? tokenOf(reply.json) : undefined;
    const lifeMs = (given?.lifeSeconds ?? 0) * 1000;
    if (given && control) {
      const problem = tell('/learnt', reply.json);
      if (problem !== undefined) console.error(`Assay could not be told of a token: ${problem}`);
    }
    const held = given
      ? { token: given.text, until: askedAt + lifeMs - Math.min(30_000, lifeMs / 3) }
      : { token: null, until: Date.now() + 5_000 };
    tokens[tenant] = held;
    return held.token;
  };

  const basic = (clientId: string, secret: string): string => `Basic ${encoding.b64encode(`${clientId}:${secret}`)}`;

  const authorization = ({ tenant, auth }: Request): string | undefined => {
    if (auth === 'none') return undefined;
    if (auth === 'basic') return basic(load.tenants[tenant] ?? '', secrets[tenant] ?? '');
    if (auth?.clientId !== undefined || auth?.clientSecret !== undefined)
      return basic(auth.clientId ?? load.tenants[tenant] ?? '', auth.clientSecret ?? secrets[tenant] ?? '');
    const token = auth?.bearer ?? bearer(tenant);
    return token === null ? stopped('token-unavailable', `no token for tenant ${tenant}`) : `Bearer ${token}`;
  };

  /** What k6 is given of a request. */
  const dressed = (step: string, request: Request) => {
    const { operation, path, query, headers: own, body, expected } = request;
    const headers: Record<string, string> = { ...load.headers };
    for (const name in own) if (name !== 'Content-Type' && own[name] !== undefined) headers[name] = String(own[name]);
    const shown = authorization(request);
    if (shown !== undefined) headers.Authorization = shown;
    if (own['Content-Type'] !== undefined) headers['Content-Type'] = String(own['Content-Type']);
    return {
      url: load.gateway + path + (query === undefined ? '' : `?${pairs(query)}`),
      body: body === undefined ? null : textOf(body, headers['Content-Type']),
      params: {
        headers,
        tags: { to: 'gateway', operation, name: step || 'token', journey: scenario },
        responseCallback: statuses(expected),
        redirects: 0,
        timeout: load.answerMs,
      },
    };
  };
  const took = (
    step: string,
    request: Request,
    sent: ReturnType<typeof dressed>,
    sentAt: number,
    response: RefinedResponse<'text'>,
  ): Reply => {
    const { url, body, params } = sent;
    did.push({ step, request, url, headers: params.headers, body, sentAt, at: Date.now(), response });
    const reply = new Reply(response);
    broken.add(reply.status === 0, params.tags);
    return reply;
  };
  const send = (step: string, request: Request): Reply => {
    const sent = dressed(step, request);
    const sentAt = Date.now();
    return took(step, request, sent, sentAt, http.request<'text'>(request.method, sent.url, sent.body, sent.params));
  };

  const waited = (wait: string, startedAt: number, ended: string): void => {
    did.push({ wait, startedAt, at: Date.now(), ended });
    if (ended === 'interrupted') throw new Stop({ ended });
    if (ended !== 'met') throw new Stop({ ended: 'stopped' });
  };

  const journey: Journey = {
    /** What a rate limit turned away is sent again, after the time it asks for. */
    send: (step, request) => {
      for (let tries = 1; ; tries += 1) {
        const reply = send(step, request);
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
      const sent = requests.map(([step, request]) => dressed(step, request));
      const sentAt = Date.now();
      const batch = sent.map(({ url, body, params }, i) => ({ method: requests[i]?.[1].method, url, body, params }));
      const responses = http.batch(batch as never) as unknown as RefinedResponse<'text'>[];
      return sent.map((each, i) => {
        const [step = '', request] = requests[i] ?? [];
        return took(step, request as Request, each, sentAt, responses[i] as RefinedResponse<'text'>);
      });
    },
    check: (reply, checks) => {
      if (!check(reply, checks)) throw new Stop({ ended: 'stopped' });
    },
    needs: (step, values) => {
      const missing = Object.keys(values).filter((name) => values[name] === undefined);
      if (missing.length > 0) stopped('value-missing', `step ${step} needs what no answer gave: ${missing.join(', ')}`);
    },
    think: (ms) => sleep(ms / 1000),
    wait: (step, ms) => {
      const startedAt = Date.now();
      if (load.waitMs !== null && ms > load.waitMs)
        stopped('wait-too-long', `step ${step} waits ${ms} ms, the target file allows ${load.waitMs} ms`);
      sleep(ms / 1000);
      waited(step, startedAt, 'met');
    },
    until: (moment) => {
      if (typeof moment === 'number') return Math.max(0, moment * 1000);
      return Math.max(0, (momentOf(String(moment), 'Z') ?? 0) - Date.now() - offsetMs);
    },
    awaitEvents: (step, order, withinMs) => {
      const startedAt = Date.now();
      const endsAt = exec.scenario.startTime + load.loadMs + load.graceMs - LAST_MS;
      const orderId = String((order as { id?: unknown } | null)?.id ?? order);
      const timeout = Math.max(1, Math.min(withinMs + SPARE_MS, endsAt - startedAt));
      const body = JSON.stringify({ index, step, orderId });
      const answer = control ? http.post(`${control}/await`, body, { tags: CONTROL, timeout }) : undefined;
      waited(step, startedAt, answer?.status === 200 ? String(answer.json('ended')) : 'interrupted');
    },
    turnAway: (orderId, how) => {
      const problem = control ? tell('/turn-away', { orderId: String(orderId), how }) : undefined;
      if (problem !== undefined) console.error(`deliveries of order ${orderId} are not turned away: ${problem}`);
    },
    stop: stopped,
  };

  /** Tells Assay of what was done: whole, or for what it need not see no more than when and how it was answered. */
  const report = (isSampled: boolean, startedAt: number, loadStartedAt: number, stop?: Stopped): void => {
    if (!control) return;
    const isWhole = isSampled || stop !== undefined || did.some((each) => 'response' in each && isOdd(each));
    const told: Told = {
      ...{ index, offsetMs, startedAt, endedAt: Date.now(), loadStartedAt },
      did: did.map((each) => ('wait' in each ? each : exchangeOf(each, isWhole || each.request.method !== 'GET'))),
      ...(stop ? { stop } : {}),
    };
    const problem = tell('/walked', told);
    lost.add(problem === undefined ? 0 : 1);
    if (problem !== undefined)
      console.error(`what journey ${index} observed is lost: Assay could not be told: ${problem}`);
  };

  return {
    /** Gets the tenants' tokens, for all VUs, and ends the test where there are none to be had. */
    setup: (): Shared => {
      offsetMs = control ? offsetOf(() => Number(ask('/now'))) : 0;
      const startedAt = Date.now();
      const got = Object.keys(load.tenants).map(bearer);
      report(true, startedAt, startedAt);
      if (got.every((token) => token === null)) {
        const said = did.map((each) => ('wait' in each ? '' : each.response.error || String(each.response.status)));
        exec.test.abort(`no tenant got a token from ${load.gateway}: ${[...new Set(said)].join(', ')}`);
      }
      return { offsetMs, tokens: tokens ?? {} };
    },

    /** Walks the journey of this iteration. */
    walk: (shared: Shared): void => {
      tokens ??= { ...shared.tokens };
      offsetMs = shared.offsetMs;
      // Counted over all instances of a test that is run in segments: no two have the same journey.
      index = exec.scenario.iterationInTest;
      const line = load.journeys[index];
      if (line === undefined)
        throw new Error(`there is no journey ${index}: only ${load.journeys.length} were planned`);
      const [walk, its, isSampled, ...cells] = JSON.parse(line) as [string, string, number, ...unknown[]];
      scenario = its;
      did = [];
      const startedAt = Date.now();
      let stop: Stopped | undefined;
      try {
        group(scenario, () => load.walks[walk]?.(journey, cells));
      } catch (error) {
        if (!(error instanceof Stop)) throw error;
        stop = error.why;
      }
      report(isSampled === 1, startedAt, exec.scenario.startTime, stop);
      // A VU that waits for its next journey holds no answers of the last.
      did = [];
    },

    /** Makes k6's own metrics of what Assay hears of KCI events, until nothing is pending any more or the time has run out. */
    collect: (): void => {
      if (!control) return;
      const startedAt = Date.now();
      let [quiet, deaf] = [0, 0];
      for (;;) {
        const feed = ask('/feed') as
          | (Record<string, number> & { lags: [string, number][]; isDrained: boolean })
          | undefined;
        asked.add(feed ? 1 : 0);
        for (const [event, ms] of feed?.lags ?? []) {
          lag.add(ms, { event });
          events.add(1, { event });
        }
        for (const [name, counter] of Object.entries(counts)) if (feed) counter.add(feed[name] ?? 0);
        if (feed) pending.add(feed.pending ?? 0);
        deaf = feed ? 0 : deaf + 1;
        if (deaf === DEAF_POLLS) exec.test.abort('Assay does not answer any more');
        const passedMs = Date.now() - startedAt;
        // This VU is active itself, and so is its instance.
        const isOver =
          passedMs >= load.loadMs && exec.instance.vusActive <= 1 && (feed?.ended ?? 0) >= load.instances - 1;
        quiet = isOver && feed?.isDrained ? quiet + 1 : 0;
        if (quiet === QUIET_POLLS) return;
        if (passedMs >= load.loadMs + Math.max(load.graceMs, load.drainMs)) {
          counts.missing?.add(feed?.pending ?? 1);
          return;
        }
        sleep(POLL_S);
      }
    },

    /** Tells Assay that this instance is done, for the collector may run in another. */
    teardown: (): void => {
      if (control) tell('/ended', {});
    },
  };
}

function isOdd({ response: { status } }: Sent): boolean {
  return status === 0 || status >= 400;
}

function exchangeOf({ step, request, url, headers, body, sentAt, at, response }: Sent, isWhole: boolean): Exchange {
  const { status, timings } = response;
  const tookMs = timings.blocked + timings.duration;
  const known = { step, tenant: request.tenant, sentAt, at, tookMs, status };
  if (!isWhole) return known;
  const { error, error_code: errorCode } = response;
  return {
    ...known,
    request: { method: request.method, url, headers, body },
    response: { headers: response.headers, body: response.body ?? '', error, errorCode },
  };
}

function pairs(values: JsonObject): string {
  const all: string[] = [];
  for (const name in values) {
    const value = values[name];
    if (value === undefined) continue;
    all.push(
      `${encodeURIComponent(name)}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`,
    );
  }
  return all.join('&');
}

function textOf(body: Json, contentType = ''): string {
  if (typeof body === 'string') return body;
  return contentType.startsWith('application/x-www-form-urlencoded') ? pairs(body as JsonObject) : JSON.stringify(body);
}

/** What came back, as checks and captures ask for it. */
class Reply {
  readonly status: number;
  #response: RefinedResponse<'text'>;
  #isRead = false;
  #json: Json | undefined;

  constructor(response: RefinedResponse<'text'>) {
    this.status = response.status;
    this.#response = response;
  }

  get json(): Json | undefined {
    if (this.#isRead) return this.#json;
    this.#isRead = true;
    try {
      this.#json = JSON.parse(this.#response.body ?? '') as Json;
    } catch {
      this.#json = undefined;
    }
    return this.#json;
  }

  /** Of an error body of either kind. */
  get code(): string | undefined {
    return errorCodeOf(this.json);
  }

  /** By lower-case name. */
  get headers(): JsonObject {
    const { headers } = this.#response;
    return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  }

  /** Status, headers and body together. */
  get whole(): Json {
    return { status: this.status, headers: this.#response.headers, body: this.json ?? null };
  }
}

const callbacks = new Map<string, ReturnType<typeof http.expectedStatuses>>();

function statuses(expected: Request['expected']): ReturnType<typeof http.expectedStatuses> {
  const key = expected.length === 1 && typeof expected[0] === 'number' ? String(expected[0]) : JSON.stringify(expected);
  const known = callbacks.get(key) ?? http.expectedStatuses(...expected);
  callbacks.set(key, known);
  return known;
}

/** The offset by the round that took least. One within its own error is none: both run on the same machine. */
function offsetOf(now: () => number): number {
  const rounds = [1, 2, 3, 4, 5].map(() => {
    const sentAt = Date.now();
    const there = now();
    const tookMs = Date.now() - sentAt;
    return { tookMs, offsetMs: there - (sentAt + tookMs / 2) };
  });
  const best = rounds.filter(({ offsetMs }) => !Number.isNaN(offsetMs)).sort((a, b) => a.tookMs - b.tookMs)[0];
  return best && Math.abs(best.offsetMs) > best.tookMs / 2 + 1 ? Math.round(best.offsetMs) : 0;
}
