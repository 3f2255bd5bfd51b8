import { expect, test } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import type { Exchange } from './exchange.ts';
import { silenceIn } from './unanswered.ts';

const { contract } = loadContract(new URL('../../fixtures/contract', import.meta.url).pathname);
const VERBS = ['availability', 'slots', 'book', 'order', 'amend', 'cancel'] as const;

/** An exchange that was sent and came to its end at these places of the record. */
function exchange(sentSeq: number, endSeq: number, fault?: 'timed-out' | 'reset'): Exchange {
  const verb = VERBS[sentSeq % VERBS.length] ?? 'order';
  const of = { exchange: sentSeq, journey: `case-${sentSeq}`, step: verb, tenant: 't', verb, at: 0 };
  const end = fault
    ? { broke: { ...of, type: 'exchange-broke', seq: endSeq, fault, detail: 'no response' } }
    : { response: { ...of, type: 'response-received', seq: endSeq, status: 200, headers: [] } };
  const sent = { ...of, type: 'request-sent', seq: sentSeq };
  const exchanged = { sent, ...end, asked: { query: {} }, operation: contract.operations[verb], isSuperseded: false };
  return exchanged as unknown as Exchange;
}

/** One answer after the other, but where something else stands. */
const answered = (from: number, count: number): Exchange[] =>
  Array.from({ length: count }, (_, i) => exchange(from + 2 * i, from + 2 * i + 1));

const found = (exchanges: readonly Exchange[]): number => silenceIn(exchanges).shares.size;

/** Requests of every operation that hang, each while others come and go. */
const hanging = (count: number, fault: 'timed-out' | 'reset' = 'timed-out'): Exchange[] =>
  Array.from({ length: count }, (_, i) => exchange(50 + i * 101, 50 + i * 101 + 40, fault));

test('requests that hang by themselves, whatever they ask for, are told as a share of each operation', () => {
  expect(found([...answered(0, 1000), ...hanging(12)])).toBe(12);
});

test('a few of them, or a few among very many, are accidents', () => {
  expect(found([...answered(0, 500), ...hanging(9)])).toBe(0);
  expect(found([...answered(0, 3000), ...hanging(12)])).toBe(0);
});

test('connections that are reset may be of the way', () => {
  expect(found([...answered(0, 1000), ...hanging(12, 'reset')])).toBe(0);
});

test('what hangs together with all else may have hung with the way', () => {
  const stalls = Array.from({ length: 4 }, (_, nth) =>
    Array.from({ length: 8 }, (_, i) => exchange(500 * (nth + 1) - 10 + i, 500 * (nth + 1) + i, 'timed-out')),
  ).flat();
  const others = [0, 1, 2, 3, 4].flatMap((nth) => answered(500 * nth + 20, 225));
  expect(found([...others, ...stalls])).toBe(0);
});

test('a tenant that gets no answer any more, whatever it asks for, is told apart, if others do', () => {
  const of = (tenant: string, each: Exchange): Exchange => ({ ...each, sent: { ...each.sent, tenant } });
  const before = of('t', exchange(0, 1));
  const silent = Array.from({ length: 12 }, (_, i) => of('t', exchange(10 + 2 * i, 100 + i, 'timed-out')));
  const others = answered(200, 20).map((each) => of('u', each));
  const last = (exchanges: readonly Exchange[]): unknown =>
    silent.map((each) => silenceIn(exchanges).tenants.get(each)?.last);
  expect(last([before, ...silent, ...others])).toEqual(silent.map(() => before));
  const none = silent.map(() => undefined);
  expect(last([before, ...silent]), 'nobody else is heard').toEqual(none);
  expect(last([...silent, ...others]), 'it was never heard').toEqual(none);
  const refused = of('t', exchange(300, 301));
  expect(last([before, ...silent, ...others, refused]), 'it is heard again').toEqual(none);
});
