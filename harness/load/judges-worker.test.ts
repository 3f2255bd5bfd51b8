import { expect, test } from 'vitest';
import { compileContract } from '../contract/validators.ts';
import type { CasesFound } from './judges.ts';
import { type Batch, judgesHere } from './judges.ts';
import { judgesInWorker, type Law } from './judges-worker.ts';
import { answerTo, callOf, journeyOf, sentBy } from './sample.ts';
import { contract, profile, target } from './testing/shipped.ts';

const law: Law = { contract, profile, target };
/** A batch of one journey, whose one request was answered with a status. */
function batchOf(id: string, status: number): Batch {
  const sent = sentBy(id, 'slots', { exchange: 2 });
  const journey = journeyOf(id, { steps: [callOf('slots')] });
  return {
    plan: { version: 1, seed: 1, nonce: 'n', now: 0, journeys: [journey] },
    record: [sent, answerTo(sent, status)],
  };
}
const judged = (batches: readonly Batch[], judge: (batch: Batch, take: (verdict: CasesFound) => void) => void) => {
  const verdicts: CasesFound[] = [];
  for (const batch of batches) judge(batch, (verdict) => verdicts.push(verdict));
  return verdicts;
};

test('a thread judges as it is judged here, and gives its verdicts out in order', async () => {
  const batches = [200, 500, 404, 200, 503].map((status, i) => batchOf(`slots@${i}`, status));
  const apart = judgesInWorker(law);
  const there = judged(batches, apart.judge);
  await apart.end();

  expect(there).toEqual(judged(batches, judgesHere({ ...law, validators: compileContract(contract) }).judge));
  expect(there.map(({ cases }) => cases.map(({ outcome }) => outcome))).toContainEqual(['failed']);
});

test('who hands in batches faster than they are judged is held, once, until the judges have caught up', async () => {
  let holds = 0;
  let releases = 0;
  const apart = judgesInWorker(law, () => {
    holds += 1;
    return () => {
      releases += 1;
    };
  });
  const judging = judged(
    Array.from({ length: 10 }, (_, i) => batchOf(`slots@${i}`, 200)),
    apart.judge,
  );
  const heldWhile = [holds, releases];
  await apart.end();

  expect(heldWhile).toEqual([1, 0]);
  expect([holds, releases, judging.length]).toEqual([1, 1, 10]);
});
