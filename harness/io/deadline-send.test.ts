import { expect, test } from 'vitest';
import type { Send } from '../model.ts';
import { deadlineSend } from './deadline-send.ts';
import { virtualClock } from './virtual-clock.ts';

const request = { method: 'GET', url: 'http://x/', headers: [], body: null };
const answer = { status: 200, headers: [], body: new Uint8Array(), tookMs: 0 };

test('an answer in time is passed on as it is', async () => {
  const clock = virtualClock(0);
  const slow: Send = async () => {
    await clock.until(new Promise(() => {}), 900);
    return answer;
  };
  expect(await deadlineSend(clock, slow, 1_000)(request)).toBe(answer);
  expect(clock.now()).toBe(900);
});

test('a function that never answers is given up at the deadline', async () => {
  const clock = virtualClock(0);
  const never: Send = () => new Promise(() => {});
  expect(await deadlineSend(clock, never, 1_000)(request)).toEqual({
    fault: 'timed-out',
    detail: 'no answer within 1000 ms',
    tookMs: 1_000,
  });
});
