import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rateOf } from './conclude.ts';

// Published values: Newcombe 1998, Statistics in Medicine 17, table I, method 3; Wilson's own bounds for 0 and all.
test.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
  [29, 29, 0.883, 1],
])('%i of %i lies between %f and %f', (hits, of, low, high) => {
  const rate = rateOf(hits, of);
  expect(rate.low).toBeCloseTo(low, 4);
  expect(rate.high).toBeCloseTo(high, 4);
});

test('of no trials nothing is known', () => {
  expect(rateOf(0, 0)).toEqual({ hits: 0, of: 0, low: 0, high: 1 });
});

test('the share lies within its bounds, and more trials bring them closer', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (of, part) => {
      const hits = Math.round(of * part);
      const { low, high } = rateOf(hits, of);
      const more = rateOf(hits * 10, of * 10);
      expect(low).toBeLessThanOrEqual(hits / of);
      expect(high).toBeGreaterThanOrEqual(hits / of);
      expect(low >= 0 && high <= 1).toBe(true);
      expect(more.high - more.low).toBeLessThan(high - low);
    }),
  );
});
