import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CaseColumns } from '../html/packed.ts';
import { ANY_CASE } from './route.ts';
import { CASE_ORDERS, caseOrderNamed, searchOf } from './search.ts';

const columns: CaseColumns = {
  ids: ['orders/late', 'orders/book', 'token/expired', 'orders/cease'],
  titles: { of: ['B', 'A'], at: [0, 1, 0, 1] },
  outcomes: { of: ['failed', 'inconclusive', 'passed'], at: [0, 1, 2, 2] },
  sections: { of: ['orders', 'token'], at: [0, 0, 1, 0] },
  reasons: { of: [null], at: [0, 0, 0, 0] },
  rows: { of: [[]], at: [0, 0, 0, 0] },
  requests: [0, 0, 0, 0],
  kcis: [0, 0, 0, 0],
  tookMs: [5, 900, 5, 70],
  // In the plan: token/expired, orders/cease, orders/late, orders/book.
  planned: [2, 1, -3, 1],
  marks: {},
};

test.each([
  ['plan', ['token/expired', 'orders/cease', 'orders/late', 'orders/book']],
  ['outcome', ['orders/late', 'orders/book', 'token/expired', 'orders/cease']],
  ['duration', ['orders/book', 'orders/cease', 'token/expired', 'orders/late']],
  ['title', ['orders/cease', 'orders/book', 'token/expired', 'orders/late']],
  ['id', ['orders/book', 'orders/cease', 'orders/late', 'token/expired']],
] as const)('cases in the order "%s", equal ones as planned', (order, ids) => {
  expect(searchOf(columns)({ ...ANY_CASE, order }).map((place) => columns.ids[place])).toEqual(ids);
});

test('every order has every case once, however many are equal', () => {
  const three = fc.nat({ max: 2 });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(three, three, three), { maxLength: 40 }),
      fc.constantFrom(...CASE_ORDERS),
      (all, order) => {
        const made: CaseColumns = {
          ...columns,
          ids: all.map((_, place) => `case ${place}`),
          titles: { of: ['B', 'A', 'C'], at: all.map(([title]) => title) },
          outcomes: { of: ['passed', 'failed', 'not-applicable'], at: all.map(([, outcome]) => outcome) },
          tookMs: all.map(([, , tookMs]) => tookMs),
          planned: all.map((_, place) => (place === 0 ? 0 : 1)),
        };
        expect(searchOf(made)({ ...ANY_CASE, order }).toSorted((a, b) => a - b)).toEqual(all.map((_, place) => place));
      },
    ),
  );
});

test('an order that nobody knows is that of the plan', () => {
  expect(['id', 'colour', ''].map(caseOrderNamed)).toEqual(['id', 'plan', 'plan']);
});
