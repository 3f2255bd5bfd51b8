import { expect, test } from 'vitest';
import { moment, seconds, spell } from './times.ts';

test.each([
  [0, '0 ms'],
  [12.4, '12 ms'],
  [999.6, '1 s'],
  [1_400, '1.4 s'],
  [59_940, '59.9 s'],
  [59_960, '1 min'],
  [65_000, '1 min 5 s'],
  [3_600_000, '1 h'],
  [273_600_000, '3 d 4 h'],
])('%d ms is read as %s', (ms, text) => {
  expect(spell(ms)).toBe(text);
});

test('seconds have a dot and three decimals', () => {
  expect(seconds(1_234)).toBe('1.234');
  expect(seconds(-5)).toBe('0.000');
});

test('a moment is told in UTC', () => {
  expect(moment(Date.UTC(2026, 2, 2, 9))).toBe('2026-03-02 09:00:00 UTC');
});
