import { expect, test } from 'vitest';
import { formatDuration, parseDuration } from './duration.ts';

test.each([
  ['20ms', 20],
  ['1.5s', 1_500],
  ['2m', 120_000],
  ['3h', 10_800_000],
  ['15d', 1_296_000_000],
])('%s is %i ms, and is written back the same', (text, ms) => {
  expect(parseDuration(text)).toBe(ms);
  expect(formatDuration(ms)).toBe(text);
});

test.each(['', '5', '5 days', '-1s', 's'])('%j is no duration', (text) => {
  expect(parseDuration(text)).toBeNull();
});
