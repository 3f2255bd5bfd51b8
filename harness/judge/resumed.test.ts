import { expect, test } from 'vitest';
import { certificationScopeOf } from '../journey/whole.ts';
import { readPattern } from '../kci/pattern.ts';
import type { Observation, Unrecorded, Verdict } from '../model.ts';
import { findingsOf, kci, order, outcomesOf, REAL, type Story, tell } from '../testing/record-builder.ts';
import { judge } from './judge.ts';

const COMPLETED = readPattern(['ACKNOWLEDGED', 'COMMITTED', 'COMPLETED']).pattern;
const DAY = 24 * 3_600_000;

/** A run with journey `a`, which it finished, and `b`, which it had begun. */
function brokenOff(): Story {
  const story = tell()
    .journey('a', [order(5)], { kci: [kci(COMPLETED)] })
    .journey('b', [order(6)], { kci: [kci(COMPLETED)] })
    .start('a')
    .ask('a', 'order', 202);
  return withEvents(story, 5).end('a').start('b').ask('b', 'order', 202).event(6, 'ACKNOWLEDGED');
}

/** The run that goes on: `b` is walked again, under another id. */
function goingOn(): Story {
  return tell()
    .later(DAY)
    .journey('b', [order(7)], { kci: [kci(COMPLETED)] })
    .start('b')
    .ask('b', 'order', 202);
}

function withEvents(story: Story, number: number): Story {
  return story.event(number, 'ACKNOWLEDGED').event(number, 'COMMITTED').event(number, 'COMPLETED');
}

/** One record of both, as it is written. */
function judged(one: Story, other: Story): Verdict {
  const exchanges = one.record.filter(({ type }) => type === 'request-sent').length;
  const record = [...one.record, ...other.record].map(
    (each, i): Observation => ({
      ...each,
      seq: i + 1,
      ...(i >= one.record.length && 'exchange' in each ? { exchange: each.exchange + exchanges } : {}),
      ...(i >= one.record.length && each.type === 'run-started' ? { resumes: true } : {}),
    }),
  );
  const [a] = one.plan.journeys;
  const journeys = [...(a ? [a] : []), ...other.plan.journeys];
  return judge({ ...REAL, plan: { ...one.plan, journeys, whole: certificationScopeOf(journeys) }, record });
}

test('a run that was broken off and gone on with is judged as one', () => {
  const verdict = judged(brokenOff(), withEvents(goingOn(), 7).end('b').finish());

  expect(findingsOf(verdict)).toEqual([]);
  expect(outcomesOf(verdict)).toEqual(['passed', 'passed']);
  expect(verdict.outcome).toBe('certified');
});

test('what still comes of the first part says nothing, for nobody listened in between', () => {
  const other = goingOn();
  const late = withEvents(brokenOff(), 6).record.slice(-1);
  const doubled = withEvents(brokenOff(), 5).record.slice(-1);
  for (const { seq: _seq, at: _at, ...each } of [...late, ...doubled]) other.see(each);

  const verdict = judged(brokenOff(), withEvents(other, 7).end('b').finish());

  expect(findingsOf(verdict)).toEqual([]);
  expect(verdict.outcome).toBe('certified');
});

test('an event that nobody ordered still fails it', () => {
  const other = withEvents(goingOn().event(99, 'COMPLETED'), 7).end('b').finish();

  const verdict = judged(brokenOff(), other);

  expect(findingsOf(verdict).filter((each) => each.startsWith('kci.unexpected'))).toHaveLength(1);
});

test('what the first part showed of its finished cases still counts', () => {
  const first = tell()
    .journey('a', [order(5)], { kci: [kci(COMPLETED)] })
    .start('a')
    .ask('a', 'order', 500)
    .end('a', { stopped: true });

  const verdict = judged(first, withEvents(goingOn(), 7).end('b').finish());

  expect(outcomesOf(verdict)).toEqual(['failed', 'passed']);
  expect(verdict.outcome).toBe('not-certified');
});

test('one whose second part was cut off, too, is incomplete', () => {
  const verdict = judged(brokenOff(), goingOn());

  expect(verdict.outcome).toBe('incomplete');
  expect(verdict.cases.map(({ id, outcome, reason }) => [id, outcome, reason])).toEqual([
    ['a', 'passed', undefined],
    ['b', 'inconclusive', 'interrupted'],
  ]);
});

test('what comes of housekeeping belongs to no case, also where it comes to the run that goes on', () => {
  const text = JSON.stringify({ id: 9, orderType: 'CEASE' });
  const ceased: Unrecorded = {
    type: 'request-sent',
    exchange: 3,
    journey: 'restore/cease#5',
    step: 'order',
    verb: 'order',
    tenant: 'acme',
    method: 'POST',
    url: 'http://gateway.example/',
    headers: [],
    body: { text, sizeBytes: text.length },
  };
  const verdict = judged(brokenOff().see(ceased), withEvents(goingOn().event(9, 'ACKNOWLEDGED'), 7).end('b').finish());

  expect(findingsOf(verdict)).toEqual([]);
});
