import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPattern, walk } from '../kci/pattern.ts';
import type { KciEvent, KciProfile } from '../model.ts';
import { REAL } from '../testing/record-builder.ts';
import { awaitProgress, type KciOwed, kciProgress } from './progress.ts';

const { profile } = REAL;
const MINUTE_MS = 60_000;

/** Events one minute apart, numbered in order, from one minute after the acceptance at 0. */
const arrivals = (...names: readonly string[]) => names.map((name, i) => arrival(name, (i + 1) * MINUTE_MS, i + 1));
const arrival = (name: string, at: number, sequence: number) => {
  const event: KciEvent = { name, sequence, deliveryId: `${name} ${sequence}`, dates: {} };
  return { event, at };
};
const owed = (pattern: Parameters<typeof readPattern>[0], options: Partial<KciOwed> = {}): KciOwed => ({
  pattern: readPattern(pattern).pattern,
  never: [],
  exactlyOnce: [],
  withinMs: 60 * MINUTE_MS,
  ...options,
});
/** The profile with events that may overtake. */
const freed = (...names: readonly string[]): KciProfile => {
  const rules = names.map((name) => [name, { ...profile.events[name], when: [name], overtakes: true }] as const);
  return { ...profile, events: { ...profile.events, ...Object.fromEntries(rules) } };
};
const at = (minutes: number) => ({ acceptedAt: 0, now: minutes * MINUTE_MS });

