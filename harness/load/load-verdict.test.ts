import { expect, test } from 'vitest';
import type { LoadInterval, ThresholdVerdict } from '../model.ts';
import { limitOf } from './load-verdict.ts';
import { evenSpread, SPAN } from './testing/sample.ts';

/** Intervals of 10 s: how many journeys began in each, and p95 of their availability. */
const intervals = (...each: readonly (readonly [arrivals: number, ms: number, errors?: number])[]): LoadInterval[] =>
  each.map(([arrivals, ms, errors = 0], nth) => ({
    fromMs: nth * 10_000,
    arrivals,
    requests: arrivals,
    errors,
    deliveries: 0,
    pending: 0,
    durations: { availability: evenSpread(10, ms) },
  }));
const slow: ThresholdVerdict = {
  metric: 'availability',
  of: 'p95',
  is: '<',
  bound: 1500,
  text: 'p95 < 1500ms',
  span: SPAN,
  outcome: 'failed',
};
const wrong: ThresholdVerdict = {
  metric: 'unexpected-status',
  of: 'rate',
  is: '<',
  bound: 0.01,
  text: '< 1%',
  span: SPAN,
  outcome: 'failed',
};

test('the rate before the first two intervals in a row that do not hold is the highest that does', () => {
  const rising = intervals([100, 90], [200, 1800], [300, 100], [380, 900], [410, 1600], [500, 4000], [0, 0]);

  expect(limitOf([slow], rising, 10_000)).toEqual({
    holdsAt: 38,
    givesAt: 41,
    metric: 'availability',
    text: 'p95 < 1500ms',
  });
});

test('a share of wrong answers gives, too', () => {
  expect(limitOf([wrong], intervals([100, 1], [200, 1], [300, 1, 9], [400, 1, 90]), 10_000)?.givesAt).toBe(30);
});

test.each([
  ['nothing was crossed', [{ ...slow, outcome: 'passed' as const }], intervals([100, 90], [200, 1600], [300, 1700])],
  ['the rate does not rise', [slow], intervals([100, 90], [101, 1600], [100, 1700])],
  ['it never held', [slow], intervals([100, 1600], [200, 1600], [300, 1700])],
  ['no two intervals in a row show it', [slow], intervals([100, 90], [200, 1600], [300, 90])],
])('there is none where %s', (_, thresholds, of) => {
  expect(limitOf(thresholds, of, 10_000)).toBeUndefined();
});
