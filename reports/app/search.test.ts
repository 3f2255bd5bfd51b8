import { expect, test } from 'vitest';
import { blockOf, type CaseColumns } from '../html/packed.ts';
import { ANY_CASE } from './route.ts';
import { searchOf } from './search.ts';

const columns: CaseColumns = {
  ids: ['orders/cease', 'orders/provide-new#business', 'token/expired'],
  titles: { of: ['A service is ceased', 'A line is installed', 'A token expires'], at: [0, 1, 2] },
  outcomes: { of: ['failed', 'passed'], at: [0, 1, 1] },
  sections: { of: ['orders', 'token'], at: [0, 0, 1] },
  reasons: { of: [null], at: [0, 0, 0] },
  rows: { of: [['ORD-01'], ['AUT-01']], at: [0, 0, 1] },
  requests: [1, 2, 3],
  kcis: [0, 1, 0],
  tookMs: [5, 5, 5],
  planned: [0, 1, 1],
  marks: {},
};
const search = searchOf(columns);
const found = (filter: Partial<typeof ANY_CASE>) => search({ ...ANY_CASE, ...filter });

test('without a filter all cases are found, in their order', () => {
  expect(found({})).toEqual([0, 1, 2]);
});

test('every word must stand in the title or the id, in any case', () => {
  expect(found({ words: 'Business INSTALLED' })).toEqual([1]);
  expect(found({ words: 'order' })).toEqual([0, 1]);
  expect(found({ words: 'installed token' })).toEqual([]);
});

test('a word may also begin the id of a promise that the case looked at', () => {
  expect(found({ words: 'aut-01' })).toEqual([2]);
  expect(found({ words: 'ORD-0 business' })).toEqual([1]);
});

test('outcomes add up, all else narrows', () => {
  expect(found({ outcomes: ['passed'] })).toEqual([1, 2]);
  expect(found({ outcomes: ['passed', 'failed'], section: 'orders' })).toEqual([0, 1]);
  expect(found({ outcomes: ['passed'], promise: 'ORD-01' })).toEqual([1]);
  expect(found({ reason: 'no-answer' })).toEqual([]);
});

test('a case lies in the block that its place in the index tells, where its story is kept', () => {
  const places = [0, 1, 2, 3, 6, 7];
  const nthOf = (first: number, rest: number) => places.map((place) => blockOf({ split: 3, first, rest }, place)?.nth);
  expect(nthOf(2, 4)).toEqual([0, 0, 1, 2, 2, 3]);
  expect(nthOf(2, 0)).toEqual([0, 0, 1, undefined, undefined, undefined]);
  expect(nthOf(0, 4)).toEqual([undefined, undefined, undefined, 0, 0, 1]);
  expect(places.map((place) => blockOf({ split: 3, first: 2, rest: 4 }, place)?.at)).toEqual([0, 1, 0, 0, 3, 0]);
});
