import { describe, expect, test } from 'vitest';
import type { RunStarted } from '../model.ts';
import { type Batch, createBatches } from './batches.ts';
import { answerTo, journeyOf, sentBy } from './testing/sample.ts';

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
  const batches: Batch[] = [];
  const maker = createBatches({
    started: STARTED,
    seed: 7,
    nonce: 'n',
    size,
    now: () => 9_000,
    onBatch: (batch) => batches.push(batch),
  });
  return { maker, batches };
}
const namesOf = ({ plan }: Batch): string[] => plan.journeys.map(({ id }) => id);

describe('a batch', () => {
  test('is handed over when it is full, and what is left at the end', () => {
    const { maker, batches } = batchOf(2);
    for (const id of ['a@1', 'b@2', 'c@3']) maker.add(journeyOf(id), []);
    const full = batches.map(namesOf);
    maker.end();

    expect([full, batches.map(namesOf)]).toEqual([[['a@1', 'b@2']], [['a@1', 'b@2'], ['c@3']]]);
  });

  test('reads like the run of its journeys alone: from its start to its end, numbered as it happened', () => {
    const { maker, batches } = batchOf(2);
    const first = sentBy('a@1', 'slots', { exchange: 5, at: 20 });
    const second = sentBy('b@2', 'slots', { exchange: 4, at: 10 });
    maker.add(journeyOf('a@1'), [first, answerTo(first, 200)]);
    maker.add(journeyOf('b@2'), [second]);

    expect(batches[0]?.plan).toMatchObject({ version: 1, seed: 7, nonce: 'n', now: 0 });
    const record = batches[0]?.record ?? [];
    expect(record.map((each) => [each.type, each.seq, 'journey' in each ? each.journey : ''])).toEqual([
      ['run-started', 1, ''],
      ['request-sent', 2, 'b@2'],
      ['request-sent', 3, 'a@1'],
      ['response-received', 4, 'a@1'],
      ['run-ended', 5, ''],
    ]);
  });
});

test('what belongs to no journey is a batch at the end', () => {
  const { maker, batches } = batchOf(1);
  maker.addLoose(sentBy('', 'token', { exchange: 9 }));
  maker.add(journeyOf('a@1'), []);
  maker.end();

  expect(batches.map((batch) => [namesOf(batch), batch.record.length])).toEqual([
    [['a@1'], 2],
    [[], 3],
  ]);
});

test('where nothing was observed there is no batch', () => {
  const { maker, batches } = batchOf(1);
  maker.end();

  expect(batches).toEqual([]);
});
