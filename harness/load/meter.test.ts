import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMeter, intervalFor, type Meter } from './meter.ts';

const START = Date.parse('2026-06-01T08:00:00Z');
const meter = (): Meter => createMeter({ startAt: START, intervalMs: 1000 });

test('durations have their percentiles, to three figures', () => {
  const measured = meter();
  for (let ms = 1; ms <= 1000; ms += 1) measured.duration('availability', ms, START);

  const { availability } = measured.metrics().durations;
  expect(availability?.count).toBe(1000);
  const near = (value: number | undefined, ms: number): void =>
    expect(Math.abs((value ?? 0) / ms - 1)).toBeLessThan(1e-3);
  near(availability?.min, 1);
  near(availability?.mean, 500.5);
  near(availability?.median, 500);
  near(availability?.p90, 900);
  near(availability?.p95, 950);
  near(availability?.p99, 990);
  near(availability?.p999, 999);
  near(availability?.max, 1000);
});

test('a duration may be a microsecond or weeks', () => {
  const measured = meter();
  measured.duration('kci.lag', 0, START);
  measured.duration('kci.lag', 0.25, START);
  measured.duration('kci.lag', 21 * 86_400_000, START);
  measured.duration('kci.lag', 3650 * 86_400_000, START);

  const lag = measured.metrics().durations['kci.lag'];
  expect([lag?.count, lag?.min, lag?.median]).toEqual([4, 0.001, 0.25]);
  expect(Math.abs((lag?.max ?? 0) / (180 * 86_400_000) - 1)).toBeLessThan(1e-3);
});

test('what was counted as none is measured, what was never counted is not', () => {
  const measured = meter();
  measured.count('kci.missing', START, 0);
  measured.count('orders', START);
  measured.count('orders', START, 4);

  expect(measured.metrics().counts).toEqual({ 'kci.missing': 0, orders: 5 });
});

test('a share says how many of how many', () => {
  const measured = meter();
  for (const isHit of [true, false, false, true, false]) measured.share('unexpected-status', isHit);

  expect(measured.metrics().shares).toEqual({ 'unexpected-status': { hits: 2, of: 5 } });
});

test('intervals tell what happened in each, and how many orders still waited at its end', () => {
  const measured = meter();
  measured.count('journeys', START);
  measured.count('journeys', START + 999);
  measured.count('requests', START + 1000);
  measured.count('errors', START + 1000);
  measured.count('kci.received', START + 2500);
  measured.pending(1, START + 100);
  measured.pending(1, START + 1100);
  measured.pending(-1, START + 2500);
  measured.duration('order', 40, START + 1000);

  const told = measured.intervals(START + 3000);
  expect(told.map(({ durations, ...rest }) => ({ ...rest, measured: Object.keys(durations) }))).toEqual([
    { fromMs: 0, arrivals: 2, requests: 0, errors: 0, deliveries: 0, pending: 1, measured: [] },
    { fromMs: 1000, arrivals: 0, requests: 1, errors: 1, deliveries: 0, pending: 2, measured: ['order'] },
    { fromMs: 2000, arrivals: 0, requests: 0, errors: 0, deliveries: 1, pending: 1, measured: [] },
  ]);
});

test('what is measured before the start or after the end is in the first or last interval', () => {
  const measured = meter();
  measured.count('requests', START - 5);
  measured.count('requests', START + 1500);
  measured.count('requests', START + 9000);
  measured.duration('order', 10, START + 1500);
  measured.duration('order', 30, START + 9000);

  const told = measured.intervals(START + 2000);
  expect(told.map(({ requests }) => requests)).toEqual([1, 2]);
  expect(told[1]?.durations.order?.count).toBe(2);
  expect(measured.intervals(START).map(({ requests }) => requests)).toEqual([3]);
});

test('single events have no curve of their own', () => {
  const measured = meter();
  measured.duration('kci.ACKNOWLEDGED', 10, START);
  measured.duration('kci.lag', 10, START);

  expect(Object.keys(measured.metrics().durations)).toEqual(['kci.ACKNOWLEDGED', 'kci.lag']);
  expect(Object.keys(measured.intervals(START + 1000)[0]?.durations ?? {})).toEqual(['kci.lag']);
});

test('the same measurements give the same bytes, in whatever order they come', () => {
  const measurement = fc.record({
    name: fc.constantFrom('order', 'availability', 'kci.lag'),
    ms: fc.double({ min: 0, max: 1e6, noNaN: true }),
    at: fc.integer({ min: START, max: START + 20_000 }),
    isHit: fc.boolean(),
  });
  const bytes = (all: readonly { name: string; ms: number; at: number; isHit: boolean }[]): string => {
    const measured = meter();
    for (const { name, ms, at, isHit } of all) {
      measured.duration(name, ms, at);
      measured.count(name, at);
      measured.share(name, isHit);
      measured.pending(isHit ? 1 : -1, at);
    }
    return JSON.stringify([measured.metrics(), measured.intervals(START + 15_000)]);
  };

  fc.assert(
    fc.property(fc.array(measurement, { maxLength: 40 }), (all) => {
      expect(bytes(all.toReversed())).toBe(bytes(all));
    }),
    { numRuns: 20 },
  );
});

test('a load of any length has at most 240 round intervals', () => {
  const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000];
  const lengths = [10 * second, 4 * minute, hour, 8 * hour, 7 * day, 365 * day].map(intervalFor);

  expect(lengths).toEqual([second, second, 15 * second, 2 * minute, hour, 2 * day]);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3650 * day }), (ms) => {
      expect(ms / intervalFor(ms)).toBeLessThanOrEqual(240);
    }),
  );
});
