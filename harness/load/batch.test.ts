import { describe, expect, test } from 'vitest';
import type { RunStarted } from '../model.ts';
import { createBatch } from './batch.ts';
import type { Heap } from './judges.ts';
import { answerTo, journeyOf, sentBy } from './sample.ts';

const STARTED: RunStarted = {
  type: 'run-started',
  version: 2,
  seq: 1,
  at: 0,
  seed: 7,
  nonce: 'n',
  target: 'fake',
  baseUrl: 'http://fake.invalid',
  profile: 'supplier',
  world: 'fake',
  timeZone: 'Europe/London',
  contract: 'c',
  assay: '0.0.0',
  journeys: 5,
};

function batchOf(size: number) {
  const heaps: Heap[] = [];
  const batch = createBatch({
    started: STARTED,
    seed: 7,
    nonce: 'n',
    size,
    now: () => 9_000,
    onHeap: (heap) => heaps.push(heap),
  });
  return { batch, heaps };
}
const namesOf = ({ plan }: Heap): string[] => plan.journeys.map(({ id }) => id);

describe('a heap', () => {
  test('is handed over when it is full, and what is left at the end', () => {
    const { batch, heaps } = batchOf(2);
    for (const id of ['a@1', 'b@2', 'c@3']) batch.add(journeyOf(id), []);
    const full = heaps.map(namesOf);
    batch.end();

    expect([full, heaps.map(namesOf)]).toEqual([[['a@1', 'b@2']], [['a@1', 'b@2'], ['c@3']]]);
  });

  test('reads like the run of its journeys alone: from its start to its end, in order', () => {
    const { batch, heaps } = batchOf(2);
    const [first, second] = [sentBy('a@1', 'slots', { exchange: 5 }), sentBy('b@2', 'slots', { exchange: 4 })];
    batch.add(journeyOf('a@1'), [first, answerTo(first, 200)]);
    batch.add(journeyOf('b@2'), [second]);

    expect(heaps[0]?.plan).toMatchObject({ version: 1, seed: 7, nonce: 'n', now: 0 });
    expect(heaps[0]?.record.map(({ type, seq }) => [type, seq])).toEqual([
      ['run-started', 1],
      ['request-sent', 8],
      ['request-sent', 10],
      ['response-received', 11],
      ['run-ended', 12],
    ]);
  });
});

test('what belongs to no journey is a heap at the end', () => {
  const { batch, heaps } = batchOf(1);
  batch.addLoose(sentBy('', 'token', { exchange: 9 }));
  batch.add(journeyOf('a@1'), []);
  batch.end();

  expect(heaps.map((heap) => [namesOf(heap), heap.record.length])).toEqual([
    [['a@1'], 2],
    [[], 3],
  ]);
});

test('where nothing was observed there is no heap', () => {
  const { batch, heaps } = batchOf(1);
  batch.end();

  expect(heaps).toEqual([]);
});
