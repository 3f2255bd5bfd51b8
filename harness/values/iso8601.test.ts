import fc from 'fast-check';
import { expect, test } from 'vitest';
import { instantText, isDate, isDateTime, momentOf } from './iso8601.ts';

const NINE = Date.UTC(2026, 2, 16, 9, 0, 0);

test.each([
  ['2026-03-16T09:00:00.000Z', NINE],
  ['2026-03-16T09:00:00Z', NINE],
  ['2026-03-16T09:00Z', NINE],
  ['2026-03-16T09Z', NINE],
  ['20260316T090000Z', NINE],
  ['2026-03-16T10:00:00+01:00', NINE],
  ['2026-03-16T10:00:00+0100', NINE],
  ['20260316T03-0600', NINE],
  ['2026-03-16T09:00:00,250Z', NINE + 250],
  ['2026-03-16T09:00:00.2509Z', NINE + 250],
  ['2026-03-15T24:00:00Z', Date.UTC(2026, 2, 16)],
])('%s is the moment %i', (text, at) => {
  expect(momentOf(text)).toBe(at);
  expect(isDateTime(text)).toBe(true);
});

test.each([
  'yesterday',
  '2026-03-16',
  '2026-02-30T09:00:00Z',
  '2026-0316T09:00:00Z',
  '2026-03-16T25:00Z',
  '2026-03-16T24:01Z',
  '2026-03-16T09:60Z',
  '2026-03-16 09:00:00Z',
  '2026-03-16T09:00:00 GMT',
])('%s is no moment', (text) => {
  expect(momentOf(text, 'Z')).toBeUndefined();
  expect(isDateTime(text)).toBe(false);
});

test('without a zone it is a date-time, and a moment only for whoever says the zone', () => {
  expect(isDateTime('2026-03-16T09:00:00')).toBe(true);
  expect(momentOf('2026-03-16T09:00:00')).toBeUndefined();
  expect(momentOf('2026-03-16T09:00:00', 'Z')).toBe(NINE);
  expect(momentOf('2026-03-16T10:00:00', '+01:00')).toBe(NINE);
});

test('a date exists, in either form', () => {
  expect(['2028-02-29', '20280229'].map(isDate)).toEqual([true, true]);
  expect(['2026-02-29', '2026-13-01', '2026-1-1', '2026-03-16T09:00Z'].map(isDate)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

test('what JavaScript writes is read as it was meant', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }), (date) => {
      expect(momentOf(date.toISOString())).toBe(date.getTime());
    }),
  );
});

test('a moment that no calendar reaches has a text all the same', () => {
  expect([NINE, 8.64e15 + 1, Number.POSITIVE_INFINITY].map(instantText)).toEqual([
    new Date(NINE).toISOString(),
    '8640000000000001 ms after 1970',
    'Infinity ms after 1970',
  ]);
});
