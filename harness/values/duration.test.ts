import { expect, test } from 'vitest';
import { formatDuration, parseDuration } from './duration.ts';

test.each([
  ['20ms', '20 ms', 20],
  ['1.5s', '1.5 s', 1_500],
  ['2m', '2 min', 120_000],
  ['3h', '3 h', 10_800_000],
  ['15d', '15 d', 1_296_000_000],
])('%s is told as %s, and is %i ms', (text, told, ms) => {
  expect(parseDuration(text)).toBe(ms);
  expect(formatDuration(ms)).toBe(told);
});

test.each([
  [0, '0 ms'],
  [12.4, '12 ms'],
  [999.6, '1 s'],
  [1_400, '1.4 s'],
  [59_940, '59.9 s'],
  [59_960, '1 min'],
  [65_000, '1 min 5 s'],
  [3_600_000, '1 h'],
  [3_599_600, '1 h'],
  [86_399_999, '1 d'],
  [273_600_000, '3 d 4 h'],
])('%d ms is read as %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

test.each(['', '5', '5 days', '-1s', 's'])('%j is no duration', (text) => {
  expect(parseDuration(text)).toBeNull();
});
