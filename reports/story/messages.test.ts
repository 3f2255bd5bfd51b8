import { expect, test } from 'vitest';
import type { Journey } from '../../harness/model.ts';
import { Sample } from '../testing/sample.ts';
import { call, parallel } from '../testing/sample-journey.ts';
import { attemptsOf, type DiagramLine, diagramLines, unsentCalls } from './messages.ts';
import type { Moment } from './moments.ts';
import { runStory } from './run-story.ts';

const ID = 'orders/sample';

function momentsOf(run: Sample, journey: Partial<Journey> = {}): { moments: readonly Moment[]; journey: Journey } {
  run.case(ID, 'An order', 'passed', { journey });
  const [story] = runStory(run.end()).stories;
  if (story?.journey === undefined) throw new Error('there is no story');
  return { moments: story.moments, journey: story.journey };
}

/** A line in short: what it is, of which step, on which lane, beside which others. */
function told(line: DiagramLine): string {
  const step = 'exchange' in line ? ` ${line.exchange.request.step} on ${line.lane}` : '';
  return `${line.kind}${step}${line.busy.length === 0 ? '' : ` beside ${line.busy.join(' ')}`}`;
}

test('a request and its answer are one line, and what comes later another', () => {
  const run = new Sample();
  run.exchange(ID, 'placed', { id: 41 }, 202);
  run.deliver({ what: 'STARTED', of: 41, number: 1 });
  const { moments, journey } = momentsOf(run);
  expect(diagramLines(moments, journey).map(told)).toEqual(['exchange placed on 0', 'arrival']);
});

test('requests that overlap lie side by side, each answered in the order of the answers', () => {
  const run = new Sample();
  run.together(ID, ['first', 'second', 'third']);
  run.exchange(ID, 'after', { id: 44 }, 202);
  const steps = [parallel(call('first'), call('second'), call('third')), call('after')];
  const { moments, journey } = momentsOf(run, { steps });
  const lines = diagramLines(moments, journey);
  expect(lines.map(told)).toEqual([
    'sent first on 0',
    'sent second on 1 beside 0',
    'exchange third on 2 beside 0 1',
    'answered second on 1 beside 0',
    'answered first on 0',
    'exchange after on 0',
  ]);
  expect(lines.map((line) => 'group' in line && line.group?.name)).toEqual([...Array(5).fill('parallel'), false]);
});

test('an event that comes before its answer stands between request and answer', () => {
  const run = new Sample();
  run.together(ID, ['placed'], (each) => each.deliver({ what: 'STARTED', of: 40, number: 1 }, 5));
  const { moments, journey } = momentsOf(run);
  expect(diagramLines(moments, journey).map(told)).toEqual([
    'sent placed on 0',
    'arrival beside 0',
    'answered placed on 0',
  ]);
});

test('a delivery under the same id is another attempt at it', () => {
  const run = new Sample();
  run.exchange(ID, 'placed', { id: 41 }, 202);
  for (const id of ['a', 'b', 'a']) run.deliver({ what: 'STARTED', of: 41, number: 1, id });
  run.case(ID, 'An order', 'passed');
  const input = run.end();
  const profile = { ...input.profile, read: { ...input.profile.read, deliveryId: '$.id' } };
  const [story] = runStory({ ...input, profile }).stories;
  const attempts = diagramLines(story?.moments ?? [], undefined).flatMap((each) =>
    each.kind === 'arrival' ? each.attempt : [],
  );
  expect(attempts).toEqual([1, 1, 2]);
});

test('calls that were never sent are known from the plan', () => {
  const run = new Sample();
  run.exchange(ID, 'placed', { id: 41 }, 202);
  const { moments, journey } = momentsOf(run, { steps: [call('placed'), parallel(call('amend'), call('cancel'))] });
  expect(unsentCalls(moments, journey).map(({ name }) => name)).toEqual(['amend', 'cancel']);
});

test('of a case that was walked several times each attempt has its own timeline', () => {
  const run = new Sample();
  for (const [nth, journey] of [`${ID}@1`, `${ID}@2`].entries()) {
    run.exchange(journey, 'placed', { id: nth }, 202);
    run.deliver({ what: 'STARTED', of: nth, number: 1 });
  }
  run.case(ID, 'An order', 'passed');
  const { byJourney } = allMoments(run);
  const attempts = attemptsOf(byJourney, `${ID}@1`);
  expect([...attempts].map(([id, moments]) => [id, moments.map(({ kind }) => kind)])).toEqual([
    [`${ID}@1`, ['exchange', 'arrival']],
    [`${ID}@2`, ['exchange', 'arrival']],
  ]);
});

function allMoments(run: Sample): { readonly byJourney: readonly Moment[] } {
  const input = run.end();
  const attempts = [`${ID}@1`, `${ID}@2`].map((journey) => ({
    journey,
    outcome: 'failed' as const,
    startedAt: 0,
    endedAt: 0,
  }));
  const cases = input.verdict.cases.map((each) => ({ ...each, attempts }));
  return { byJourney: runStory({ ...input, verdict: { ...input.verdict, cases } }).stories[0]?.moments ?? [] };
}
