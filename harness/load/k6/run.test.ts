import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compileContract } from '../../contract/validators.ts';
import { trial } from '../../fake/testing/trial.ts';
import { realClock } from '../../io/real-clock.ts';
import { type Served, serve } from '../../io/serve.ts';
import { readEvent } from '../../kci/read.ts';
import type { Journey, KciEvent, KciProfile, Send, Unrecorded } from '../../model.ts';
import { createExchange } from '../../run/exchange.ts';
import { walkJourney } from '../../run/journey.ts';
import type { Ports } from '../../run/ports.ts';
import { createSemaphore } from '../../run/semaphore.ts';
import { createTokenCache } from '../../run/tokens.ts';
import { decodeUtf8 } from '../../wire/wire.ts';
import { BEFORE_ALL, type WalkedJourney } from '../port.ts';
import { findK6, type K6Binary } from './binary.ts';
import type { K6Port } from './control.ts';
import type { K6Load } from './files.ts';
import { printScript } from './print.ts';
import { spawnCommand } from './process.ts';
import { type RunK6Options, runK6 } from './run.ts';
import { ENV, FILES, k6Args, secretSettings } from './settings.ts';
import { loadAt, threshold } from './testing/load.ts';

const found = await findK6(process.env);
const k6 = 'path' in found ? (found as K6Binary) : undefined;
const without = k6 ? '' : ` (skipped: ${(found as { message: string }).message})`;

