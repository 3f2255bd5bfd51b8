import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hash32, integerBetween, random, uuid } from './seed.ts';
import { mismatches } from './shape.ts';

test('the same name gives the same numbers, on every machine', () => {
  expect(hash32('orders/provide-new')).toBe(3888738047);
  const next = random('orders/provide-new');
  expect([next(), next()].map((n) => n.toFixed(6))).toEqual(['0.086282', '0.196221']);
});

test('names that differ by one letter give rows that differ', () => {
  fc.assert(
    fc.property(fc.string(), (name) => {
      expect(random(`${name}a`)()).not.toBe(random(`${name}b`)());
    }),
  );
});

test('whole numbers stay in their range and reach both ends', () => {
  const next = random('ends');
  const drawn = Array.from({ length: 2_000 }, () => integerBetween(next, 5, 8));
  expect(new Set(drawn)).toEqual(new Set([5, 6, 7, 8]));
  expect(integerBetween(() => 0.9999999999, 1, 2 ** 40)).toBeLessThanOrEqual(2 ** 40);
});

test('a UUID has the form of one', () => {
  fc.assert(
    fc.property(fc.string(), (name) => {
      expect(mismatches('~uuid', uuid(random(name)))).toEqual([]);
    }),
  );
});
