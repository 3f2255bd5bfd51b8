import fc from 'fast-check';
import { expect, test } from 'vitest';
import { virtualClock } from '../io/virtual-clock.ts';
import { createPace } from './pace.ts';

test('requests start evenly spaced, and no more in a second than are allowed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 60 }), async (perSecond, count) => {
      const clock = virtualClock(0);
      const pace = createPace(clock, perSecond);
      const starts = await Promise.all(Array.from({ length: count }, () => pace().then(() => clock.now())));
      for (const [i, at] of starts.entries()) expect(at).toBeCloseTo((i * 1000) / perSecond, 6);
    }),
    { numRuns: 20 },
  );
});

test('after a pause nothing is made up for', async () => {
  const clock = virtualClock(0);
  const pace = createPace(clock, 1);
  await pace();
  await clock.until(new Promise(() => {}), 10_000);
  await pace();
  expect(clock.now()).toBe(10_000);
  await pace();
  expect(clock.now()).toBe(11_000);
});

test('without a rate nothing is held back', async () => {
  const clock = virtualClock(0);
  const pace = createPace(clock, null);
  await Promise.all(Array.from({ length: 100 }, pace));
  expect(clock.now()).toBe(0);
});
