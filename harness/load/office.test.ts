import { expect, test } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import { FIXTURES } from '../contract/fixture.ts';
import { loadProfile } from '../contract/profile.ts';
import { loadTarget } from '../contract/target.ts';
import { compileContract } from '../contract/validators.ts';
import { loadWorld } from '../contract/world.ts';
import type { Journey } from '../model.ts';
import type { HeapVerdict } from './heap-verdict.ts';
import { type Heap, judgesHere } from './judges.ts';
import { type Law, openOffice } from './office.ts';
import { type Arrival, createLoadPlanner } from './planner.ts';
import { answerTo, callOf, journeyOf, sentBy } from './sample.ts';
import { AGAINST } from './traffic-sample.ts';

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the shipped fixtures cannot be loaded');
  return value;
}
const { contract } = loadContract(`${FIXTURES}/contract`);
const profile = present(loadProfile('supplier').profile);
const world = present(loadWorld('fake').world);
const target = { ...present(loadTarget('fake', {}).target), baseUrl: 'http://fake.invalid' };
const law: Law = { contract, profile, target };
const input = { contract, target, world, profile, seed: 1, nonce: 'n' };
const arrivals: readonly Arrival[] = [0, 1, 2].map((index) => ({
  index,
  scenario: 'orders/provide-new',
  tenant: 'harbour-telecom',
  at: Date.UTC(2026, 2, 16, 9),
}));

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

test('the office judges as it is judged here, and gives its verdicts out in order', async () => {
  const heaps = [200, 500, 404, 200, 503].map((status, i) => heapOf(`slots@${i}`, status));
  const office = openOffice(law);
  const there = judged(heaps, office.judge);
  await office.end();

  expect(there).toEqual(judged(heaps, judgesHere({ ...law, validators: compileContract(contract) }).judge));
  expect(there.map(({ cases }) => cases.map(({ outcome }) => outcome))).toContainEqual(['failed']);
});

test('the office plans as it is planned here, and judges what it has planned', async () => {
  const office = openOffice({ ...law, planning: { scenarios: AGAINST.scenarios, input } });
  const journeys = await new Promise<readonly Journey[]>((resolve) => office.plan(arrivals, resolve));
  const verdicts = judged([{ plan: { version: 1, seed: 1, nonce: 'n', now: 0, journeys }, record: [] }], office.judge);
  await office.end();

  expect(journeys).toEqual(arrivals.map(createLoadPlanner(AGAINST.scenarios, input).journeyOf));
  expect(verdicts[0]?.cases.map(({ id }) => id)).toEqual(journeys.map(({ id }) => id));
});

test('who hands in heaps faster than they are judged is held, once, until the office has caught up', async () => {
  let holds = 0;
  let releases = 0;
  const office = openOffice(law, () => {
    holds += 1;
    return () => {
      releases += 1;
    };
  });
  const judging = judged(
    Array.from({ length: 10 }, (_, i) => heapOf(`slots@${i}`, 200)),
    office.judge,
  );
  const heldWhile = [holds, releases];
  await office.end();

  expect(heldWhile).toEqual([1, 0]);
  expect([holds, releases, judging.length]).toEqual([1, 1, 10]);
});
