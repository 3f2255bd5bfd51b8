import { expect, it } from 'vitest';
import { createCrowd } from './fault-book.ts';

it('requests of one conversation that are made in one turn are answered at once', async () => {
  const crowd = createCrowd();
  expect(['a', 'b', 'a', 'a'].map((each) => crowd.isJoined(each))).toEqual([false, false, true, true]);
  await Promise.resolve();
  expect(crowd.isJoined('a')).toBe(false);
});
