import { expect, test } from 'vitest';
import { msUntil } from './script-shapes.ts';

test('until a moment is as long as it is, nearly until leaves a tenth of the time, or two seconds', () => {
  const now = Date.parse('2026-03-16T09:00:00Z');
  const inTen = '2026-03-16T09:10:00Z';
  expect([msUntil(inTen, now), msUntil(inTen, now, true)]).toEqual([600_000, 540_000]);
  expect([msUntil(10, now), msUntil(10, now, true), msUntil(1, now, true)]).toEqual([10_000, 8_000, 0]);
  expect([msUntil('no moment', now), msUntil('no moment', now, true)]).toEqual([0, 0]);
});
