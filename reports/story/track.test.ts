import { expect, test } from 'vitest';
import type { Fact } from '../../harness/findings.ts';
import type { Finding, Json, KciProfile, ScenarioKci } from '../../harness/model.ts';
import { failed, Sample, START } from '../testing/sample.ts';
import { call, owed } from '../testing/sample-journey.ts';
import { fold } from './fold.ts';
import type { Laid } from './laid.ts';
import { type Track, tracksOf } from './track.ts';

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
): Track {
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
  const [story] = fold({ ...input, profile }).stories;
  const [track] = story === undefined ? [] : tracksOf(story, story.moments, profile);
  if (track === undefined) throw new Error('there is no track');
  return track;
}

/** Events of the profile besides those of the sample. */
const MORE: KciProfile['events'] = {
  NOTE: { when: ['NOTE'], interleaves: true },
  MIDDLE: { when: ['MIDDLE'] },
  OTHER: { when: ['OTHER'] },
};

/** What came of each item, by its name: `STARTED 1`, `(MIDDLE 0)` where it need not come. */
function told({ pattern, parts, took, quantity }: Laid): Json {
  if (pattern.kind !== 'event') return parts.map(told);
  const text = `${pattern.name} ${took.length}`;
  return quantity.min === 0 ? `(${text})` : text;
}

const namesOf = (arrivals: Track['after']) => arrivals.map(({ event }) => event.name);

test('each event of an order stands at the item that it took', () => {
  const track = trackOf(owed('placed', ['STARTED', 'MIDDLE*', 'FINISHED']), [
    'STARTED',
    'MIDDLE',
    'MIDDLE',
    'FINISHED',
  ]);
  expect(track).toMatchObject({ name: 'placed', orderId: '41', state: 'complete' });
  expect(told(track.laid)).toEqual(['STARTED 1', '(MIDDLE 2)', 'FINISHED 1']);
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
  expect(namesOf(track.after)).toEqual(['MIDDLE']);
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
  expect(namesOf(track.unasked)).toEqual(['NOTE']);
  expect(track.beside.map(({ event }) => event.wireName)).toEqual(['UNHEARD_OF']);
});

test('events of other orders do not count', () => {
  const track = trackOf(owed('placed', ['STARTED', 'FINISHED']), ['STARTED'], {
    besides: (run) => run.deliver({ what: 'FINISHED', of: 42, number: 1 }),
  });
  expect(told(track.laid)).toEqual(['STARTED 1', 'FINISHED 0']);
});

test('events that must not come, and that must come once, are counted', () => {
  const kci = owed('placed', ['STARTED', 'MIDDLE*'], { never: ['FINISHED'], exactlyOnce: ['MIDDLE'] });
  const track = trackOf(kci, ['STARTED', 'MIDDLE', 'MIDDLE', 'FINISHED'], { check: 'kci.never' });
  expect(track.never.map(({ name, came }) => [name, came.length])).toEqual([['FINISHED', 1]]);
  expect(track.once.map(({ name, came }) => [name, came.length])).toEqual([['MIDDLE', 2]]);
});

test('of an order that was never sent the pattern alone is told', () => {
  const run = new Sample();
  run.case(ID, 'An order', 'inconclusive', {
    reason: 'need-unmet',
    journey: { steps: [call('placed')], kci: [owed('placed', ['STARTED', 'FINISHED'])] },
  });
  const input = run.end();
  const story = fold(input).stories[0];
  const tracks = story === undefined ? [] : tracksOf(story, [], input.profile);
  expect(tracks.map(({ since, state, laid }) => [since, state, told(laid)])).toEqual([
    [undefined, 'open', ['STARTED 0', 'FINISHED 0']],
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
  const [story] = fold(input).stories;
  const tracks = story === undefined ? [] : tracksOf(story, story.moments, input.profile);
  expect(tracks.map(({ since, laid, derailed }) => [since, told(laid), derailed])).toEqual([
    [startedAt, 'FINISHED 0', { how: 'missing', due: ['FINISHED'], possible: [] }],
  ]);
  expect(tracks.map(({ notAwaited = [] }) => namesOf(notAwaited))).toEqual([['STARTED']]);
});

test('where no course is owed, only what must not come and what must come once is told', () => {
  const kci = owed('placed', [], { never: ['FINISHED'] });
  const track = trackOf(kci, ['STARTED', 'MIDDLE']);
  expect(track).toMatchObject({ state: 'complete', after: [] });
  expect(track.derailed).toBeUndefined();
});

test('where silence is owed, what came is told', () => {
  const track = trackOf(owed('placed', [], { noneWithinMs: MIN }), ['STARTED'], {
    check: 'kci.silence',
    finding: finding('not-silent', 'STARTED'),
    nth: 0,
  });
  expect(track.derailed).toMatchObject({ how: 'order', due: [], possible: [] });
  expect(track.derailed?.came?.event.name).toBe('STARTED');
});
