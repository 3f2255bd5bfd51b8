import { expect, test } from 'vitest';
import { columnsOf, cutTo, fill, seenColumns } from './columns.ts';
import { paint } from './screen.ts';

test.each([
  ['orders/cease', 12],
  ['Straße', 6],
  ['e\u0301te\u0301', 3],
  ['東京', 4],
  ['ＡＢ', 4],
  ['한국', 4],
  ['🚚 late', 7],
  ['𠮷', 2],
  ['█░×', 3],
])('%s takes %i columns', (text, columns) => {
  expect(columnsOf(text)).toBe(columns);
});

test('paint takes no columns', () => {
  expect(seenColumns(`${paint('red', 'FAILED', true)}  東京`)).toBe(12);
});

test.each([
  ['orders/cease', 12, 'orders/cease'],
  ['orders/cease', 8, 'orders/…'],
  ['東京都', 5, '東京…'],
  ['東京都', 4, '東…'],
  ['abc', 1, '…'],
  ['abc', 0, ''],
])('%s in %i columns is "%s"', (text, columns, fitted) => {
  expect(cutTo(text, columns)).toBe(fitted);
});

test('where a terminal knows no ellipsis, three dots mark what was cut off', () => {
  expect(cutTo('orders/cease', 8, '...')).toBe('order...');
  expect(cutTo('orders/cease', 2, '...')).toBe('..');
});

test('what is fitted can neither break the line nor move the cursor', () => {
  expect(cutTo('a\u001b[2J\nb', 40)).toBe('a\\u001b[2J\\nb');
});

test('a text is filled up to its columns, however wide its characters are', () => {
  expect(fill('東京', 6)).toBe('東京  ');
  expect(fill('orders', 4)).toBe('ord…');
});
