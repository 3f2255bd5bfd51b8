import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TrafficStage } from '../model.ts';
import { type Arrivals, arrivalsOf } from './arrivals.ts';

const steady = (forMs: number, perSecond: number): TrafficStage => ({
  forMs,
  fromPerSecond: perSecond,
  toPerSecond: perSecond,
});
const startsOf = (arrivals: Arrivals): number[] =>
  Array.from({ length: arrivals.count }, (_, i) => arrivals.startOf(i));
const rounded = (times: readonly number[]): number[] => times.map((ms) => Math.round(ms));

const rate = fc.double({ min: 0, max: 50, noNaN: true });
const stages = fc.array(
  fc.record({ forMs: fc.integer({ min: 1, max: 120_000 }), fromPerSecond: rate, toPerSecond: rate }),
  { minLength: 1, maxLength: 6 },
);

/** How many are due until a time: the area under the rates, summed the long way. */
function due(all: readonly TrafficStage[], untilMs: number): number {
  let atMs = 0;
  let area = 0;
  for (const { forMs, fromPerSecond, toPerSecond } of all) {
    const ms = Math.max(0, Math.min(forMs, untilMs - atMs));
    area += ((fromPerSecond + (toPerSecond - fromPerSecond) * (ms / forMs) * 0.5) * ms) / 1000;
    atMs += forMs;
  }
  return area;
}

test('a steady rate starts journeys evenly, the first after one spacing, as k6 does', () => {
  const arrivals = arrivalsOf([steady(1000, 5)]);

  expect(startsOf(arrivals)).toEqual([200, 400, 600, 800, 1000]);
  expect(arrivals.durationMs).toBe(1000);
});

test('a ramp starts the first half of its journeys in seven tenths of its time', () => {
  const arrivals = arrivalsOf([{ forMs: 10_000, fromPerSecond: 0, toPerSecond: 20 }]);

  expect(arrivals.count).toBe(100);
  expect(arrivals.startOf(49)).toBeCloseTo(10_000 * Math.SQRT1_2);
  expect(arrivals.startOf(99)).toBe(10_000);
});

test('a ramp down is a ramp up seen from its end', () => {
  const up = arrivalsOf([{ forMs: 8000, fromPerSecond: 0, toPerSecond: 10 }]);
  const down = arrivalsOf([{ forMs: 8000, fromPerSecond: 10, toPerSecond: 0 }]);

  const mirrored = Array.from({ length: up.count - 1 }, (_, i) => 8000 - up.startOf(up.count - 2 - i));
  expect(rounded(startsOf(down).slice(0, -1))).toEqual(rounded(mirrored));
});

test('nobody arrives in a pause', () => {
  const arrivals = arrivalsOf([steady(1000, 2), steady(60_000, 0), steady(1000, 2)]);

  expect(startsOf(arrivals)).toEqual([500, 1000, 61_500, 62_000]);
});

test('each journey starts at its whole number under the curve of rates, in order', () => {
  fc.assert(
    fc.property(stages, (all) => {
      const arrivals = arrivalsOf(all);
      expect(arrivals.count).toBe(Math.floor(due(all, arrivals.durationMs) + 1e-6));
      let before = 0;
      for (let i = 0; i < arrivals.count; i += 1) {
        const start = arrivals.startOf(i);
        expect(start).toBeGreaterThanOrEqual(before);
        expect(start).toBeLessThanOrEqual(arrivals.durationMs);
        expect(Math.abs(due(all, start) - (i + 1))).toBeLessThan(1e-4);
        before = start;
      }
    }),
    { numRuns: 50 },
  );
});

test('a stage cut in two is the same stage', () => {
  fc.assert(
    fc.property(stages, (all) => {
      const halves = all.flatMap(({ forMs, fromPerSecond, toPerSecond }) => {
        const middle = (fromPerSecond + toPerSecond) / 2;
        return [
          { forMs: forMs / 2, fromPerSecond, toPerSecond: middle },
          { forMs: forMs / 2, fromPerSecond: middle, toPerSecond },
        ];
      });
      const [whole, cut] = [arrivalsOf(all), arrivalsOf(halves)];
      expect(Math.abs(whole.count - cut.count)).toBeLessThanOrEqual(1);
      for (let i = 0; i < Math.min(whole.count, cut.count); i += 1)
        expect(Math.abs(due(all, whole.startOf(i)) - due(all, cut.startOf(i)))).toBeLessThan(1e-4);
    }),
    { numRuns: 30 },
  );
});

test('an index that does not arrive has no start', () => {
  expect(() => arrivalsOf([steady(1000, 1)]).startOf(1)).toThrow('there is no arrival 1 of 1');
});
