import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Send, WireRequest } from '../model.ts';
import { heldSend } from './held-send.ts';
import { virtualClock } from './virtual-clock.ts';

const to = (url: string): WireRequest => ({ method: 'GET', url, headers: [], body: null });

/** A door that takes as many turns of the event loop as the URL says. */
function slowDoor(log: string[]): Send {
  return async ({ url }) => {
    log.push(`begins ${url}`);
    for (let i = 0; i < Number(url); i++) await turn();
    log.push(`ends ${url}`);
    return { status: 200, headers: [], body: new Uint8Array(), tookMs: 0 };
  };
}

test('exchanges take place one at a time, in the order they were asked for', async () => {
  const log: string[] = [];
  const send = heldSend(virtualClock(0), slowDoor(log));
  await Promise.all([send(to('5')), send(to('0')), send(to('2'))]);
  expect(log).toEqual(['begins 5', 'ends 5', 'begins 0', 'ends 0', 'begins 2', 'ends 2']);
});

test('time stands still during an exchange, however often the event loop comes round', async () => {
  const clock = virtualClock(0);
  const log: string[] = [];
  const send = heldSend(clock, slowDoor(log));
  clock.schedule(1, () => log.push('time passed'));
  await Promise.all([send(to('9')), send(to('3'))]);
  await clock.until(new Promise(() => {}), 10);
  expect(log).toEqual(['begins 9', 'ends 9', 'begins 3', 'ends 3', 'time passed']);
});

test('a door that breaks its word and rejects does not stop the clock for good', async () => {
  const clock = virtualClock(0);
  const send = heldSend(clock, () => Promise.reject(new Error('a mistake of ours')));
  await expect(send(to('0'))).rejects.toThrow('a mistake of ours');
  expect(await clock.until(new Promise(() => {}), 10)).toBe(false);
});
