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

test('a span that is rounded up to the next unit is told in that', () => {
  expect([59_999, 86_399_999, 999.96, 57_000].map(formatDuration)).toEqual(['1 min', '1 d', '1 s', '57 s']);
});

test.each(['', '5', '5 days', '-1s', 's'])('%j is no duration', (text) => {
  expect(parseDuration(text)).toBeNull();
});
