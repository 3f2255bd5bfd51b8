import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '../model.ts';
import { bind, references, templateOf } from './bind.ts';
import { literalShape, mismatches } from './shape.ts';

const scope = { site: { id: '0012', type: 'UPRN' }, slots: { list: [{ c: 'AM' }, { c: 'PM' }] }, n: 7 };

describe('binding', () => {
  test('a text that is a value as a whole becomes that value, whatever its type', () => {
    expect(bind('$site', scope).value).toEqual({ id: '0012', type: 'UPRN' });
    expect(bind({ a: ['$n'] }, scope).value).toEqual({ a: [7] });
  });

  test('a path that selects several takes the first', () => {
    expect(bind("$slots.list[?@.c == 'PM']", scope).value).toEqual({ c: 'PM' });
    expect(bind('$slots.list[*].c', scope).value).toBe('AM');
  });

  test('a filter may name another value of the scope', () => {
    expect(bind('$slots.list[?@.c == $.wanted.c]', { ...scope, wanted: { c: 'PM' } }).value).toEqual({ c: 'PM' });
    expect(bind('$slots.list[?@.c == $.wanted.c]', scope).missing).toEqual(['$slots.list[?@.c == $.wanted.c]']);
  });

  test('inside a text the value is put in as text', () => {
    expect(bind('SVC${site.id}-${n}', scope).value).toBe('SVC0012-7');
    expect(bind('SVC${$site.id}', scope).value).toBe('SVC0012');
  });

  test('of a date-time the date alone can be put in', () => {
    const slot = { slot: { start: '2026-03-18T08:00:00.000Z' } };
    expect(bind('${slot.start | date}', slot).value).toBe('2026-03-18');
    // The evening before, where clocks are far behind; never a day later.
    const night = { slot: { start: '2026-03-18T02:00:00.000Z' } };
    const dates = ['America/Los_Angeles', 'Europe/London', 'Pacific/Auckland'].map(
      (zone) => bind('${slot.start | date}', { ...night, 'time-zone': zone }).value,
    );
    expect(dates).toEqual(['2026-03-17', '2026-03-18', '2026-03-18']);
    expect(bind('${slot.start | offset}', { slot: { start: '2026-03-18T23:30:00.000Z' } }).value).toBe(
      '2026-03-19T00:30:00+01:00',
    );
    expect(bind('${slot.start | seconds}', { slot: { start: '2026-03-18T23:30:00.000Z' } }).value).toBe(
      '2026-03-18T23:30:00Z',
    );
    expect(bind('${n | date}', scope)).toEqual({ value: null, missing: ['$n | date'] });
    expect(references('${slot.start | date}')).toEqual(['slot']);
  });

  test('of what may be missing a member is left out, and an item of a list as a whole', () => {
    const pairs = [
      { name: 'ID', value: '$site.id?' },
      { name: 'FLOOR', value: '$site.floor?' },
    ];
    const template = { floor: '$site.floor?', pairs, texts: ['$site.floor?', 'x'] };
    const filled = { pairs: [{ name: 'ID', value: '0012' }], texts: ['x'] };
    expect(bind(template, scope)).toEqual({ value: filled, missing: [] });
    expect(templateOf(template)({ scope, missing: [] })).toEqual(filled);
    // Whoever fills it in may know of values that are as good as none.
    const missing = ['$n'];
    expect(bind({ a: '$n', b: '$n?' }, scope, () => undefined)).toEqual({ value: {}, missing });
  });

  test('two dollars are one dollar, and a price is a price', () => {
    expect(bind('$$site', scope).value).toBe('$site');
    expect(bind('costs $5', scope).value).toBe('costs $5');
  });

  test('a value that leads nowhere is named, and its member left out', () => {
    expect(bind({ a: '$site.floor', b: 1, c: 'x${gone}' }, scope)).toEqual({
      value: { b: 1 },
      missing: ['$site.floor', '$gone'],
    });
  });

  test('a value that may lead nowhere is left out in silence', () => {
    expect(bind({ a: '$site.floor?', b: '$site.id?' }, scope)).toEqual({ value: { b: '0012' }, missing: [] });
  });

  test('what is found is quoted where asked, so that a target cannot write matchers', () => {
    expect(bind('$evil', { evil: '~absent' }, literalShape).value).toBe('~~absent');
  });

  test.each(['2027-01-30T13:00:00,000+11:00', 'a, b = c', '~absent', 'ends with \\', 'a\\,b'])(
    'takes what is put among the words of a matcher for one word: %s',
    (found) => {
      const shape = bind('~some(end = ${found}, isFree = true)', { found }, literalShape).value;
      expect(mismatches(shape, [{ end: found, isFree: true }])).toEqual([]);
      expect(mismatches(shape, [{ end: `${found}?`, isFree: true }])).toHaveLength(1);
      expect(mismatches(shape, [{ end: found, isFree: false }])).toHaveLength(1);
    },
  );

  test('changes nothing of what stands among plain text', () => {
    expect(bind('Service ${found}', { found: 'a,b' }, literalShape).value).toBe('Service a,b');
  });

  test('JSON without a dollar comes back unchanged', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        fc.pre(!JSON.stringify(value).includes('$'));
        expect(bind(value as Json, scope)).toEqual({ value, missing: [] });
      }),
    );
  });

  test('the names of all values are found wherever they stand', () => {
    expect(references({ a: '$site.id', b: ['x${offer.name}y', '$site'], c: '$$no' })).toEqual(['site', 'offer']);
  });
});

test('a sparse template leaves out what holds nothing but values that lead nowhere, and keeps what is written empty', () => {
  const template = { a: { b: '$gone', c: ['$gone'] }, list: [{ d: '$gone' }, '$n'], none: {}, no: [] };
  const missing: string[] = [];
  expect(templateOf(template, true)({ scope, missing })).toEqual({ list: [7], none: {}, no: [] });
  expect(missing).toEqual(['$gone', '$gone', '$gone']);
  expect(templateOf({ a: '$gone' }, true)({ scope, missing })).toBeUndefined();
});

test('a member named __proto__ is filled in as any other', () => {
  const template = JSON.parse('{"__proto__":"$n","a":{"__proto__":"$gone"}}') as Json;
  expect(JSON.stringify(bind(template, scope).value)).toBe('{"__proto__":7,"a":{}}');
});

test('any of a list is always the same one in one scope', () => {
  const scope = { any: 7, slots: { list: [{ id: 'a' }, { id: 'b' }, { id: 'c' }] }, none: { list: [] } };
  expect(bind(['$slots.list[any]', '${slots.list[any].id}!'], scope).value).toEqual([{ id: 'b' }, 'b!']);
  expect(bind('$none.list[any].id', scope).missing).toEqual(['$none.list[any].id']);
  expect(bind('$slots.list[any].id', { ...scope, any: 2 }).value).toBe('c');
});
