import { expect, test } from 'vitest';
import { compileContract } from '../contract/validators.ts';
import type { HeapVerdict } from './heap-verdict.ts';
import { type Heap, judgesHere } from './judges.ts';
import { judgesApart, type Law } from './judges-apart.ts';
import { answerTo, callOf, journeyOf, sentBy } from './sample.ts';
import { contract, profile, target } from './testing/shipped.ts';

const law: Law = { contract, profile, target };
/** A heap of one journey, whose one request was answered with a status. */
function heapOf(id: string, status: number): Heap {
  const sent = sentBy(id, 'slots', { exchange: 2 });
  const journey = journeyOf(id, { steps: [callOf('slots')] });
  return {
    plan: { version: 1, seed: 1, nonce: 'n', now: 0, journeys: [journey] },
    record: [sent, answerTo(sent, status)],
  };
}
const judged = (heaps: readonly Heap[], judge: (heap: Heap, take: (verdict: HeapVerdict) => void) => void) => {
  const verdicts: HeapVerdict[] = [];
  for (const heap of heaps) judge(heap, (verdict) => verdicts.push(verdict));
  return verdicts;
};

test('a thread judges as it is judged here, and gives its verdicts out in order', async () => {
  const heaps = [200, 500, 404, 200, 503].map((status, i) => heapOf(`slots@${i}`, status));
  const apart = judgesApart(law);
  const there = judged(heaps, apart.judge);
  await apart.end();

  expect(there).toEqual(judged(heaps, judgesHere({ ...law, validators: compileContract(contract) }).judge));
  expect(there.map(({ cases }) => cases.map(({ outcome }) => outcome))).toContainEqual(['failed']);
});

test('who hands in heaps faster than they are judged is held, once, until the judges have caught up', async () => {
  let holds = 0;
  let releases = 0;
  const apart = judgesApart(law, () => {
    holds += 1;
    return () => {
      releases += 1;
    };
  });
  const judging = judged(
    Array.from({ length: 10 }, (_, i) => heapOf(`slots@${i}`, 200)),
    apart.judge,
  );
  const heldWhile = [holds, releases];
  await apart.end();

  expect(heldWhile).toEqual([1, 0]);
  expect([holds, releases, judging.length]).toEqual([1, 1, 10]);
});
