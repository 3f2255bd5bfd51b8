import { expect, test } from 'vitest';
import type { Fact } from '../../harness/findings.ts';
import type { Finding, KciProfile, ScenarioKci } from '../../harness/model.ts';
import { failed, Sample, START } from '../testing/sample.ts';
import { call, owed } from '../testing/sample-journey.ts';
import type { Course } from './course.ts';
import { coursesOf } from './courses.ts';
import { runStory } from './run-story.ts';

const ID = 'orders/sample';
const MIN = 60_000;
const WORDS: Finding = { summary: 'it came otherwise', expected: 'a', actual: 'b' };
/** What the judge found, of an event where it blames one. */
const finding = (is: Fact['is'], event?: string): Finding => ({ ...WORDS, fact: { is, event } as unknown as Fact });

/** The track of one order, which is placed and then tells these events, a minute apart unless said otherwise. */
function trackOf(
  kci: ScenarioKci,
  events: readonly (string | readonly [event: string, afterMs: number])[],
  more: {
    readonly check?: string;
    readonly finding?: Finding;
    /** The event that is blamed, from 0. */
    readonly nth?: number;
    readonly besides?: (run: Sample) => void;
  } = {},
): Course {
  const run = new Sample();
  run.exchange(ID, 'placed', { id: 41 }, 202);
  const seqs = events.map((each, i) => {
    const [what, afterMs] = typeof each === 'string' ? [each, MIN] : each;
    return run.deliver({ what, of: 41, number: i + 1 }, afterMs);
  });
  more.besides?.(run);
  const findings =
    more.check === undefined
      ? []
      : [failed(ID, more.check, more.finding ?? WORDS, { span: kci.span, seq: seqs[more.nth ?? -1] ?? 0 })];
  run.case(ID, 'An order', findings.length > 0 ? 'failed' : 'passed', {
    findings,
    journey: { steps: [call('placed')], kci: [kci], values: { ids: { placed: 41 } } },
  });
  const input = run.end();
  const profile: KciProfile = { ...input.profile, events: { ...input.profile.events, ...MORE } };
  const [story] = runStory({ ...input, profile }).stories;
  const [track] = story === undefined ? [] : coursesOf(story, story.moments, profile);
  if (track === undefined) throw new Error('there is no track');
  return track;
}

/** Events of the profile besides those of the sample. */
const MORE: KciProfile['events'] = {
  NOTE: { when: ['NOTE'], interleaves: true },
  MIDDLE: { when: ['MIDDLE'] },
  OTHER: { when: ['OTHER'] },
};

/** What came, in that order, with what is said of its place: `STARTED`, `NOTE unasked, as the profile lets it`. */
const told = ({ came }: Course): string[] =>
  [...came].map(([{ event }, place]) => `${event.name ?? event.wireName} ${place}`.trim());

test('each event of an order takes its place, and nothing is open', () => {
  const track = trackOf(owed('placed', ['STARTED', 'MIDDLE*', 'FINISHED']), [
    'STARTED',
    'MIDDLE',
    'MIDDLE',
    'FINISHED',
  ]);
  expect(track).toMatchObject({ name: 'placed', orderId: '41', state: 'complete' });
  expect(told(track)).toEqual(['STARTED', 'MIDDLE', 'MIDDLE', 'FINISHED']);
  expect(track.open).toEqual([]);
  expect(track.derailed).toBeUndefined();
});

test('what came out of turn is told with what was due, what could have come before, and what came after', () => {
  const kci = owed('placed', ['STARTED', 'OTHER?', 'MIDDLE', 'FINISHED']);
  const track = trackOf(kci, ['STARTED', 'FINISHED', 'MIDDLE'], {
    check: 'kci.sequence',
    finding: finding('event-out-of-turn', 'FINISHED'),
    nth: 1,
  });
  expect(track.derailed).toMatchObject({ how: 'order', due: ['MIDDLE'], possible: ['OTHER'] });
  expect(track.derailed?.came?.event.name).toBe('FINISHED');
  expect(told(track)).toEqual(['STARTED', 'FINISHED', 'MIDDLE after that']);
  expect(track.open).toEqual(['MIDDLE', 'FINISHED']);
  expect(track.found).toHaveLength(1);
});

test('what did not come is missing where the judge says so, and not yet there where nobody waited', () => {
  const kci = owed('placed', ['STARTED', 'FINISHED']);
  const missing = { check: 'kci.sequence', finding: finding('nothing-more-came') };
  expect(trackOf(kci, ['STARTED'], missing).derailed).toEqual({
    how: 'missing',
    due: ['FINISHED'],
    possible: [],
  });
  expect(trackOf(kci, ['STARTED'])).toMatchObject({ state: 'open' });
  expect(trackOf(kci, ['STARTED']).derailed).toBeUndefined();
});

