import { expect, test } from 'vitest';
import { formatUtc, seconds } from './times.ts';

test('seconds have a dot and three decimals', () => {
  expect(seconds(1_234)).toBe('1.234');
  expect(seconds(-5)).toBe('0.000');
});

test('a moment is told in UTC', () => {
  expect(formatUtc(Date.UTC(2026, 2, 2, 9))).toBe('2026-03-02 09:00:00 UTC');
});
