import { expect, test } from 'vitest';
import { cut } from './cut.ts';

test('a text is cut where it is too long, and never within a character', () => {
  expect(cut('four', 4)).toBe('four');
  expect(cut('fives', 4)).toBe('fiv…');
  expect(cut('in😀side', 4)).toBe('in…');
  expect(cut('in😀side', 5)).toBe('in😀…');
});