describe('what is owed of an order', () => {
  const order = owed(['ACKNOWLEDGED', 'COMMITTED', 'COMPLETED']);

  test('is open while more may come, and says what', () => {
    const progress = kciProgress(order, arrivals('ACKNOWLEDGED'), profile, at(2));
    expect(progress).toMatchObject({ state: 'open', next: ['COMMITTED'], isOver: false, recheckAt: 60 * MINUTE_MS });
  });

  test('is complete once nothing more is needed', () => {
    const progress = kciProgress(order, arrivals('ACKNOWLEDGED', 'COMMITTED', 'COMPLETED'), profile, at(4));
    expect(progress).toMatchObject({ state: 'complete', next: [] });
  });

  test('is impossible as soon as no event can put it right', () => {
    const progress = kciProgress(order, arrivals('ACKNOWLEDGED', 'REJECTED'), profile, at(4));
    expect(progress).toMatchObject({ state: 'impossible', next: ['COMMITTED'] });
    expect(progress.breaches).toMatchObject([{ kind: 'sequence', arrival: { event: { name: 'REJECTED' } } }]);
  });

  test('waits for an event that may have been overtaken before it calls anything impossible', () => {
    const [first, second] = arrivals('ACKNOWLEDGED', 'COMMITTED');
    const overtaken = [second, first].filter((each) => each !== undefined);
    expect(kciProgress(order, overtaken.slice(0, 1), profile, at(2))).toMatchObject({
      state: 'open',
      recheckAt: 3 * MINUTE_MS,
    });
    expect(kciProgress(order, overtaken, profile, at(2))).toMatchObject({ state: 'open', next: ['COMPLETED'] });
    expect(kciProgress(order, overtaken.slice(0, 1), profile, at(3))).toMatchObject({ state: 'impossible' });
  });

  test('is impossible when its time has run out, the target’s own limit included', () => {
    expect(kciProgress(order, [], profile, at(60))).toMatchObject({ state: 'impossible', isOver: true });
    const capped = { ...at(5), capMs: 5 * MINUTE_MS };
    expect(kciProgress(order, [], profile, capped)).toMatchObject({ state: 'impossible', deadline: 5 * MINUTE_MS });
  });

  test('is waited for as long as the target’s limit from the last event that took the order on', () => {
    const capped = (minutes: number) => ({ ...at(minutes), capMs: 5 * MINUTE_MS });
    const told = [arrival('ACKNOWLEDGED', 4 * MINUTE_MS, 1), arrival('UPDATE', 8 * MINUTE_MS, 2)];
    expect(kciProgress(order, told, profile, capped(8.5))).toMatchObject({ state: 'open', deadline: 9 * MINUTE_MS });
    expect(kciProgress(order, told, profile, capped(9))).toMatchObject({ state: 'impossible', isOver: true });
    const later = { ...capped(12), listeningSince: 10 * MINUTE_MS };
    expect(kciProgress(order, told, profile, later)).toMatchObject({ state: 'open', deadline: 15 * MINUTE_MS });
  });

  test('is not late where it came after the target’s limit and within its own time', () => {
    const told = [arrival('ACKNOWLEDGED', MINUTE_MS, 1), arrival('COMMITTED', 50 * MINUTE_MS, 2)];
    const progress = kciProgress(order, [...told, arrival('COMPLETED', 59 * MINUTE_MS, 3)], profile, {
      ...at(59),
      capMs: 5 * MINUTE_MS,
    });
    expect(progress).toMatchObject({ state: 'complete', breaches: [] });
  });

  test('is impossible when one event has run out of its own time', () => {
    const quick = owed(['ACKNOWLEDGED', { COMMITTED: { within: '3m' } }]);
    const so = arrivals('ACKNOWLEDGED');
    expect(kciProgress(quick, so, profile, at(2))).toMatchObject({ state: 'open', recheckAt: 3 * MINUTE_MS + 1 });
    expect(kciProgress(quick, so, profile, at(3))).toMatchObject({ state: 'open' });
    expect(kciProgress(quick, so, profile, at(3.1))).toMatchObject({ state: 'impossible', next: ['COMMITTED'] });
  });

  test('lets an event be late that another could stand in for', () => {
    const either = owed(['ACKNOWLEDGED', { 'one-of': [{ COMMITTED: { within: '3m' } }, 'DELAY'] }]);
    expect(kciProgress(either, arrivals('ACKNOWLEDGED'), profile, at(10))).toMatchObject({ state: 'open' });
  });

  test('breaks at once on an event that must never come, or comes twice', () => {
    const strict = owed([], { never: ['DELAY'], exactlyOnce: ['COMMITTED'] });
    expect(kciProgress(strict, arrivals('DELAY'), profile, at(2)).breaches).toMatchObject([{ kind: 'never' }]);
    const twice = arrivals('COMMITTED', 'COMMITTED');
    expect(kciProgress(strict, twice, profile, at(3)).breaches).toMatchObject([{ kind: 'once' }]);
  });

  test('that is only what must not come is watched to the end', () => {
    const strict = owed([], { never: ['DELAY'] });
    expect(kciProgress(strict, arrivals('COMMITTED'), profile, at(59)).state).toBe('open');
    expect(kciProgress(strict, arrivals('COMMITTED'), profile, at(60)).state).toBe('complete');
  });

  test('and is silence ends with the first event, or with its time', () => {
    const silence = owed([], { noneWithinMs: 5 * MINUTE_MS });
    expect(kciProgress(silence, [], profile, at(4)).state).toBe('open');
    expect(kciProgress(silence, [], profile, at(5)).state).toBe('complete');
    expect(kciProgress(silence, arrivals('REJECTED'), profile, at(1)).breaches).toMatchObject([{ kind: 'silence' }]);
  });
});

