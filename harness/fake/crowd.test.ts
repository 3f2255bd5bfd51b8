import { expect, it } from 'vitest';
import { createInFlight } from './fault-book.ts';

it('requests of one conversation that are made in one turn are answered at once', async () => {
  const inFlight = createInFlight();
  expect(['a', 'b', 'a', 'a'].map((each) => inFlight.isJoined(each))).toEqual([false, false, true, true]);
  await Promise.resolve();
  expect(inFlight.isJoined('a')).toBe(false);
});
