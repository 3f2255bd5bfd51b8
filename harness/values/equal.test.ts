import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Json } from '../model.ts';
import { sameJson } from './equal.ts';

it.each<[string, Json, Json, boolean]>([
  ['numbers', 1, 1, true],
  ['a number and its text', 1, '1', false],
  ['null and nothing', { a: null }, {}, false],
  ['members in another order', { a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }, true],
  ['another member', { a: 1 }, { b: 1 }, false],
  ['elements in another order', [1, 2], [2, 1], false],
  ['a list and an object', [], {}, false],
  ['a longer list', [1], [1, 2], false],
])('%s', (_, a, b, expected) => {
  expect([sameJson(a, b), sameJson(b, a)]).toEqual([expected, expected]);
});

it('sees any value as the same as its copy with all members turned round', () => {
  const turned = (value: Json): Json =>
    Array.isArray(value)
      ? value.map(turned)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(
            Object.entries(value as { readonly [name: string]: Json })
              .reverse()
              .map(([name, each]) => [name, turned(each)]),
          )
        : value;
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json = JSON.parse(JSON.stringify(value)) as Json;
      expect(sameJson(json, turned(json))).toBe(true);
    }),
  );
});
