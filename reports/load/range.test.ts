import { expect, test } from 'vitest';
import { rangeWithin, rangeWords, wholeWords } from './range.ts';
import { crossedLoad } from './testing/sample.ts';

const { intervals, intervalMs } = crossedLoad();

test('a range is told by its sums, and by the slowest p95 of any of its intervals', () => {
  expect(rangeWords(intervals, intervalMs, { from: 1, to: 3 })).toEqual([
    '10 s to 30 s',
    '200 journeys',
    '500 requests',
    '5 errors (1.00 %)',
    '120 events',
    'slowest p95 1.2 s, order at 10 s',
  ]);
});

test('where nothing was sent there is neither a share of errors nor a percentile', () => {
  const quiet = [{ fromMs: 0, arrivals: 0, requests: 0, errors: 0, deliveries: 1, pending: 0, durations: {} }];

  expect(rangeWords(quiet, 1_000, { from: 0, to: 1 })).toEqual([
    '0 ms to 1 s',
    '0 journeys',
    '0 requests',
    '0 errors',
    '1 event',
  ]);
});

test.each([
  [0, 6, { from: 0, to: 6 }],
  [4.2, 1.8, { from: 2, to: 4 }],
  [-3, 99, { from: 0, to: 6 }],
  [3, 3, { from: 3, to: 4 }],
  [6, 6, { from: 5, to: 6 }],
])('dragged from %s to %s of six intervals, the range is %o', (one, other, range) => {
  expect(rangeWithin(6, one, other)).toEqual(range);
});

test('the whole says how it is looked at more closely', () => {
  expect(wholeWords(intervals, intervalMs)).toBe(
    `All ${intervals.length} intervals of 10 s. Drag over a curve to look closer at all of them.`,
  );
});
