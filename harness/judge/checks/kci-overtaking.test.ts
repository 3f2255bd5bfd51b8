import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPattern, walk } from '../../kci/pattern.ts';
import type { KciEventRule, KciProfile } from '../../model.ts';
import { call, findingsOf, kci, order, REAL, type Story, tell } from '../../testing/record-builder.ts';
import { random } from '../../values/seed.ts';

const DAY_MS = 86_400_000;

/** A profile that has nothing but arrival to tell the order of events by. */
const ARRIVAL: KciProfile = {
  ...REAL.profile,
  delivery: { ...REAL.profile.delivery, orderBy: 'arrival', sequence: 'none' },
};

/** The profile with events that may overtake. */
const early = (names: readonly string[], profile = ARRIVAL): KciProfile => {
  const free = (name: string, rule: KciEventRule): KciEventRule =>
    names.includes(name) ? { ...rule, overtakes: true } : rule;
  const events = Object.entries(profile.events).map(([name, rule]) => [name, free(name, rule)]);
  return { ...profile, events: Object.fromEntries(events) as KciProfile['events'] };
};

const told = (...names: readonly string[]): Story => {
  const owed = kci(readPattern(['ACKNOWLEDGED', 'COMMITTED', 'COMPLETED']).pattern);
  const story = tell()
    .journey('o', [order(5)], { kci: [owed] })
    .start('o')
    .ask('o', 'order', 202);
  for (const name of names) story.event(5, name);
  return story;
};
const judged = (story: Story, profile: KciProfile): string[] => findingsOf(story.end('o').finish().judge({ profile }));

const cancelled = (...names: readonly string[]): Story => {
  const cancel = call('cancel', { body: { id: 70, orderId: 5, reasonCode: 'OTHER' } });
  const story = tell()
    .journey('o', [order(5), cancel])
    .start('o')
    .ask('o', 'order', 202)
    .event(5, 'ACKNOWLEDGED')
    .ask('o', 'cancel', 202);
  for (const name of names) story.event(5, name, name === 'CANCELLED' ? { cancellationId: 70 } : {});
  return story;
};

describe('an event that may overtake', () => {
  const happy = (): Story => told('ACKNOWLEDGED', 'COMPLETED', 'COMMITTED');

  test('may come before its place, and what it overtook after it', () => {
    expect(judged(happy(), early(['COMPLETED']))).toEqual([]);
    expect(judged(told('COMMITTED', 'ACKNOWLEDGED', 'COMPLETED'), early(['COMMITTED']))).toEqual([]);
  });

  test('is wrong there where the profile does not let it', () => {
    expect(judged(happy(), ARRIVAL)).toEqual([
      'kci.sequence failed: order 5: COMPLETED came without COMMITTED before it',
      'kci.lifecycle failed: order 5: COMPLETED came without COMMITTED before it',
      'kci.terminal failed: order 5: COMMITTED came after COMPLETED',
    ]);
    expect(judged(happy(), early(['COMMITTED', 'DELAY']))).toHaveLength(3);
  });

  test('may not come after the end, for that is not before its place', () => {
    expect(judged(told('ACKNOWLEDGED', 'COMPLETED', 'COMMITTED'), early(['COMMITTED']))).toContain(
      'kci.terminal failed: order 5: COMMITTED came after COMPLETED',
    );
  });

  test('has no place for a second one', () => {
    expect(judged(told('ACKNOWLEDGED', 'COMPLETED', 'COMPLETED', 'COMMITTED'), early(['COMPLETED']))).toEqual([
      'kci.sequence failed: order 5: COMPLETED came again where COMMITTED is expected',
      'kci.lifecycle failed: order 5: COMPLETED came again after ACKNOWLEDGED, COMPLETED',
      'kci.terminal failed: order 5: COMPLETED came after COMPLETED',
    ]);
  });

  test('must have overtaken something: what never comes is missed when its time is over', () => {
    const waiting = told('ACKNOWLEDGED', 'COMPLETED');
    expect(judged(waiting, early(['COMPLETED']))).toEqual([]);
    const over = told('ACKNOWLEDGED', 'COMPLETED').later(21 * DAY_MS);
    expect(judged(over, early(['COMPLETED']))).toEqual([
      'kci.sequence failed: order 5: COMMITTED did not come',
      'kci.lifecycle failed: order 5: COMPLETED came early, and what should have come before it never came',
    ]);
  });

  test('may be the cancellation that ends an order anywhere', () => {
    expect(judged(cancelled('CANCELLED', 'COMMITTED'), early(['CANCELLED']))).toEqual([]);
    expect(judged(cancelled('CANCELLED', 'COMMITTED'), ARRIVAL)).toEqual([
      'kci.lifecycle failed: order 5: COMMITTED came after ACKNOWLEDGED, CANCELLED',
      'kci.terminal failed: order 5: COMMITTED came after CANCELLED',
    ]);
  });

  test('leaves open in which status of its order a request was answered, as far as it may have been another', () => {
    const inStatus = (names: readonly string[], status: string): KciProfile => {
      const { requests } = ARRIVAL;
      const cancellation = Object.entries(requests.cancellation).map(([name, each]) => [
        name,
        { ...each, in: [status] },
      ]);
      const bound = { ...requests, cancellation: Object.fromEntries(cancellation) } as KciProfile['requests'];
      return early(names, { ...ARRIVAL, requests: bound });
    };
    const story = (): Story => cancelled('CANCELLED', 'COMMITTED');
    expect(judged(story(), inStatus(['CANCELLED'], 'IN_PROGRESS'))).toEqual([]);
    expect(judged(story(), inStatus(['CANCELLED'], 'HELD'))).toEqual([
      'kci.lifecycle failed: order 5: CANCELLED came in the status ACKNOWLEDGED',
    ]);
    expect(judged(cancelled('CANCELLED'), inStatus([], 'IN_PROGRESS'))).toEqual([
      'kci.lifecycle failed: order 5: CANCELLED came in the status ACKNOWLEDGED',
    ]);
  });
});

test('an order that walks any outcome of its lifecycle breaks no promise when overtaking events come earlier', () => {
  const outcomes = ARRIVAL.lifecycles.flatMap(({ orders, outcomes: each }) =>
    orders.flatMap((orderType) => Object.values(each).map((outcome) => ({ orderType, outcome }))),
  );
  const names = Object.keys(ARRIVAL.events);
  fc.assert(
    fc.property(fc.constantFrom(...outcomes), fc.string(), fc.subarray(names), ({ orderType, outcome }, seed, free) => {
      const chance = random(seed);
      const moved = walk(outcome, chance).reduce<string[]>((row, name) => {
        const to = free.includes(name) ? Math.floor(chance() * (row.length + 1)) : row.length;
        return row.toSpliced(to, 0, name);
      }, []);
      const body = { ...(order(5).request.body as object), orderType, serviceId: 'SV1' };
      // Where it waits for an amendment, one was asked for.
      const amend = call('amend', { body: { id: 8, orderId: 5 }, expect: { answers: [] } });
      const story = tell()
        .journey('o', [order(5, { body }), amend])
        .start('o')
        .ask('o', 'order', 202)
        .breaks('o', 'amend', 'timed-out');
      for (const name of moved) story.event(5, name);
      expect(judged(story, early(free)).filter((each) => each.includes(' failed: '))).toEqual([]);
    }),
    { numRuns: 200 },
  );
});
