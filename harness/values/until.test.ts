import { expect, test } from 'vitest';
import { msUntilNear, msUntilPassed } from './until.ts';

const NOW = Date.parse('2026-03-16T09:00:00Z');
const IN_TEN = '2026-03-16T09:10:00Z';

test('a number of seconds has surely passed after half as long again, or a minute more, or two seconds', () => {
  expect([0, 1, 10, 300].map((seconds) => msUntilPassed(seconds, NOW))).toEqual([2_000, 3_000, 15_000, 360_000]);
});

test('a date-time has surely passed a minute later, and sooner where the clock that it is of is known', () => {
  expect(msUntilPassed(IN_TEN, NOW)).toBe(660_000);
  expect(msUntilPassed('2026-03-16T09:00:10Z', NOW, { apartMs: 0, behindMs: 0 })).toBe(15_000);
  expect(msUntilPassed('2026-03-16T09:00:10Z', NOW, { apartMs: 10_000, behindMs: 10_000 })).toBe(30_000);
  // No clock that anybody goes by.
  expect(msUntilPassed('2026-03-16T09:00:10Z', NOW, { apartMs: 1e12, behindMs: 1e12 })).toBe(70_000);
});

test('shortly before leaves a tenth of the time, or two seconds, and what the other clock may be ahead', () => {
  expect([IN_TEN, 10, 1].map((moment) => msUntilNear(moment, NOW))).toEqual([540_000, 8_000, 0]);
  expect(msUntilNear(IN_TEN, NOW, { apartMs: 100_000, behindMs: 0 })).toBe(450_000);
});

test('without a zone it passes by UTC, and is near by whoever sees it come first', () => {
  expect(msUntilPassed('2026-03-16T09:10:00', NOW)).toBe(660_000);
  expect(msUntilNear('2026-03-16T09:10:00', NOW)).toBe(0);
  expect(msUntilNear('2026-03-17T00:00:00', NOW)).toBe(3_240_000);
});

test('what is no moment never comes', () => {
  expect([msUntilPassed('no moment', NOW), msUntilNear(undefined, NOW)]).toEqual([undefined, undefined]);
});