test('an event is late where the judge says so, and nowhere else', () => {
  const all = owed('placed', ['STARTED', 'FINISHED'], { withinMs: 90_000 });
  const late = { check: 'kci.sequence', finding: finding('event-late', 'FINISHED'), nth: 1 };
  expect(trackOf(all, ['STARTED', 'FINISHED'], late)).toMatchObject({
    state: 'impossible',
    derailed: { how: 'late', due: ['FINISHED'], came: { event: { name: 'FINISHED' } } },
  });
  expect(trackOf(all, ['STARTED', 'FINISHED']).derailed).toBeUndefined();
});

test('an event with another content than asked for is told as that', () => {
  const kci = owed('placed', ['STARTED', { FINISHED: { match: { text: 'done' } } }]);
  const other = { check: 'kci.sequence', finding: finding('event-otherwise', 'FINISHED'), nth: 1 };
  expect(trackOf(kci, ['STARTED', 'FINISHED'], other).derailed?.how).toBe('content');
});

test('what came unasked, and deliveries that are no further event, stand beside the course', () => {
  const track = trackOf(owed('placed', ['STARTED', 'FINISHED']), ['STARTED', 'NOTE', 'FINISHED', 'UNHEARD_OF']);
  expect(track.state).toBe('complete');
  expect(told(track)).toEqual([
    'STARTED',
    'NOTE unasked, as the profile lets it',
    'FINISHED',
    'UNHEARD_OF not counted',
  ]);
});

test('events of other orders do not count', () => {
  const track = trackOf(owed('placed', ['STARTED', 'FINISHED']), ['STARTED'], {
    besides: (run) => run.deliver({ what: 'FINISHED', of: 42, number: 1 }),
  });
  expect(told(track)).toEqual(['STARTED']);
  expect(track.open).toEqual(['FINISHED']);
});

test('events that must not come, and that must come once, are counted', () => {
  const kci = owed('placed', ['STARTED', 'MIDDLE*'], { never: ['FINISHED'], exactlyOnce: ['MIDDLE'] });
  const track = trackOf(kci, ['STARTED', 'MIDDLE', 'MIDDLE', 'FINISHED'], { check: 'kci.never' });
  expect(track.odd.map(({ words, name, came }) => [words, name, came.length])).toEqual([
    ['Must not come', 'FINISHED', 1],
    ['Exactly once', 'MIDDLE', 2],
  ]);
  expect(trackOf(kci, ['STARTED', 'MIDDLE']).odd).toEqual([]);
});

test('of an order that was never sent the pattern alone is told', () => {
  const run = new Sample();
  run.case(ID, 'An order', 'inconclusive', {
    reason: 'need-unmet',
    journey: { steps: [call('placed')], kci: [owed('placed', ['STARTED', 'FINISHED'])] },
  });
  const input = run.end();
  const story = runStory(input).stories[0];
  const tracks = story === undefined ? [] : coursesOf(story, [], input.profile);
  expect(tracks.map(({ since, state, came, open }) => [since, state, came.size, open])).toEqual([
    [undefined, 'open', 0, ['STARTED', 'FINISHED']],
  ]);
});

test('a step that waited in vain has a track of what it waited for, of the events that came till then', () => {
  const run = new Sample();
  run.exchange(ID, 'placed', { id: 41 }, 202);
  const startedAt = START + 32;
  run.deliver({ what: 'STARTED', of: 41, number: 1 });
  const seq = run.note({ type: 'wait-ended', journey: ID, wait: 'await', startedAt, ended: 'expired' });
  run.deliver({ what: 'FINISHED', of: 41, number: 2 });
  const { pattern, span } = owed('placed', ['FINISHED']);
  const step = { kind: 'await', name: 'await', for: '$placed', pattern, withinMs: MIN, span } as const;
  run.case(ID, 'An order', 'failed', {
    findings: [failed(ID, 'kci.sequence', finding('nothing-came'), { seq, span, step: 'await' })],
    journey: { steps: [call('placed'), step], values: { ids: { placed: 41 } } },
  });
  const input = run.end();
  const [story] = runStory(input).stories;
  const tracks = story === undefined ? [] : coursesOf(story, story.moments, input.profile);
  expect(tracks.map((track) => [track.kind, track.since, told(track), track.derailed])).toEqual([
    ['awaited', startedAt, ['STARTED not waited for'], { how: 'missing', due: ['FINISHED'], possible: [] }],
  ]);
});

test('where no course is expected, only what must not come and what must come once is told', () => {
  const kci = owed('placed', [], { never: ['FINISHED'] });
  const track = trackOf(kci, ['STARTED', 'MIDDLE']);
  expect(track.state).toBe('complete');
  expect(told(track)).toEqual([]);
  expect(track.derailed).toBeUndefined();
});

test('where silence is expected, what came is told', () => {
  const track = trackOf(owed('placed', [], { noneWithinMs: MIN }), ['STARTED'], {
    check: 'kci.silence',
    finding: finding('not-silent', 'STARTED'),
    nth: 0,
  });
  expect(track.derailed).toMatchObject({ how: 'order', due: [], possible: [] });
  expect(track.derailed?.came?.event.name).toBe('STARTED');
});
