/** The four functions that k6 calls, and how they report to Assay: copied beside a load's script as `assay.ts`. */
import { sleep } from 'k6';
import exec from 'k6/execution';
import http from 'k6/http';
import { Counter, Gauge, Trend } from 'k6/metrics';
import type { JsonObject } from '../../model.ts';
import {
  createWalker,
  type EndedWait,
  type LoadSettings,
  type SentRequest,
  type Stopped,
  type ToAssay,
  type Tokens,
} from './script-journey.ts';

/**
 * One request and its answer, without member names, which k6 is slow to write. `step` is empty for a token that all
 * journeys share, and `tenant` is then its tenant; for other steps the plan knows the tenant. An abridged read ends with
 * its status. Any other abridged exchange lacks the request headers, which the plan knows. In a report, a body is given as
 * its length: the bodies follow the line of JSON, each after a space, because k6 is slow to quote them.
 */
export type Exchange<Body = string> = readonly [
  step: string,
  tenant: string,
  sentAt: number,
  at: number,
  tookMs: number,
  status: number,
  request?: readonly [method: string, url: string, headers: JsonObject | null, body: Body | null],
  response?: readonly [headers: Readonly<Record<string, string>>, body: Body, error: string, errorCode: number],
];

/** The report of a journey to Assay. Times are those of the machine that runs k6; Assay's clock is `offsetMs` ahead. */
export interface JourneyReport<Body = string> {
  readonly index: number;
  readonly offsetMs: number;
  readonly startedAt: number;
  readonly endedAt: number;
  /** When k6 began the load. */
  readonly loadStartedAt: number;
  readonly did: readonly (Exchange<Body> | EndedWait)[];
  readonly stop?: Stopped;
}

/** What `setup` found for all VUs. */
interface Shared {
  readonly offsetMs: number;
  readonly tokens: Tokens;
}

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

const CONTROL = { name: 'assay-control', to: 'assay' };
const BEFORE_ALL = -1;
const TRIES = 4;
const POLL_S = 0.25;
const QUIET_POLLS = 3;
const DEAF_POLLS = 40;

/** The four functions that k6 calls. */
export function assay(load: LoadSettings) {
  const control = __ENV.ASSAY_CONTROL_URL ?? '';
  const mark = __ENV.ASSAY_TOLD;
  let shared: Shared | undefined;
  let its: Pick<typeof exec.scenario, 'iterationInTest' | 'startTime'> | undefined;
  let loadStartedAt: number | undefined;

  const tell = (path: string, text: string): string | undefined => {
    for (let tries = 1; ; tries += 1) {
      const { status, error, body: said } = http.post(`${control}${path}`, text, { tags: CONTROL });
      if (status === 204) return undefined;
      if (tries === TRIES) return error || `${status} ${String(said)}`;
      sleep(POLL_S * tries);
    }
  };
  const ask = (path: string): unknown => {
    const { status, body } = http.get(`${control}${path}`, { tags: CONTROL });
    return status === 200 && typeof body === 'string' ? JSON.parse(body) : undefined;
  };
  const telling = (path: string, body: unknown, otherwise: string): void => {
    const problem = control ? tell(path, JSON.stringify(body)) : undefined;
    if (problem !== undefined) console.error(`${otherwise}: ${problem}`);
  };
  const toAssay: ToAssay = {
    learnt: (body) => telling('/learnt', body, 'Assay could not be told of a token'),
    turnAway: (orderId, how) =>
      telling('/turn-away', { orderId, how }, `deliveries of order ${orderId} are not turned away`),
    awaitEvents: (index, step, orderId, timeout) => {
      if (!control) return 'interrupted';
      const body = JSON.stringify({ index, step, orderId });
      const answer = http.post(`${control}/await`, body, { tags: CONTROL, timeout });
      return answer.status === 200 ? String(answer.json('ended')) : 'interrupted';
    },
  };
  const walker = createWalker(load, toAssay);

  /** Reports to Assay what was done: whole, or only when and how it was answered where Assay need not see more. */
  const report = (
    its: Pick<JourneyReport, 'index' | 'offsetMs' | 'startedAt' | 'loadStartedAt'>,
    isSampled: boolean,
    stop?: Stopped,
  ): void => {
    if (!control) return;
    const { did, texts } = written(walker.did(), isSampled, load.mostMs);
    const told: JourneyReport<number> = { ...its, endedAt: Date.now(), did, ...(stop ? { stop } : {}) };
    const text = `${JSON.stringify(told)}\n${texts}`;
    // A request costs k6 more than a line in its log.
    if (mark !== undefined) {
      console.log(mark + text + mark);
      return;
    }
    const problem = tell('/walked', text);
    lost.add(problem === undefined ? 0 : 1);
    if (problem !== undefined)
      console.error(`what journey ${its.index} observed is lost: Assay could not be told: ${problem}`);
  };

  return {
    /** Gets the tenants' tokens for all VUs, and aborts the test if there are none. */
    setup: (): Shared => {
      const offsetMs = control ? offsetOf(() => Number(ask('/now'))) : 0;
      const startedAt = Date.now();
      const got = Object.keys(load.tenants).map(walker.tokenFor);
      report({ index: BEFORE_ALL, offsetMs, startedAt, loadStartedAt: startedAt }, true);
      if (got.every((token) => token === null)) {
        const said = walker
          .did()
          .map((each) => ('wait' in each ? '' : each.response.error || String(each.response.status)));
        exec.test.abort(`no tenant got a token from ${load.gateway}: ${[...new Set(said)].join(', ')}`);
      }
      return { offsetMs, tokens: walker.tokens() };
    },

    /** Walks the journey of this iteration. */
    walk: (found: Shared): void => {
      if (!shared) walker.start(found.tokens, found.offsetMs);
      shared ??= found;
      // Counted over all instances of a test that runs in segments: no two have the same journey.
      its ??= exec.scenario;
      loadStartedAt ??= its.startTime;
      const index = its.iterationInTest;
      const line = load.journeys[index];
      if (line === undefined) {
        exec.test.abort(`there is no journey ${index}: only ${load.journeys.length} were planned, each for one use`);
        return;
      }
      const startedAt = Date.now();
      const { isSampled, stop } = walker.walk(line, index);
      report({ index, offsetMs: shared.offsetMs, startedAt, loadStartedAt }, isSampled, stop);
      walker.forget();
    },

    /** Turns the KCI events that Assay receives into k6's own metrics, until nothing is pending or time has run out. */
    collect: (): void => {
      if (control) collectEvents(load, () => ask('/feed') as Feed | undefined);
    },

    /** Tells Assay that this instance has ended, because the collector may run in another one. */
    teardown: (): void => {
      if (control) tell('/ended', '{}');
    },
  };
}

