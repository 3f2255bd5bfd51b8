import { expect, test } from 'vitest';
import { compileContract } from '../contract/validators.ts';
import { createGateway } from '../fake/gateway.ts';
import { createReceiver } from '../io/receiver.ts';
import { virtualClock } from '../io/virtual-clock.ts';
import type { LoadVerdict, Send, TrafficProfile, WireResponse } from '../model.ts';
import { openBooks, runLoad } from './books.ts';
import { openBooksInWorker } from './load-worker.ts';
import { walkNative } from './native.ts';
import { createLoadPlanner } from './planner.ts';
import { SPAN } from './testing/sample.ts';
import { contract, profile, target, world } from './testing/shipped.ts';
import { AGAINST } from './testing/traffic-sample.ts';

const validators = compileContract(contract);

const TRAFFIC: TrafficProfile = {
  id: 'mixed',
  file: 'mixed.yaml',
  title: 'Orders and questions',
  span: SPAN,
  mix: [
    { scenario: 'orders/provide-new', percent: 60, span: SPAN },
    { scenario: 'availability/new-line', percent: 40, span: SPAN },
  ],
  stages: [{ forMs: 60_000, fromPerSecond: 5, toPerSecond: 5 }],
  tenants: target.tenants.map(({ name }) => name),
  think: { fromMs: 0, toMs: 20_000 },
  drainMs: 86_400_000,
  receiverDown: [],
  thresholds: [],
};

/** What a test may want otherwise. */
interface Otherwise {
  readonly traffic?: Partial<TrafficProfile>;
  /** Interrupted by the user, so long after the start. */
  readonly interruptedMs?: number;
  /** The generator is busy: whatever it means to do at a time, it does so much later. */
  readonly busyMs?: number;
  /** Events of the fake get nowhere. */
  readonly isDeaf?: boolean;
  /** Of so many journeys one is judged whole. */
  readonly oneIn?: number;
  /** Each fifth look at an address ends in this. */
  readonly fifthLook?: Partial<WireResponse>;
}

/** The traffic against the fake on virtual time, all on this thread or judged and planned on another. */
async function simulated(isInWorker: boolean, otherwise: Otherwise = {}): Promise<LoadVerdict> {
  const { traffic, interruptedMs, busyMs = 0, isDeaf = false, oneIn, fifthLook } = otherwise;
  const interrupt = new AbortController();
  const clock = virtualClock(Date.UTC(2026, 2, 16, 9));
  let receive: Send = () => Promise.resolve({ fault: 'refused', detail: 'nobody listens', tookMs: 0 });
  const gateway = createGateway({
    contract,
    validators,
    profile,
    world,
    tenants: target.tenants,
    seed: 1,
    clock,
    deliver: (request) => receive(request),
    webhookUrl: 'http://hook.invalid/secret',
  });
  if (interruptedMs !== undefined) clock.schedule(interruptedMs, () => interrupt.abort());
  const given = {
    traffic: { ...TRAFFIC, ...traffic },
    judged: { contract, validators, profile, target },
    world,
    engine: 'simulated' as const,
    isVirtual: busyMs === 0,
    seed: 1,
    nonce: 'n',
    assay: '0.0.0',
    clock: { ...clock, schedule: (afterMs: number, task: () => void) => clock.schedule(afterMs + busyMs, task) },
    secrets: [],
    signal: interrupt.signal,
  };
  const books = isInWorker ? openBooksInWorker({ ...given, clock }, clock.hold) : openBooks(given);
  const { acknowledge } = profile.delivery;
  if (!isDeaf) receive = createReceiver({ pathSecret: 'secret', acknowledge, onDelivery: books.receive });
  const planned = { contract, target, world, profile, seed: 1, nonce: 'n' };
  let looks = 0;
  const send: Send = async (request, signal) => {
    const answer = await gateway.answer(request, signal);
    const isFifth = request.url.includes('service-availability') && ++looks % 5 === 0;
    return isFifth && !('fault' in answer) ? { ...answer, ...fifthLook } : answer;
  };
  const walking = walkNative({
    ...given,
    ...books,
    ...planned,
    validators,
    port: books,
    send,
    oneIn,
    journeyOf: createLoadPlanner(AGAINST.scenarios, planned),
    segment: { nth: 1, of: 1 },
    count: books.arrivals.count,
    lastMs: books.arrivals.durationMs + given.traffic.drainMs,
  });
  return runLoad(books, walking, given);
}

