import { expect, test } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import type { Observation } from '../model.ts';
import { own } from './places.ts';
import { createStanding } from './standing.ts';

const { contract } = loadContract(own('fixtures/contract'));
const accepted = Number(contract.operations.order.success[0]?.status);

function after(...seen: readonly Readonly<Record<string, unknown>>[]) {
  const standing = createStanding(3, contract);
  for (const each of seen) standing.see(each as unknown as Observation);
  return standing;
}

const started = (journey: string) => ({ type: 'journey-started', journey });
const ended = (journey: string) => ({ type: 'journey-ended', journey });
const ordered = (exchange: number, journey: string) => ({ type: 'request-sent', exchange, journey, verb: 'order' });
const answered = (exchange: number, status: number) => ({ type: 'response-received', exchange, status });

test('an accepted order awaits its KCI events until its journey has ended', () => {
  const placed = [
    started('a'),
    started('b'),
    ordered(1, 'a'),
    ordered(2, 'b'),
    answered(1, accepted),
    answered(2, accepted),
  ];
  expect(after(...placed).state(0).pendingKcis).toBe(2);
  expect(after(...placed, ended('a')).state(0)).toMatchObject({ pendingKcis: 1, inFlight: ['b'], done: 1 });
});

test('an order that was refused, or got no answer, awaits nothing', () => {
  const { pendingKcis } = after(started('a'), ordered(1, 'a'), answered(1, 422), ordered(2, 'a'), {
    type: 'exchange-broke',
    exchange: 2,
  }).state(0);
  expect(pendingKcis).toBe(0);
});

test('cases are counted by how they came out, and failures are kept in their order', () => {
  const standing = after(started('a'), started('b'), ended('b'), ended('a'), { type: 'delivery-received' });
  standing.judged('b', 'failed');
  standing.judged('a', 'inconclusive');
  expect(standing.state(1_500)).toEqual({
    total: 3,
    done: 2,
    failed: 1,
    inconclusive: 1,
    inFlight: [],
    pendingKcis: 0,
    requests: 0,
    deliveries: 1,
    elapsedMs: 1_500,
    failures: ['b'],
  });
});
