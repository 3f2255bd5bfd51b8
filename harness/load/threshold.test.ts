import { expect, test } from 'vitest';
import type { LoadMetrics, Threshold } from '../model.ts';
import { judgeThresholds } from './threshold.ts';

const SPREAD = { count: 40, min: 1, mean: 20, median: 18, p90: 40, p95: 60, p99: 90, p999: 99, max: 100 };
const METRICS: LoadMetrics = {
  durations: { availability: SPREAD },
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

  expect(judgeThresholds([asked], METRICS, why)).toEqual([
    { ...asked, outcome: 'failed', note: 'no booking was accepted' },
  ]);
});