/** As much as shows that two ways come to the same. */
const stages = [{ forMs: 20_000, fromPerSecond: 5, toPerSecond: 5 }];

test('a simulation comes to the same whether its books are kept here or on a thread of their own', async () => {
  const here = await simulated(false, { traffic: { stages } });
  const apart = await simulated(true, { traffic: { stages } });

  // The sample wants fewer events of an order than the fake tells, so that there is something to find.
  expect(here.cases).toMatchObject({ passed: 40, failed: 60 });
  expect(here.orders).toEqual({ accepted: 60, judged: 60 });
  expect(JSON.stringify(apart)).toBe(JSON.stringify(here));
});

test('of most journeys what they only read is counted, and judged where something is wrong', async () => {
  for (const fifthLook of [{}, { status: 500 }]) {
    const each = await simulated(false, { fifthLook, traffic: { stages } });
    const some = await simulated(false, { fifthLook, oneIn: 1e9, traffic: { stages } });

    expect(each.judged).toEqual({ whole: 100, of: 100 });
    expect(some.judged).toEqual({ whole: each.cases.failed, of: 100 });
    expect([some.cases, some.orders, some.metrics]).toEqual([each.cases, each.orders, each.metrics]);
  }
});

test('a delivery that was turned away is awaited again, also where the books are kept on a thread', async () => {
  const mix = [{ scenario: 'kci/comes-again', percent: 100, span: SPAN }];
  for (const isInWorker of [false, true]) {
    const { failures, metrics } = await simulated(isInWorker, { traffic: { mix, stages, drainMs: 20 * 86_400_000 } });

    expect(failures.filter(({ check }) => check === 'kci.retry')).toEqual([]);
    expect([isInWorker, metrics.counts.orders, metrics.counts['kci.missing']]).toEqual([isInWorker, 100, 0]);
  }
});

test('a load that is interrupted starts no further journey, and is judged as far as it came', async () => {
  const { outcome, note, startedAt, endedAt, metrics } = await simulated(false, { interruptedMs: 10_100 });

  expect([outcome, note, endedAt - startedAt]).toEqual(['incomplete', 'interrupted', 10_100]);
  expect(metrics.counts).toMatchObject({ journeys: 50, requests: expect.any(Number) });
});

