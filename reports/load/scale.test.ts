import fc from 'fast-check';
import { expect, test } from 'vitest';
import { momentsIn, ticksTo } from './chart.ts';

test.each([
  [0, [0, 1]],
  [1, [0, 0.5, 1]],
  [0.3, [0, 0.1, 0.2, 0.3]],
  [7, [0, 2, 4, 6, 8]],
  [400, [0, 100, 200, 300, 400]],
  [1_234, [0, 500, 1_000, 1_500]],
])('an axis up to %d has round ticks', (max, ticks) => {
  expect(ticksTo(max)).toEqual(ticks);
});

test('every axis begins at 0, reaches its largest value and has few ticks, evenly apart', () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-6, max: 1e12, noNaN: true }), (max) => {
      const ticks = ticksTo(max);
      const [first = -1, second = 0] = ticks;
      expect(first).toBe(0);
      expect(ticks.at(-1) ?? 0).toBeGreaterThanOrEqual(max * (1 - 1e-9));
      expect(ticks.length).toBeLessThanOrEqual(6);
      for (const [i, tick] of ticks.entries()) expect(tick / second).toBeCloseTo(i, 6);
    }),
  );
});

test.each([
  [5_000, [0, 1_000, 2_000, 3_000, 4_000, 5_000]],
  [240_000, [0, 60_000, 120_000, 180_000, 240_000]],
  [7 * 86_400_000, [0, 2, 4, 6].map((days) => days * 86_400_000)],
])('a load of %d ms is labelled at moments that people read easily', (spanMs, moments) => {
  expect(momentsIn(0, spanMs)).toEqual(moments);
});

test('a stretch is labelled at the same round moments as the whole', () => {
  expect(momentsIn(70_000, 310_000)).toEqual([120_000, 180_000, 240_000, 300_000]);
});

test('no time axis has more than seven labels', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 400 * 86_400_000 }), (spanMs) => {
      const moments = momentsIn(0, spanMs);
      expect([moments[0], moments.length <= 7, (moments.at(-1) ?? 0) <= spanMs]).toEqual([0, true, true]);
    }),
  );
});
