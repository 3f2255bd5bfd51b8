import { expect, test } from 'vitest';
import type { Fact } from '../../harness/findings.ts';
import { readPattern } from '../../harness/kci/pattern.ts';
import type { Finding, KciProfile } from '../../harness/model.ts';
import { failed, Sample } from '../testing/sample.ts';
import { call } from '../testing/sample-journey.ts';
import type { Course } from './course.ts';
import { courseOf, coursesOf } from './courses.ts';
import { runStory } from './run-story.ts';

const ID = 'orders/sample';
const WORDS: Finding = { summary: 'it came otherwise', expected: 'a', actual: 'b' };

/** A lifecycle with events of no real profile, and an answer to each kind of change. */
const profileOf = (base: KciProfile): KciProfile => ({
  ...base,
  events: {
    ...base.events,
    ...Object.fromEntries(['REFUSED', 'MIDDLE', 'CHANGED', 'DROPPED'].map((name) => [name, { when: [name] }])),
  },
  lifecycles: [
    {
      kind: 'some',
      orders: ['BUILD'],
      legal: readPattern({ 'one-of': ['REFUSED', ['STARTED', { 'one-of': ['GIVEN_UP', ['MIDDLE+', 'FINISHED']] }]] })
        .pattern,
      outcomes: {},
    },
  ],
  requests: {
    amendment: { DONE: { emits: { kind: 'event', name: 'CHANGED' } } },
    cancellation: { DONE: { emits: { kind: 'event', name: 'DROPPED' }, ends: true } },
  },
});

interface Told {
  /** What the order's events are called, and which of them the judge blames for what. */
  readonly events: readonly string[];
  readonly blamed?: readonly [is: 'off-course' | 'out-of-state' | 'after-end', nth: number][];
  readonly change?: { readonly verb: 'amend' | 'cancel'; readonly status: number };
  readonly type?: string;
}

function lifecycles({
  events,
  blamed = [['off-course', events.length - 1]],
  change,
  type = 'BUILD',
}: Told): readonly Course[] {
  const run = new Sample();
  run.exchange(ID, 'placed', { id: 41, orderType: type }, 202);
  if (change) run.exchange(ID, 'change', { id: 8, orderId: 41 }, change.status);
  const seqs = events.map((what, i) => run.deliver({ what, of: 41, number: i + 1 }, 60_000));
  run.deliver({ what: 'FINISHED', of: 42, number: 1 });
  const findings = blamed.map(([is, nth]) => {
    const finding = { ...WORDS, fact: { is, event: events[nth] } as unknown as Fact };
    const check = is === 'after-end' ? 'kci.terminal' : 'kci.lifecycle';
    return failed(ID, check, finding, { seq: seqs[nth] ?? 0, order: '41' });
  });
  run.case(ID, 'An order', 'failed', { findings, journey: { steps: [call('placed')] } });
  const input = run.end();
  const profile = profileOf(input.profile);
  const record = input.record.map((each) =>
    each.type === 'request-sent' && each.step === 'change' && change ? { ...each, verb: change.verb } : each,
  );
  const [story] = runStory({ ...input, record, profile }).stories;
  if (story === undefined) throw new Error('there is no story');
  const told = coursesOf(story, story.moments, profile);
  expect(story.found.map((one) => courseOf(one, profile))).toEqual(story.found.map(() => told[0]));
  return told;
}

/** What came, with what is said of its place. */
const said = (course: Course | undefined): string[] =>
  [...(course?.came ?? [])].map(([{ event }, place]) => `${event.name} ${place}`.trim());

test('an order that left its lifecycle is told with what had to come, what could have, and what came', () => {
  const [one] = lifecycles({ events: ['STARTED', 'MIDDLE', 'STARTED', 'FINISHED'], blamed: [['off-course', 2]] });
  expect(one).toMatchObject({ orderId: '41', kind: 'lifecycle', name: 'BUILD', state: 'impossible' });
  expect(one?.derailed).toMatchObject({ how: 'order', due: ['FINISHED'], possible: ['MIDDLE'] });
  expect(one?.derailed?.came?.event).toMatchObject({ name: 'STARTED', sequence: 3 });
  expect(one?.terms).toEqual(['as the KCI profile sample draws it, whatever was asked for']);
  expect(said(one)).toEqual(['STARTED', 'MIDDLE', 'STARTED', 'FINISHED after that']);
});

test('the answer to an accepted amendment has its place in it, that to a refused one has not', () => {
  const events = ['STARTED', 'CHANGED', 'FINISHED'];
  const [accepted] = lifecycles({ events, change: { verb: 'amend', status: 202 } });
  expect(accepted?.derailed?.came?.event.name).toBe('FINISHED');
  const [refused] = lifecycles({ events, blamed: [['off-course', 1]], change: { verb: 'amend', status: 422 } });
  expect(refused?.derailed?.came?.event.name).toBe('CHANGED');
});

test('what came after an order was over is told as that, also where a cancellation had ended it', () => {
  const [over] = lifecycles({
    events: ['REFUSED', 'STARTED'],
    blamed: [
      ['off-course', 1],
      ['after-end', 1],
    ],
  });
  expect(over?.derailed).toMatchObject({ how: 'order', due: [], possible: [] });
  const [cancelled] = lifecycles({
    events: ['STARTED', 'DROPPED'],
    blamed: [['after-end', 1]],
    change: { verb: 'cancel', status: 202 },
  });
  expect(cancelled?.derailed).toMatchObject({ how: 'ended', due: [], possible: [] });
  expect(said(cancelled)).toEqual(['STARTED', 'DROPPED']);
});

test('an answer that fits the course, and came in another status than it may, is told as that', () => {
  const [one] = lifecycles({
    events: ['STARTED', 'CHANGED', 'MIDDLE'],
    blamed: [['out-of-state', 1]],
    change: { verb: 'amend', status: 202 },
  });
  expect(one?.derailed).toMatchObject({ how: 'state' });
  expect(one?.derailed?.came?.event.name).toBe('CHANGED');
});

test('several findings about one order are one lifecycle', () => {
  const [one, ...others] = lifecycles({
    events: ['STARTED', 'FINISHED'],
    blamed: [
      ['off-course', 1],
      ['after-end', 1],
    ],
  });
  expect(one?.found).toHaveLength(2);
  expect(others).toEqual([]);
});

test('an order of a type that no lifecycle is for has none', () => {
  expect(lifecycles({ events: ['STARTED'], type: 'OTHER' })).toEqual([]);
});