test('events are awaited until the drain is over, and no longer: each order that lacks some then is counted', async () => {
  const { startedAt, endedAt, metrics, orders, failures } = await simulated(false, {
    isDeaf: true,
    traffic: {
      drainMs: 30_000,
      think: { fromMs: 0, toMs: 0 },
      thresholds: [{ metric: 'kci.missing', of: 'count', is: '=', bound: 0, text: '0', span: SPAN }],
    },
  });

  expect(endedAt - startedAt).toBe(90_000);
  expect([orders, metrics.counts['kci.missing'], metrics.counts['kci.received']]).toEqual([
    { accepted: 180, judged: 180 },
    180,
    0,
  ]);
  const [missing] = failures;
  expect([missing?.check, missing?.times, missing?.more.length]).toEqual(['kci.missing', 180, 4]);
  expect(missing?.example.result).toMatchObject({
    finding: {
      summary: expect.stringMatching(/^order \d+: ACKNOWLEDGED.* is awaited since its acceptance at 2026-03-16T09:00:/),
    },
  });
  expect(missing?.example.journey).toMatch(/^orders\/provide-new#/);
});

test('a threshold on what took too long names the slowest, with when and by how much', async () => {
  const prompt = { metric: 'kci.lag', of: 'p95', is: '<', bound: 1_000, text: 'p95 < 1s', span: SPAN } as const;
  const kept = {
    metric: 'kci.ACKNOWLEDGED',
    of: 'p95',
    is: '<',
    bound: 3_600_000,
    text: 'p95 < 1h',
    span: SPAN,
  } as const;
  const { failures, metrics } = await simulated(false, { traffic: { thresholds: [prompt, kept] } });

  const of = (metric: string) => failures.filter(({ check }) => check === metric);
  const [slow] = of('kci.lag');
  expect([of('kci.lag').length, of('kci.ACKNOWLEDGED').length, slow?.summary]).toEqual([
    1,
    0,
    'longer than 1000 ms; the slowest',
  ]);
  const summaries = [slow?.example.result, ...(slow?.more ?? [])].map((each) => JSON.stringify(each));
  const lags = summaries.map((each) => Number(/order \d+: \w+ after (\d+) ms, at 2026-/.exec(each)?.[1]));
  expect(lags).toHaveLength(5);
  expect(lags).toEqual(lags.toSorted((a, b) => b - a));
  // Three figures are kept of the whole.
  expect((lags[0] ?? 0) / (metrics.durations['kci.lag']?.max ?? 1)).toBeCloseTo(1, 2);
  expect(slow?.times).toBeGreaterThan(100);
});

const QUICK = { metric: 'availability', of: 'p95', is: '<', bound: 1_500, text: 'p95 < 1500ms', span: SPAN } as const;

test('a generator that is busy makes no load: what it did not begin is counted, and its delay is not the gateway\u2019s', async () => {
  const { outcome, note, metrics, thresholds } = await simulated(false, {
    busyMs: 500,
    traffic: { drainMs: 30_000, think: { fromMs: 0, toMs: 0 }, thresholds: [QUICK] },
  });

  // One start after the other, each half a second late: of 5 a second two.
  expect(outcome).toBe('incomplete');
  expect(metrics.counts.dropped).toBe(120);
  expect(note).toMatch(
    /^the generator did not keep up: 120 of 300 arrivals \(40 %\) were not begun; \d+ % of the requests left more than 75 ms /,
  );
  expect(thresholds.map((each) => [each.outcome, each.actual])).toEqual([['unmeasured', undefined]]);
  const { availability: sent } = metrics.durations;
  const { availability: due } = metrics.fromDue;
  expect([(sent?.p95 ?? 99) < 10, (due?.p95 ?? 0) > 20_000]).toEqual([true, true]);
});

test('on virtual time no answer takes any, so that a threshold on answers is neither met nor crossed', async () => {
  const order = { metric: 'orders', of: 'count', is: '>=', bound: 100, text: '>= 100', span: SPAN } as const;
  const here = await simulated(false, { traffic: { thresholds: [QUICK, order] } });
  const blank = await simulated(false, { traffic: { thresholds: [QUICK] } });

  expect([here.outcome, ...here.thresholds.map(({ outcome, actual }) => [outcome, actual])]).toEqual([
    'held',
    ['unmeasured', undefined],
    ['passed', 180],
  ]);
  expect([blank.outcome, blank.note]).toEqual([
    'incomplete',
    'none of its thresholds can be measured on simulated time',
  ]);
  expect(Object.keys(here.metrics.durations).filter((name) => !name.startsWith('kci.'))).toEqual([]);
  expect(
    here.intervals.flatMap(({ durations }) => Object.keys(durations)).filter((name) => name !== 'kci.lag'),
  ).toEqual([]);
  expect([here.metrics.counts.availability, here.slowest.filter(({ tookMs }) => tookMs <= 0)]).toEqual([120, []]);
});
