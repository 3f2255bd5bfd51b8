import { expect, test } from 'vitest';
import type { TrafficProfile, World } from '../model.ts';
import { type Arrivals, arrivalsOf } from './arrivals.ts';
import { scheduleOf } from './schedule.ts';
import { stagesFrom } from './week.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const DAYS = [1, 1, 1, 1, 1, 0.5, 0];
const HOURS = Array.from({ length: 24 }, (_, hour) => (hour >= 9 && hour < 17 ? 1 : 0));

/** The starts of one journey a minute for so long, on that week in London. */
const startsFrom = (forMs: number, startAt: string): Arrivals => {
  const stages = [{ forMs, fromPerSecond: 1 / 60, toPerSecond: 1 / 60 }];
  const week = { days: DAYS, hours: HOURS };
  return arrivalsOf(stagesFrom({ stages, week }, { timeZone: 'Europe/London' }, Date.parse(startAt)));
};

test('a week has its days and hours, as clocks in its time zone show them', () => {
  // A Monday in summer, when London is an hour ahead of UTC: its ninth hour begins at 08:00Z.
  const arrivals = startsFrom(7 * 24 * HOUR, '2026-06-01T00:00:00Z');
  const perDay = Array.from({ length: 7 }, () => 0);
  for (const start of Array.from({ length: arrivals.count }, (_, i) => arrivals.startOf(i)))
    perDay[Math.floor(start / (24 * HOUR))] = (perDay[Math.floor(start / (24 * HOUR))] ?? 0) + 1;

  expect(perDay).toEqual([480, 480, 480, 480, 480, 240, 0]);
  expect(arrivals.startOf(0)).toBeCloseTo(8 * HOUR + MINUTE);
  expect(arrivals.startOf(479)).toBeCloseTo(16 * HOUR);
});

test('a load that begins later than it was planned for has the stages that its journeys were planned by', () => {
  const week = { days: DAYS, hours: HOURS };
  const stages = [{ forMs: HOUR, fromPerSecond: 1 / 60, toPerSecond: 1 / 60 }];
  const mix = [{ scenario: 'token/access-token', percent: 100 }];
  const load = {
    traffic: { stages, week, mix, tenants: ['one'] } as unknown as TrafficProfile,
    world: { timeZone: 'Europe/London' } as World,
    seed: 1,
  };
  const [night, day] = ['2026-06-01T02:00:00Z', '2026-06-01T12:00:00Z'].map((each) => Date.parse(each)) as [
    number,
    number,
  ];
  const countOf = (from: { startedAt: number; plannedFrom?: number }): number =>
    scheduleOf({ ...load, ...from }).arrivals.count;
  expect([countOf({ startedAt: night }), countOf({ startedAt: day })]).toEqual([0, 60]);
  expect(countOf({ startedAt: night, plannedFrom: day })).toBe(60);
});

test('the working day moves with the clocks', () => {
  // Clocks go forward on Sunday 2026-03-29: Friday's work begins at 09:00Z, Monday's at 08:00Z.
  const arrivals = startsFrom(4 * 24 * HOUR, '2026-03-27T00:00:00Z');

  expect(arrivals.startOf(0)).toBeCloseTo(9 * HOUR + MINUTE);
  expect(arrivals.startOf(480 + 240)).toBeCloseTo(3 * 24 * HOUR + 8 * HOUR + MINUTE);
});

test('a load that begins within an hour takes what is left of it', () => {
  const arrivals = startsFrom(HOUR, '2026-06-01T07:30:00Z');

  expect(arrivals.count).toBe(30);
  expect(arrivals.startOf(0)).toBeCloseTo(31 * MINUTE);
});
