import { describe, expect, test } from 'vitest';
import type { LoadMetrics, Threshold, ThresholdVerdict } from '../model.ts';
import { evenSpread } from './testing/sample.ts';
import { judgeThresholds } from './threshold.ts';

const SPREAD = { count: 40, min: 1, mean: 20, median: 18, p90: 40, p95: 60, p99: 90, p999: 99, max: 100 };
const METRICS: LoadMetrics = {
  durations: { availability: SPREAD },
  fromDue: {},
  counts: { 'kci.missing': 0, orders: 12 },
  shares: { 'unexpected-status': { hits: 1, of: 200 }, failed: { hits: 0, of: 0 } },
};
const threshold = (metric: string, of: string, is: Threshold['is'], bound: number): Threshold => ({
  metric,
  of,
  is,
  bound,
  text: `${of} ${is} ${bound}`,
  span: { file: 'f.yaml', line: 1, col: 1, length: 1, excerpt: '' },
});

test.each([
  ['availability', 'p95', '<', 61, 60, 'passed'],
  ['availability', 'p95', '<', 60, 60, 'failed'],
  ['availability', 'p95', '<=', 60, 60, 'passed'],
  ['availability', 'p99.9', '<', 99.5, 99, 'passed'],
  ['availability', 'median', '>', 18, 18, 'failed'],
  ['availability', 'max', '>=', 100, 100, 'passed'],
  ['availability', 'count', '>=', 41, 40, 'failed'],
  ['kci.missing', 'count', '=', 0, 0, 'passed'],
  ['orders', 'count', '=', 0, 12, 'failed'],
  ['unexpected-status', 'rate', '<', 0.005, 0.005, 'failed'],
  ['unexpected-status', 'rate', '<=', 0.005, 0.005, 'passed'],
] as const)('%s: %s %s %d of %d %s', (metric, of, is, bound, actual, outcome) => {
  const [verdict] = judgeThresholds([threshold(metric, of, is, bound)], METRICS);

  expect(verdict).toMatchObject({ actual, outcome });
});

test.each([
  ['order', 'p95', '<', 5000],
  ['order', 'count', '=', 0],
  ['kci.unexpected', 'count', '=', 0],
  ['broken', 'rate', '<', 1],
  ['failed', 'rate', '<', 1],
] as const)('%s was never measured, so that its threshold fails', (metric, of, is, bound) => {
  const asked = threshold(metric, of, is, bound);

  expect(judgeThresholds([asked], METRICS)).toEqual([{ ...asked, outcome: 'failed' }]);
});

test('why nothing was measured is said where it is known', () => {
  const asked = threshold('double-bookings', 'count', '=', 0);
  const why = { 'double-bookings': 'no booking was accepted' };

  expect(judgeThresholds([asked], METRICS, { why })).toEqual([
    { ...asked, outcome: 'failed', note: 'no booking was accepted' },
  ]);
});

describe('on how long answers took, where the generator has a part in it', () => {
  const all = (ms: number) => evenSpread(40, ms);
  const met = (sent: number, due: number, late: number, is: Threshold['is'] = '<'): ThresholdVerdict | undefined => {
    const metrics = { ...METRICS, durations: { order: all(sent) }, fromDue: { order: all(due) }, late: all(late) };
    return judgeThresholds([threshold('order', 'p95', is, 100)], metrics)[0];
  };

  test.each([
    ['left in time, and held', 60, 62, 2, 'passed', 62],
    ['left in time, and took too long', 150, 152, 2, 'failed', 152],
    ['left late by more than a twentieth of the bound, though all would hold', 60, 66, 6, 'unmeasured', undefined],
    ['left late, and hold from when they were sent alone', 0.3, 500, 499.7, 'unmeasured', undefined],
    ['took too long, but by no more than the generator is late', 101, 104, 3, 'unmeasured', undefined],
    ['held from when they were sent, but not from when they were due', 98, 101, 3, 'unmeasured', undefined],
  ] as const)('requests that %s', (_, sent, due, late, outcome, actual) => {
    expect(met(sent, due, late)).toMatchObject({ outcome, ...(actual === undefined ? {} : { actual }) });
    expect(met(sent, due, late)?.actual).toBe(actual);
  });

  test('says both numbers, and how late the generator was', () => {
    expect(met(0.3, 500, 499.7)?.note).toBe(
      'p95 0.3 ms from when sent, 500 ms from when due; the generator was 499.7 ms late',
    );
  });

  test('counts answers and not their time where only their number is asked for', () => {
    const metrics = { ...METRICS, counts: { order: 12 }, late: all(9_000) };

    expect(judgeThresholds([threshold('order', 'count', '>=', 10)], metrics)[0]).toMatchObject({
      outcome: 'passed',
      actual: 12,
    });
  });
});

test('on virtual time answers take none: a threshold on them is met by nothing, and crossed by what the fake is made to take', () => {
  const slow = { ...METRICS, durations: { order: { ...SPREAD, p95: 8_000 } } };
  const asked = [threshold('order', 'p95', '<', 2_000), threshold('availability', 'p95', '<', 2_000)];

  expect(
    judgeThresholds(asked, slow, { isVirtual: true }).map(({ outcome, actual, note }) => [outcome, actual, note]),
  ).toEqual([
    ['failed', 8_000, undefined],
    ['unmeasured', undefined, 'answers take no time on simulated time'],
  ]);
});

test('of a load that is not whole, that there is too little of something says nothing; too much is too much', () => {
  const asked = [
    threshold('orders', 'count', '>=', 100),
    threshold('orders', 'count', '=', 0),
    threshold('book', 'p95', '<', 100),
  ];

  expect(judgeThresholds(asked, METRICS, { isPart: true }).map(({ outcome, actual }) => [outcome, actual])).toEqual([
    ['unmeasured', undefined],
    ['failed', 12],
    ['unmeasured', undefined],
  ]);
});
