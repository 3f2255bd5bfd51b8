import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arrivalsOf } from '../arrivals.ts';
import { graceOf, k6Options, k6Thresholds, walkTime } from './options.ts';
import { k6Stages } from './stages.ts';
import { loadAt, threshold } from './testing/load.ts';

const stage = (forMs: number, fromPerSecond: number, toPerSecond = fromPerSecond) => ({
  forMs,
  fromPerSecond,
  toPerSecond,
});

describe('stages for k6', () => {
  test('rates that go on from each other are its stages; a jump is a stage without a length', () => {
    expect(k6Stages([stage(60_000, 0, 20), stage(5000, 50), stage(1000, 50, 10)])).toEqual({
      startRate: 0,
      timeUnit: '1s',
      stages: [
        { target: 20, duration: '60000ms' },
        { target: 50, duration: '0ms' },
        { target: 50, duration: '5000ms' },
        { target: 10, duration: '1000ms' },
        { target: 0, duration: '0ms' },
        { target: 0, duration: '10000ms' },
      ],
    });
  });

  test.each([
    [0.5, '10s', 5],
    [0.25, '60s', 15],
    [1 / 3, '60s', 20],
    [0.005, '600s', 3],
    [4 / 3600, '3600s', 4],
  ])('a rate of %d is a whole number in %s', (rate, timeUnit, startRate) => {
    expect(k6Stages([stage(1000, rate)])).toMatchObject({ startRate, timeUnit });
  });

  /** How k6 counts (lib/executor/ramping_arrival_rate.go, `cal`): whole numbers reached by the area under its rates. */
  const countOfK6 = ({ startRate, timeUnit, stages }: ReturnType<typeof k6Stages>): number => {
    const unitMs = Number.parseInt(timeUnit, 10) * 1000;
    let from = startRate / unitMs;
    let area = 0;
    for (const { target, duration } of stages) {
      const to = target / unitMs;
      area += Number.parseInt(duration, 10) * ((to - from) / 2 + from);
      from = to;
    }
    return Math.floor(area + 1e-9);
  };

  test('whole rates a minute give k6 as many arrivals as Assay counts', () => {
    const rate = fc.integer({ min: 0, max: 6000 }).map((perMinute) => perMinute / 60);
    const one = fc
      .tuple(fc.integer({ min: 1, max: 600 }), rate, rate)
      .map(([s, from, to]) => stage(s * 1000, from, to));

    fc.assert(
      fc.property(fc.array(one, { minLength: 1, maxLength: 5 }), (stages) => {
        expect(countOfK6(k6Stages(stages))).toBe(arrivalsOf(stages).count);
      }),
    );
  });
});

describe('thresholds for k6', () => {
  test('each is one of its own, with a companion that something was measured', () => {
    expect(
      k6Thresholds([
        threshold('availability', 'p95', '<', 1500),
        threshold('availability', 'median', '<=', 300),
        threshold('book', 'p99.9', '<', 9000),
        threshold('kci.ACKNOWLEDGED', 'p95', '<', 30_000),
        threshold('kci.begun', 'p95', '<', 20_000),
        threshold('kci.lag', 'mean', '<', 1000),
        threshold('kci.missing', 'count', '=', 0),
        threshold('unexpected-status', 'rate', '<', 0.005),
        threshold('dropped', 'count', '=', 0),
        threshold('order', 'count', '>=', 5),
      ]),
    ).toEqual({
      'http_req_duration{operation:availability}': ['p(95)<1500', 'med<=300'],
      'http_reqs{operation:availability}': ['count>0'],
      'http_req_duration{operation:book}': ['p(99.9)<9000'],
      'http_reqs{operation:book}': ['count>0'],
      'kci_lag{event:ACKNOWLEDGED}': ['p(95)<30000'],
      'kci_events{event:ACKNOWLEDGED}': ['count>0'],
      'kci_lag{moment:begun}': ['p(95)<20000'],
      'kci_events{moment:begun}': ['count>0'],
      kci_lag: ['avg<1000'],
      kci_events: ['count>0'],
      kci_missing: ['count==0'],
      kci_feeds: ['count>0'],
      'http_req_failed{to:gateway}': ['rate<0.005'],
      'http_reqs{to:gateway}': ['count>0'],
      dropped_iterations: ['count==0'],
      'iterations{scenario:load}': ['count>0'],
      'http_reqs{operation:order}': ['count>=5', 'count>0'],
    });
  });

  test('what only Assay can judge is left to it', () => {
    expect(k6Thresholds([threshold('failed', 'rate', '=', 0), threshold('orders', 'count', '>=', 5)])).toEqual({});
  });
});

describe('options of k6', () => {
  const { traffic, target, journeys } = loadAt('http://gateway.invalid', { count: 5, seconds: 10 });
  const times = Array.from({ length: 5 }, (_, i) => walkTime(journeys.of(i), target, traffic.think));
  const walk = { usualMs: 2000, longestMs: 60_000 };

  test('one scenario walks in an open model, another collects with one VU', () => {
    const { scenarios } = k6Options({
      traffic: { ...traffic, drainMs: 90_000 },
      stages: [stage(10_000, 20)],
      target,
      walk,
    });

    expect(scenarios?.load).toMatchObject({
      executor: 'ramping-arrival-rate',
      exec: 'walk',
      preAllocatedVUs: 80,
      maxVUs: 1000,
      gracefulStop: '60000ms',
    });
    expect(scenarios?.kci).toMatchObject({ executor: 'per-vu-iterations', exec: 'collect', vus: 1, iterations: 1 });
  });

  test('an instance of several is held against no threshold: its share says nothing of the whole', () => {
    const strict = { ...traffic, thresholds: [threshold('availability', 'p95', '<', 1)] };
    const of = (isSegment: boolean) =>
      k6Options({ traffic: strict, stages: traffic.stages, target, walk, isSegment }).thresholds;

    expect(Object.keys(of(false) ?? {})).toHaveLength(2);
    expect(of(true)).toEqual({});
  });

  test('addresses are no tag, for each holds the JSON of a query', () => {
    const { systemTags } = k6Options({ traffic, stages: traffic.stages, target, walk });

    expect(systemTags).toContain('name');
    expect(systemTags).not.toContain('url');
  });

  test('a journey may go on as long as its answers and waits may take', () => {
    const [provide, cancel, contested, look] = times;
    const { responseMs, kciMs } = target.deadlines;

    expect([provide?.longestMs, contested?.longestMs, look?.longestMs]).toEqual([
      4 * responseMs,
      2 * responseMs,
      responseMs,
    ]);
    expect(cancel?.longestMs).toBe(2 * responseMs + Math.min(kciMs ?? Number.POSITIVE_INFINITY, 86_400_000));
    expect([1, 40_000, 86_400_000].map((longestMs) => graceOf({ usualMs: 1, longestMs }, { drainMs: 60_000 }))).toEqual(
      [10_000, 40_000, 60_000],
    );
  });

  test('who was seen to answer at once is not held for slow, nor for as quick under load', () => {
    const look = journeys.of(3);
    const usualMs = (answerMs?: number): number => walkTime(look, target, traffic.think, answerMs).usualMs;
    expect([usualMs(2), usualMs(40), usualMs(900)].map((ms) => ms - usualMs())).toEqual([-200, -90, 0]);
  });
});
