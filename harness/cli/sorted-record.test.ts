import { expect, test } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import type { Observation } from '../model.ts';
import { own } from './places.ts';
import { sortRecord } from './sorted-record.ts';

const { contract } = loadContract(own('fixtures/contract'));

/** Two journeys with an order each, their requests and deliveries interleaved; by number, in the order they were seen. */
const SEEN = [
  { seq: 1, type: 'receiver-probed' },
  { seq: 2, type: 'journey-started', journey: 'a' },
  { seq: 3, type: 'journey-started', journey: 'b' },
  { seq: 4, type: 'request-sent', exchange: 1, journey: '', verb: 'token' },
  { seq: 5, type: 'request-sent', exchange: 2, journey: 'a', verb: 'order', body: { text: '{"id":"1001"}' } },
  { seq: 6, type: 'request-sent', exchange: 3, journey: 'b', verb: 'order', body: { text: '{"id":"2002"}' } },
  { seq: 7, type: 'response-received', exchange: 3 },
  { seq: 8, type: 'response-received', exchange: 2 },
  { seq: 9, type: 'delivery-received', body: { text: 'says something of 2002' } },
  { seq: 10, type: 'delivery-received', body: { text: 'says something of 1001' } },
  { seq: 11, type: 'delivery-received', body: { text: 'says something of nobody' } },
  { seq: 12, type: 'journey-ended', journey: 'a' },
] as unknown as readonly Observation[];

test('each journey is given its own exchanges and the deliveries of its orders', () => {
  const sorted = sortRecord(contract);
  for (const each of SEEN) sorted.see(each);
  expect(sorted.take('a').map(({ seq }) => seq)).toEqual([1, 2, 5, 8, 10, 12]);
  expect(sorted.take('b').map(({ seq }) => seq)).toEqual([1, 3, 6, 7, 9]);
});

test('a journey that was taken is forgotten, with its orders', () => {
  const sorted = sortRecord(contract);
  for (const each of SEEN) sorted.see(each);
  sorted.take('a');
  sorted.see({
    seq: 13,
    type: 'delivery-received',
    body: { text: 'says something of 1001' },
  } as unknown as Observation);
  expect(sorted.take('a').map(({ seq }) => seq)).toEqual([1]);
});
