import { expect, test } from 'vitest';
import { msUntil } from './until.ts';

const NOW = Date.parse('2026-03-16T09:00:00Z');
const IN_TEN = '2026-03-16T09:10:00Z';

test('a number of seconds has surely passed after half as long again, or a minute more, or two seconds', () => {
  expect([0, 1, 10, 300].map((seconds) => msUntil(seconds, NOW))).toEqual([2_000, 3_000, 15_000, 360_000]);
});

test('a date-time has surely passed a minute later, and sooner where the clock that it is of is known', () => {
  expect(msUntil(IN_TEN, NOW)).toBe(660_000);
  expect(msUntil('2026-03-16T09:00:10Z', NOW, { clocks: { apartMs: 0, behindMs: 0 } })).toBe(15_000);
  expect(msUntil('2026-03-16T09:00:10Z', NOW, { clocks: { apartMs: 10_000, behindMs: 10_000 } })).toBe(30_000);
  // No clock that anybody goes by.
  expect(msUntil('2026-03-16T09:00:10Z', NOW, { clocks: { apartMs: 1e12, behindMs: 1e12 } })).toBe(70_000);
});

test('shortly before leaves a tenth of the time, or two seconds, half a one where it is told to the millisecond, and what the other clock may be ahead', () => {
  expect([IN_TEN, 10, 1].map((moment) => msUntil(moment, NOW, { short: 'nearly' }))).toEqual([540_000, 8_000, 0]);
  expect(msUntil('2026-03-16T09:00:04.250Z', NOW, { short: 'nearly' })).toBe(3_750);
  expect(msUntil(IN_TEN, NOW, { short: 'nearly', clocks: { apartMs: 100_000, behindMs: 0 } })).toBe(450_000);
});

test('about when it comes is by our own clock', () => {
  expect([10, IN_TEN].map((moment) => msUntil(moment, NOW, { short: 'about' }))).toEqual([10_000, 600_000]);
});

test('without a zone it passes by UTC, and is near by whoever sees it come first', () => {
  expect(msUntil('2026-03-16T09:10:00', NOW)).toBe(660_000);
  expect(msUntil('2026-03-16T09:10:00', NOW, { short: 'nearly' })).toBe(0);
  expect(msUntil('2026-03-17T00:00:00', NOW, { short: 'nearly' })).toBe(3_240_000);
});

test('seconds count from when they were told, however much later they are waited for', () => {
  const toldAt = NOW - 4_000;
  expect(msUntil(10, NOW, { toldAt })).toBe(11_000);
  expect(msUntil(20, NOW, { toldAt, short: 'nearly' })).toBe(14_000);
  expect(msUntil(1, NOW, { toldAt })).toBe(0);
  expect(msUntil(IN_TEN, NOW, { toldAt })).toBe(660_000);
});

test('half of the time is over by when it was told, and by the clock that may be ahead', () => {
  expect([10, IN_TEN].map((moment) => msUntil(moment, NOW, { short: 'half' }))).toEqual([5_000, 300_000]);
  expect(msUntil(IN_TEN, NOW, { short: 'half', toldAt: NOW - 60_000 })).toBe(270_000);
  expect(msUntil(IN_TEN, NOW, { short: 'half', clocks: { apartMs: 100_000, behindMs: 0 } })).toBe(250_000);
});

test('what is no moment never comes', () => {
  expect([msUntil('no moment', NOW), msUntil(undefined, NOW, { short: 'nearly' })]).toEqual([undefined, undefined]);
});
