import { expect, test } from 'vitest';
import { nearest } from './nearest.ts';

test.each([
  ['oder', 'order'],
  ['ordre', 'order'],
  ['Avalability', 'availability'],
  ['cnacel', 'cancel'],
])('%s is taken for %s', (word, wanted) => {
  expect(nearest(word, ['token', 'availability', 'order', 'cancel'])).toBe(wanted);
});

test('a word far from all of them is taken for none', () => {
  expect(nearest('purchase', ['token', 'order'])).toBeUndefined();
  expect(nearest('xyz', ['id', 'ab'])).toBeUndefined();
});

test('of two candidates the closer one is taken', () => {
  expect(nearest('cancell', ['cancelled', 'cancel'])).toBe('cancel');
});
