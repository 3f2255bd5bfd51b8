import { expect, test } from 'vitest';
import { virtualClock } from '../../io/virtual-clock.ts';
import { stoppableClock } from './stoppable-clock.ts';

test('what was scheduled is dropped when the clock is stopped, and what comes later is not taken', async () => {
  const time = virtualClock(0);
  const { clock, stop } = stoppableClock(time);
  const done: string[] = [];
  clock.schedule(10, () => done.push('early'));
  clock.schedule(30, () => done.push('late'));
  clock.schedule(15, () => done.push('cancelled'))();
  await time.until(new Promise(() => {}), 20);
  stop();
  clock.schedule(5, () => done.push('after the end'));
  await time.until(new Promise(() => {}), 100);
  expect(done).toEqual(['early']);
  expect(clock.now()).toBe(120);
});