/** What Assay received since the last feed. */
type Feed = Record<string, number> & { lags: [event: string, ms: number, moment?: string][]; isDrained: boolean };

function collectEvents({ loadMs, graceMs, drainMs, instances }: LoadSettings, next: () => Feed | undefined): void {
  const startedAt = Date.now();
  let [quiet, deaf] = [0, 0];
  for (;;) {
    const feed = next();
    asked.add(feed ? 1 : 0);
    if (feed) count(feed);
    deaf = feed ? 0 : deaf + 1;
    if (deaf === DEAF_POLLS) exec.test.abort('Assay does not answer any more');
    const passedMs = Date.now() - startedAt;
    // This VU is itself active, and its instance does not count as ended.
    const isOver = passedMs >= loadMs && exec.instance.vusActive <= 1 && (feed?.ended ?? 0) >= instances - 1;
    quiet = isOver && feed?.isDrained ? quiet + 1 : 0;
    if (quiet === QUIET_POLLS) return;
    if (passedMs >= loadMs + Math.max(graceMs, drainMs)) {
      counts.missing?.add(feed?.pending ?? 1);
      return;
    }
    sleep(POLL_S);
  }
}

function count(feed: Feed): void {
  for (const [event, ms, moment] of feed.lags) {
    const tags = moment ? { event, moment } : { event };
    lag.add(ms, tags);
    events.add(1, tags);
  }
  for (const [name, counter] of Object.entries(counts)) counter.add(feed[name] ?? 0);
  pending.add(feed.pending ?? 0);
}

/** What was done, as a report has it: the bodies apart. Whole if anything in it is odd. */
function written(
  all: readonly (SentRequest | EndedWait)[],
  isSampled: boolean,
  mostMs: LoadSettings['mostMs'],
): { readonly did: JourneyReport<number>['did']; readonly texts: string } {
  let isWhole = isSampled;
  for (let i = 0; i < all.length && !isWhole; i += 1) isWhole = isOdd(all[i] as SentRequest | EndedWait, mostMs);
  let texts = '';
  const did: JourneyReport<number>['did'][number][] = [];
  for (let i = 0; i < all.length; i += 1) {
    const each = all[i] as SentRequest | EndedWait;
    if ('wait' in each) did.push(each);
    else {
      const hasBodies = isWhole || each.method !== 'GET';
      const came = (hasBodies && each.response.body) || '';
      if (hasBodies) texts += each.body === null ? ` ${came}` : ` ${each.body} ${came}`;
      // The plan does not know of a token that expired.
      did.push(exchangeOf(each, isWhole || each.tokenOf !== '', came.length));
    }
  }
  return { did, texts };
}

function isOdd(did: SentRequest | EndedWait, mostMs: LoadSettings['mostMs']): boolean {
  if ('wait' in did) return false;
  const { status, tookMs, params } = did;
  return status === 0 || status >= 400 || tookMs > (mostMs[params.tags.operation] ?? Number.POSITIVE_INFINITY);
}

function exchangeOf(sent: SentRequest, isWhole: boolean, length: number): Exchange<number> {
  const { tokenOf, method, url, body, params, sentAt, at, status, tookMs, response } = sent;
  const step = tokenOf === '' ? params.tags.name : '';
  if (!isWhole && method === 'GET') return [step, tokenOf, sentAt, at, tookMs, status];
  const asked = [method, url, isWhole ? params.headers : null, body === null ? null : body.length] as const;
  const came = [response.headers, length, response.error, response.error_code] as const;
  return [step, tokenOf, sentAt, at, tookMs, status, asked, came];
}

/** The offset, from the fastest round. One within its own error counts as 0: both run on the same machine. */
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
