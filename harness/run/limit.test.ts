import { expect, test } from 'vitest';
import { virtualClock } from '../io/virtual-clock.ts';
import type { Target } from '../model.ts';
import type { ExchangeOutcome } from './exchange.ts';
import { retryRateLimited } from './limit.ts';

const target = { deadlines: { responseMs: 30_000 } } as Target;

/** Sends until let through; the statuses are answered in turn, the last one for ever. */
async function sendAgainst(statuses: readonly number[], retryAfter?: string) {
  const clock = virtualClock(0);
  const times: number[] = [];
  const headers = retryAfter === undefined ? [] : ([['Retry-After', retryAfter]] as const);
  const send = async (): Promise<ExchangeOutcome> => {
    const status = statuses[Math.min(times.length, statuses.length - 1)] ?? 200;
    times.push(clock.now());
    return { answer: { status, headers, json: undefined } };
  };
  const ports = { clock, target, signal: new AbortController().signal };
  const { answer } = await retryRateLimited(send, ports);
  return { status: answer?.status, times };
}

test('a request that was let through is sent once', async () => {
  expect(await sendAgainst([422])).toEqual({ status: 422, times: [0] });
});

test('a request that a rate limit turned away is sent again when the target says so', async () => {
  expect(await sendAgainst([429, 429, 200], '2')).toEqual({ status: 200, times: [0, 2_000, 4_000] });
  expect(await sendAgainst([429, 202], 'Thu, 01 Jan 1970 00:00:03 GMT')).toEqual({ status: 202, times: [0, 3_000] });
});

test('where it does not say, the waits grow', async () => {
  expect(await sendAgainst([429, 429, 200])).toEqual({ status: 200, times: [0, 1_000, 3_000] });
});

test('a target that never lets it through is not asked for ever', async () => {
  expect(await sendAgainst([429])).toEqual({ status: 429, times: [0, 1_000, 3_000, 6_000] });
});

test('an answer of 503 that names a time is a limit, too; one that names none is an answer', async () => {
  expect(await sendAgainst([503, 202], '60')).toEqual({ status: 202, times: [0, 60_000] });
  expect(await sendAgainst([503, 202])).toEqual({ status: 503, times: [0] });
});

test('longer than two minutes is not waited', async () => {
  expect(await sendAgainst([429, 200], '3600')).toEqual({ status: 429, times: [0] });
});