/** Takes what a load tells, and knows events by the order they are of. */
function sink() {
  const walked = new Map<number, WalkedJourney['observed']>();
  const events: KciEvent[] = [];
  let fed = 0;
  let waiting: (() => void)[] = [];
  const deliver =
    (profile: KciProfile): Send =>
    async ({ headers, body }) => {
      events.push(readEvent(profile, headers, decodeUtf8(body ?? new Uint8Array())));
      for (const wake of waiting) wake();
      waiting = [];
      return { status: profile.delivery.acknowledge, headers: [], body: new Uint8Array(), tookMs: 0 };
    };
  const port: K6Port = {
    learnt: () => {},
    turnAway: () => {},
    walked: ({ index, observed }) => void walked.set(index, observed),
    awaitEvents: async (_index, _step, orderId) => {
      while (!events.some((event) => event.orderId === orderId)) {
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
      return 'met';
    },
    feed: () => {
      const news = events.slice(fed);
      fed = events.length;
      const lags = news.map(({ name = '' }) => [name, 7] as const);
      return { lags, received: news.length, missing: 0, duplicate: 0, unexpected: 0, pending: 0, isDrained: true };
    },
  };
  return { walked, events, deliver, port };
}

const silence = async () => ({ status: 204, headers: [], body: new Uint8Array(), tookMs: 0 });

/** The load's journeys walked by the runner of a certification, against a fake of its own. */
async function observedNatively(load: K6Load): Promise<Unrecorded[]> {
  const { gateway } = trial({ clock: realClock, deliver: silence, kciGapMs: 5 });
  const { contract, target, profile } = load;
  const observed: Unrecorded[] = [];
  const record = (each: Unrecorded): void => void observed.push(each);
  const signal = new AbortController().signal;
  const exchange = createExchange({ send: gateway.answer, clock: realClock, record, addSecret: () => {}, signal });
  const tokens = createTokenCache({ target, contract, clock: realClock }, exchange);
  for (const { name } of target.tenants) await tokens.bearerOf(name);
  const ports = {
    contract,
    target,
    profile,
    clock: realClock,
    signal,
    record,
    exchange,
    tokens,
    semaphore: createSemaphore(1),
    pace: () => Promise.resolve(),
    leases: { take: async () => [], give: () => {} },
    inbox: { forget: () => {}, isRefusing: () => false, eventsOf: () => [] },
    isSchema: compileContract(contract).schema,
    awaitElsewhere: async () => 'met',
  } as unknown as Ports;
  for (let i = 0; i < load.journeys.count; i++) await walkJourney({ ...load.journeys.of(i), kci: [] }, ports);
  return observed;
}

/** What does not hang on chance or on the time of day. */
function told(observed: readonly { readonly type: string }[]): unknown[] {
  return (observed as readonly (Unrecorded & { at?: number })[]).map((each) => {
    switch (each.type) {
      case 'request-sent': {
        const { journey, step, verb, tenant, method, url, body } = each;
        const headers = each.headers.map(([name, value]) => [name, name === 'Authorization' ? '' : value]);
        return { type: each.type, journey, step, verb, tenant, method, url, headers, size: body?.sizeBytes };
      }
      case 'response-received':
        // Which of two at once gets the slot is chance.
        return { type: each.type, status: each.status === 409 ? 200 : each.status };
      case 'wait-ended':
        return { type: each.type, wait: each.wait, ended: each.ended };
      default:
        return each.type === 'journey-ended' ? { ...each, at: 0 } : each.type;
    }
  });
}

describe.skipIf(!k6)(`a load by k6${without}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-k6-'));
  const { walked, events, deliver, port } = sink();
  const { profile } = loadAt('', { count: 0, seconds: 1 });
  const t = trial({ clock: realClock, deliver: deliver(profile), kciGapMs: 5 });
  let fake: Served;
  const optionsFor = (name: string, more: Parameters<typeof loadAt>[1]): RunK6Options => ({
    ...loadAt(fake.url, { nonce: name, ...more }),
    k6: k6 as K6Binary,
    port,
    clock: realClock,
    folder: join(folder, name),
    secret: 'c0ntr0l',
    environment: process.env,
    signal: new AbortController().signal,
  });

  beforeAll(async () => {
    fake = await serve(t.gateway.answer, { host: '127.0.0.1', port: 0 });
  });
  afterAll(async () => {
    await fake.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('every journey is walked once and told of, and k6 measures requests and events', {
    timeout: 60_000,
  }, async () => {
    const thresholds = [
      threshold('availability', 'p95', '<', 60_000),
      threshold('kci.lag', 'max', '<=', 7),
      threshold('kci.missing', 'count', '=', 0),
      threshold('unexpected-status', 'rate', '=', 0),
      threshold('dropped', 'count', '=', 0),
    ];

    const args = ['--out', 'json=points.json'];
    const result = await runK6({ ...optionsFor('smoke', { count: 15, seconds: 3, thresholds }), args });

    expect({ ...result, summary: null, usage: null }).toEqual({
      kind: 'held',
      summary: null,
      usage: null,
      lines: [],
      dropped: 0,
      lost: 0,
    });
    if (process.platform === 'linux') expect(result.usage?.memoryBytes).toBeGreaterThan(10_000_000);
    const indexes = [...walked.keys()].sort((a, b) => a - b);
    expect(indexes).toEqual([BEFORE_ALL, ...Array.from({ length: 15 }, (_, i) => i)]);
    const ends = [...walked.values()].flat().filter((each) => each.type === 'journey-ended');
    expect(ends.map(({ ended }) => ended)).toEqual(Array(15).fill('finished'));
    const metrics = result.summary?.metrics ?? {};
    expect(events.length).toBeGreaterThan(0);
    expect(metrics.kci_received?.count).toBe(events.length);
    expect(metrics.http_req_duration).toBeDefined();
    const judged = Object.values(metrics).flatMap(({ thresholds: own }) => Object.entries(own ?? {}));
    // k6 says of a threshold whether it was crossed.
    expect(judged.filter(([, isCrossed]) => isCrossed)).toEqual([]);
    expect(judged.length).toBeGreaterThan(5);

    const points = readFileSync(join(folder, 'smoke', 'points.json'), 'utf8')
      .trimEnd()
      .split('\n');
    const tagged = points.map(
      (line) => JSON.parse(line) as { metric: string; data: { tags?: Record<string, string> } },
    );
    const tagsOf = (name: string) => tagged.flatMap(({ metric, data }) => (metric === name ? [data.tags ?? {}] : []));
    const sent = tagsOf('http_reqs').filter(({ to }) => to === 'gateway');
    expect(sent.find(({ operation }) => operation === 'book')).toMatchObject({
      name: 'booking',
      journey: 'orders/provide-new',
      expected_response: 'true',
    });
    expect(tagsOf('kci_lag').length).toBeGreaterThan(0);
    expect(tagsOf('http_reqs').filter(({ to }) => to === 'assay').length).toBeGreaterThan(0);
  });

  test('observes what the native runner observes', { timeout: 60_000 }, async () => {
    const own = sink();
    const load = optionsFor('same', { count: 10, seconds: 2 });
    const journeys = Array.from({ length: 10 }, (_, i) => load.journeys.of(i));
    const same = { ...load, journeys: { count: 10, of: (i: number) => journeys[i] as Journey } };

    await runK6({ ...same, port: { ...own.port, awaitEvents: async () => 'met' } });

    const byK6 = Array.from({ length: 11 }, (_, i) => own.walked.get(i - 1) ?? []).flat();
    expect(told(byK6)).toEqual(told(await observedNatively(same)));
    expect(byK6.filter((each) => each.type === 'journey-ended')).toHaveLength(10);
  });

  test('segments walk the journeys of the whole between them, each once', async () => {
    const load = { count: 20, seconds: 2, mix: ['availability/new-line#standard'], nonce: 'segments' };
    const parts = [1, 2, 3].map((nth) => {
      const own = sink();
      const options = { ...optionsFor(`segment-${nth}`, load), port: own.port, segment: { nth, of: 3 } };
      return { own, result: runK6(options) };
    });

    const results = await Promise.all(parts.map(({ result }) => result));

    expect(results.map(({ kind }) => kind)).toEqual(['held', 'held', 'held']);
    const indexes = parts.map(({ own }) => [...own.walked.keys()].filter((index) => index !== BEFORE_ALL));
    const walked = indexes.flat();
    expect(new Set(walked).size).toBe(walked.length);
    // A machine that is busy may begin one too late; k6 says so.
    const dropped = results.map(({ summary }) => summary?.metrics.dropped_iterations?.count ?? 0);
    const shares = indexes.map(({ length }, i) => length + (dropped[i] ?? 0));
    expect(shares.reduce((a, b) => a + b)).toBe(20);
    expect(Math.min(...shares)).toBeGreaterThan(5);
    const collected = results.filter(({ summary }) => summary?.metrics.kci_feeds !== undefined);
    expect(collected).toHaveLength(1);
  });

  test.each([
    ['as its arrivals need', {}, '1'],
    ['as the environment says', { GOMAXPROCS: '2' }, '2'],
    ['as there are, where it has many arrivals', {}, String(availableParallelism()), 1_000_000],
  ])('k6 has as many processors %s', async (name, own, processors, perSecond = 1) => {
    const path = join(folder, 'k6-that-tells.sh');
    const told = join(folder, 'processors');
    writeFileSync(path, `#!/bin/sh\nprintf %s "$GOMAXPROCS" > '${told}'\nexit 1\n`);
    chmodSync(path, 0o755);
    const { GOMAXPROCS: _, ...environment } = process.env;
    const stages = [{ forMs: 1_000, fromPerSecond: perSecond, toPerSecond: perSecond }];

    await runK6({
      ...optionsFor(name, { count: 1, seconds: 1 }),
      stages,
      k6: { ...(k6 as K6Binary), path },
      environment: { ...environment, ...own },
    });

    expect(readFileSync(told, 'utf8')).toBe(processors);
  });

  test('what is printed runs by k6 alone', async () => {
    const load = loadAt(fake.url, { count: 2, seconds: 1, mix: ['availability/new-line#standard'], nonce: 'printed' });
    const printed = join(folder, 'printed');
    printScript(load, printed);

    const end = await spawnCommand({
      path: (k6 as K6Binary).path,
      args: [...k6Args, FILES.script],
      folder: printed,
      environment: { PATH: process.env.PATH, [ENV.secrets]: secretSettings(load.target) },
      log: join(printed, 'k6.log'),
      signal: new AbortController().signal,
    });

    expect(end).toEqual({ kind: 'code', code: 0 });
    const log = readFileSync(join(printed, 'k6.log'), 'utf8');
    expect(log).toMatch(/iterations\.+: 3 /);
    expect(log).toMatch(/checks_failed\.+: 0\.00%/);
    expect(readFileSync(join(printed, 'README.md'), 'utf8')).toContain(
      'k6 run --quiet --no-color --no-usage-report script.js',
    );
  });

  test('a wait for an event ends with the load, and the journey is told of all the same', {
    timeout: 60_000,
  }, async () => {
    const own = sink();
    const deaf: K6Port = { ...own.port, awaitEvents: () => new Promise(() => {}) };
    const load = { count: 1, seconds: 1, mix: ['cancellations/cease'], drainMs: 1 };

    const result = await runK6({ ...optionsFor('deaf', load), port: deaf });

    expect([result.kind, result.lost]).toEqual(['held', 0]);
    const last = own.walked.get(0)?.at(-1);
    expect(last).toMatchObject({ type: 'journey-ended', ended: 'interrupted' });
  });

  test('a threshold on what was never measured is crossed', async () => {
    const mix = ['availability/new-line#standard'];
    const thresholds = [threshold('book', 'p95', '<', 60_000)];

    const result = await runK6(optionsFor('unmeasured', { count: 1, seconds: 1, mix, thresholds }));

    expect(result.kind).toBe('crossed');
  });

  test('no secret is written down, and no token', async () => {
    const options = optionsFor('secrets', { count: 1, seconds: 1 });
    await runK6(options);

    const files = ['script.js', 'assay.ts', 'journeys.tsv', 'k6-summary.json', 'k6.log'];
    const texts = files.map((file) => readFileSync(join(folder, 'secrets', file), 'utf8')).join('\n');
    for (const { clientSecret } of options.target.tenants) expect(texts).not.toContain(clientSecret);
    // Journeys are told in what k6 says, which we read.
    expect(texts).not.toContain(options.secret);
    const [, , ...data] = files.map((file) => readFileSync(join(folder, 'secrets', file), 'utf8'));
    expect(data.join()).not.toMatch(/access_token|Bearer/);
  });

  test('a target that refuses connections ends the load before it begins', async () => {
    const load = loadAt('http://127.0.0.1:9', { count: 5, seconds: 1 });

    const result = await runK6({ ...optionsFor('refused', { count: 5, seconds: 1 }), ...load });

    expect({ kind: result.kind, note: result.note }).toEqual({
      kind: 'broke',
      note: 'k6 broke: exit code 108, the script gave up',
    });
    expect(result.lines.join()).toContain('no tenant got a token from http://127.0.0.1:9: dial: connection refused');
  });

  test('k6 that is killed half-way leaves what it told until then', async () => {
    const before = walked.size;
    const options = optionsFor('killed', { count: 500, seconds: 50 });
    let kill = (): void => {};
    const killing: K6Port = {
      ...port,
      walked: ({ index, observed }) => {
        walked.set(1000 + index, observed);
        // Of what it had told by then, all is taken.
        if (index >= 2) kill();
      },
    };

    const result = await runK6({
      ...options,
      port: killing,
      onStarted: (id) => {
        kill = () => {
          process.kill(id, 'SIGKILL');
          kill = () => {};
        };
      },
    });

    expect({ kind: result.kind, note: result.note }).toEqual({ kind: 'killed', note: 'k6 was killed (SIGKILL)' });
    expect(walked.size).toBeGreaterThan(before);
  });

  test('an abort ends k6 as an interrupt does', async () => {
    const stop = new AbortController();
    const stopping: K6Port = { ...port, walked: ({ index }) => void (index >= 1 && stop.abort()) };

    const result = await runK6({
      ...optionsFor('interrupted', { count: 500, seconds: 50 }),
      port: stopping,
      signal: stop.signal,
    });

    expect({ kind: result.kind, note: result.note }).toEqual({ kind: 'interrupted', note: 'k6 was interrupted' });
  });
});
