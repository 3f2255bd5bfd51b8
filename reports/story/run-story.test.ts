import { expect, test } from 'vitest';
import { Sample } from '../testing/sample.ts';
import { sampleInput } from '../testing/sample-runs.ts';
import { replay, runStory } from './run-story.ts';

test('a case has its requests, deliveries and waits in the order of the record', () => {
  const story = runStory(sampleInput()).stories.find(({ verdict }) => verdict.id === 'orders/cease');
  expect(story?.moments.map(({ kind }) => kind)).toEqual(['exchange', 'arrival', 'arrival', 'wait']);
  expect(story?.moments.flatMap((moment) => (moment.kind === 'arrival' ? [moment.event.name] : []))).toEqual([
    'STARTED',
    'FINISHED',
  ]);
});

test('a delivery for an order that nobody placed belongs to no case', () => {
  const { unclaimed } = runStory(sampleInput());
  expect(unclaimed.map(({ event }) => event.orderId)).toEqual(['999']);
});

test('a delivery without a readable order belongs to the conversation it names', () => {
  const run = new Sample();
  run.exchange('orders/a', 'order', { id: 1 }, 202);
  run.exchange('orders/b', 'order', { id: 2 }, 202);
  run.case('orders/a', 'A', 'passed');
  run.case('orders/b', 'B', 'passed');
  run.deliver('not JSON', 10, [['X-Conversation-ID', 'talk-orders/b']]);
  const { stories, unclaimed } = runStory(run.end());
  expect(unclaimed.length + (stories[1]?.moments.length ?? 0)).toBe(2);
  expect(stories[0]?.moments.length).toBe(1);
});

test('two orders with one number are told apart by their conversations', () => {
  const run = new Sample();
  for (const journey of ['orders/a', 'orders/b']) {
    run.exchange(journey, 'order', { id: 5 }, 202);
    run.case(journey, journey, 'passed');
  }
  run.deliver({ what: 'STARTED', of: 5 }, 10, [['X-Conversation-ID', 'talk-orders/b']]);
  expect(runStory(run.end()).stories.map(({ moments }) => moments.length)).toEqual([1, 2]);
});

test('a finding stands beside its promise, its place and the exchange it rests on', () => {
  const story = runStory(sampleInput()).stories.find(({ verdict }) => verdict.id === 'orders/provide-new#business');
  const found = story?.found[0];
  expect(found?.rows[0]?.sentence).toBe('Response 202 with no body.');
  expect(found?.span?.line).toBe(12);
  expect(found?.moment).toBe(story?.moments[1]);
  expect(found?.replay).toBe(`npx assay certify --seed 7 --only 'orders/provide-new#business'`);
});

test('a replay repeats the command that made the run, and quotes the case', () => {
  const input = { ...sampleInput(), command: 'npx assay certify --target acme.yaml' };
  expect(replay(input, `a'b`)).toBe(`npx assay certify --target acme.yaml --seed 7 --only 'a'\\''b'`);
  expect(replay(input)).toBe('npx assay certify --target acme.yaml --seed 7');
});
