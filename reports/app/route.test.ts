import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arrowAnchor } from '../html/anchors.ts';
import { ANY_CASE, ANY_ROW, casesHref, hrefOf, type Route, readRoute, toggleWord } from './route.ts';
import { CASE_ORDERS } from './search.ts';

const word = fc.string({ minLength: 1, unit: 'grapheme' });
const outcomes = fc.uniqueArray(fc.constantFrom('failed', 'passed', 'inconclusive', 'breached', 'silent'));
const order = fc.constantFrom(...CASE_ORDERS);
const routes: fc.Arbitrary<Route> = fc.oneof(
  fc.record({ to: fc.constant('case' as const), id: word }),
  fc.record({
    to: fc.constant('cases' as const),
    filter: fc.record({ outcomes, section: word, reason: word, promise: word, words: word, order }),
  }),
  fc.record({
    to: fc.constant('promises' as const),
    filter: fc.record({ outcomes, levels: outcomes, section: word, words: word }),
  }),
);

test('an address leads to where it was made for, whatever text it holds', () => {
  fc.assert(
    fc.property(routes, (route) => {
      expect(readRoute(hrefOf(route))).toEqual(route);
    }),
  );
});

test('an address without a filter leads to all, and any other to a place', () => {
  expect(readRoute('#cases')).toEqual({ to: 'cases', filter: ANY_CASE });
  expect(readRoute('#cases?sort=colour')).toEqual({ to: 'cases', filter: ANY_CASE });
  expect(readRoute('#promises')).toEqual({ to: 'promises', filter: ANY_ROW });
  expect(readRoute('#failure-3')).toEqual({ to: 'place', anchor: 'failure-3' });
  expect(readRoute('')).toEqual({ to: 'place', anchor: '' });
  expect(readRoute('#%E0%A4%A')).toEqual({ to: 'place', anchor: '%E0%A4%A' });
});

test('an address of an arrow leads to its case, as it stands and as others write it', () => {
  const id = 'orders/long~omit:/body/id';
  expect(readRoute(`#${arrowAnchor(id, 41)}`)).toEqual({ to: 'case', id });
  expect(readRoute(`#case:${id}:41`)).toEqual({ to: 'case', id });
});

test('an address can be read by people', () => {
  expect(casesHref({ outcomes: ['failed', 'inconclusive'], section: 'orders', words: 'cease' })).toBe(
    '#cases?outcome=failed,inconclusive&section=orders&q=cease',
  );
  expect(casesHref({ order: 'duration' })).toBe('#cases?sort=duration');
  expect(casesHref({ order: 'plan' })).toBe('#cases');
  expect(casesHref({})).toBe('#cases');
});

test('a word is put in and taken out again', () => {
  expect(toggleWord(['failed'], 'passed')).toEqual(['failed', 'passed']);
  expect(toggleWord(['failed', 'passed'], 'failed')).toEqual(['passed']);
});