describe('an await step', () => {
  const step = { pattern: readPattern('COMMITTED').pattern, withinMs: 60 * MINUTE_MS };

  test('is met by the events it names, whatever else came', () => {
    expect(awaitProgress(step, arrivals('ACKNOWLEDGED', 'DELAY', 'COMMITTED'), profile, at(4)).state).toBe('complete');
  });

  test('is impossible once the order has ended without them', () => {
    const ended = arrivals('ACKNOWLEDGED', 'REJECTED');
    expect(awaitProgress(step, ended, profile, at(2)).state).toBe('open');
    expect(awaitProgress(step, ended, profile, at(4))).toMatchObject({ state: 'impossible', next: ['COMMITTED'] });
  });

  test('goes on waiting for the answer to a change, which may cross the end of its order', () => {
    const answer = { ...step, pattern: readPattern('AMENDMENT_REJECTED').pattern };
    const ended = ['ACKNOWLEDGED', 'COMMITTED', 'COMPLETED'];
    expect(awaitProgress(answer, arrivals(...ended), profile, at(10)).state).toBe('open');
    expect(awaitProgress(answer, arrivals(...ended), profile, at(60)).state).toBe('impossible');
    expect(awaitProgress(answer, arrivals(...ended, 'AMENDMENT_REJECTED'), profile, at(10)).state).toBe('complete');
  });

  test('goes on waiting for what a final event may have overtaken, until its time is over', () => {
    const early = freed('COMPLETED');
    const told = arrivals('ACKNOWLEDGED', 'COMPLETED');
    expect(awaitProgress(step, told, profile, at(10)).state).toBe('impossible');
    expect(awaitProgress(step, told, early, at(10)).state).toBe('open');
    expect(awaitProgress(step, told, early, at(60)).state).toBe('impossible');
    expect(awaitProgress(step, arrivals('ACKNOWLEDGED', 'COMPLETED', 'COMMITTED'), early, at(10)).state).toBe(
      'complete',
    );
  });
});

describe('events that may overtake', () => {
  const order = owed(['ACKNOWLEDGED', { COMMITTED: { within: '20m' } }, { COMPLETED: { within: '3m' } }]);
  const early = freed('COMPLETED');

  test('wait for what they overtook, which is then owed in its own time', () => {
    const told = arrivals('ACKNOWLEDGED', 'COMPLETED');
    expect(kciProgress(order, told, early, at(10))).toMatchObject({ state: 'open', next: ['COMMITTED'], breaches: [] });
    expect(kciProgress(order, told, early, at(21))).toMatchObject({ state: 'impossible', next: ['COMMITTED'] });
  });

  test('are in time as they came, however late their place comes', () => {
    const told = [...arrivals('ACKNOWLEDGED', 'COMPLETED'), arrival('COMMITTED', 15 * MINUTE_MS, 3)];
    expect(kciProgress(order, told, early, at(15))).toMatchObject({ state: 'complete', breaches: [] });
  });

  test('that have no place are a breach when they come', () => {
    const progress = kciProgress(order, arrivals('ACKNOWLEDGED', 'DELAY'), freed('COMPLETED', 'DELAY'), at(4));
    expect(progress).toMatchObject({ state: 'impossible', next: ['COMMITTED'] });
    expect(progress.breaches).toMatchObject([{ kind: 'sequence', arrival: { event: { name: 'DELAY' } } }]);
  });

  test('excuse no other event', () => {
    const told = arrivals('ACKNOWLEDGED', 'COMPLETED', 'DELAY');
    const progress = kciProgress(order, told, early, at(10));
    expect(progress.breaches).toMatchObject([{ kind: 'sequence', arrival: { event: { name: 'DELAY' } } }]);
  });
});

test('every walk of an outcome completes it, and none of its beginnings is impossible', () => {
  const outcomes = profile.lifecycles.flatMap((each) => Object.values(each.outcomes));
  fc.assert(
    fc.property(
      fc.constantFrom(...outcomes),
      fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })),
      (pattern, coins) => {
        const names = walk(pattern, () => coins.next().value ?? 0);
        const told = arrivals(...names);
        const owing = { pattern, never: [], exactlyOnce: [], withinMs: 1_000 * MINUTE_MS };
        const states = [...told.keys(), told.length].map(
          (count) => kciProgress(owing, told.slice(0, count), profile, at(500)).state,
        );
        expect(states).not.toContain('impossible');
        expect(states.at(-1)).toBe('complete');
      },
    ),
  );
});
