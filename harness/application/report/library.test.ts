import { expect, test } from 'vitest';
import { shippedFaults } from '../../fake/faults.ts';
import { readLibrary } from './library.ts';

test('what a cause is told to be like are faults that come with Assay, and what they breach are rows', () => {
  const titles = new Set(shippedFaults().faults.map(({ title }) => title));
  const library = readLibrary();
  expect(library.length).toBeGreaterThan(350);
  expect(library.filter(({ title }) => !titles.has(title))).toEqual([]);
  expect(library.filter(({ kind, rows }) => kind === '' || rows.length === 0)).toEqual([]);
  // A kind is told of many orders: what names one is like no other.
  expect(library.filter(({ kind }) => /\d{6}/.test(kind))).toEqual([]);
});
