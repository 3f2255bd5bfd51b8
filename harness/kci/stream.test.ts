import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { KciEvent, KciProfile } from '../model.ts';
import { REAL } from '../testing/record-builder.ts';
import { streamOf } from './stream.ts';

const arrivals = (...events: readonly Partial<KciEvent>[]) =>
  events.map((event, at) => ({ event: { name: 'UPDATE', dates: {}, ...event }, at }));
const namesOf = (profile: KciProfile, ...events: readonly Partial<KciEvent>[]) =>
  streamOf(profile, arrivals(...events)).map(({ event }) => event.name);
const ordered = (orderBy: KciProfile['delivery']['orderBy']): KciProfile => ({
  ...REAL.profile,
  delivery: { ...REAL.profile.delivery, orderBy },
});

test('events stand in the order that the profile says', () => {
  const events = [
    { name: 'COMMITTED', sequence: 2, issuedAt: 10 },
    { name: 'ACKNOWLEDGED', sequence: 1, issuedAt: 20 },
  ];
  expect(namesOf(ordered('sequence'), ...events)).toEqual(['ACKNOWLEDGED', 'COMMITTED']);
  expect(namesOf(ordered('issued-at'), ...events)).toEqual(['COMMITTED', 'ACKNOWLEDGED']);
  expect(namesOf(ordered('arrival'), ...events)).toEqual(['COMMITTED', 'ACKNOWLEDGED']);
});

test('events of one time stand in the order of their numbers, if all have one', () => {
  const committed = { name: 'COMMITTED', sequence: 2, issuedAt: 10 };
  const acknowledged = { name: 'ACKNOWLEDGED', sequence: 1, issuedAt: 10 };
  expect(namesOf(ordered('issued-at'), committed, acknowledged)).toEqual(['ACKNOWLEDGED', 'COMMITTED']);
  expect(namesOf(ordered('issued-at'), committed, { name: 'DELAY', issuedAt: 10 }, acknowledged)).toEqual([
    'COMMITTED',
    'DELAY',
    'ACKNOWLEDGED',
  ]);
});

test('one event without its number leaves all in the order of arrival', () => {
  expect(namesOf(ordered('sequence'), { name: 'COMMITTED', sequence: 2 }, { name: 'ACKNOWLEDGED' })).toEqual([
    'COMMITTED',
    'ACKNOWLEDGED',
  ]);
});

test('what was delivered again is there once', () => {
  const first = { deliveryId: 'a', sequence: 1 };
  expect(namesOf(REAL.profile, first, first, { deliveryId: 'b', sequence: 2 }, first)).toEqual(['UPDATE', 'UPDATE']);
});

test('without delivery ids, equal events are one where they carry a number or a time', () => {
  expect(namesOf(REAL.profile, { sequence: 1 }, { sequence: 2 }, { sequence: 1 })).toEqual(['UPDATE', 'UPDATE']);
});

test('without any identity, only an event directly after its equal is a repeat', () => {
  const names = namesOf(
    ordered('arrival'),
    { name: 'DELAY' },
    { name: 'DELAY' },
    { name: 'RESUMED' },
    { name: 'DELAY' },
  );
  expect(names).toEqual(['DELAY', 'RESUMED', 'DELAY']);
});

test('events that the profile does not know are left out', () => {
  const [known, unknown] = arrivals({ sequence: 1 }, { sequence: 2 });
  const { name: _, ...nameless } = unknown?.event ?? { dates: {} };
  expect(
    streamOf(
      REAL.profile,
      [known, { event: nameless, at: 1 }].filter((each) => each !== undefined),
    ),
  ).toEqual([known]);
});

test('the order of arrival does not matter where events are numbered', () => {
  const numbered = arrivals(...[1, 2, 3, 4, 5].map((sequence) => ({ sequence, deliveryId: String(sequence) })));
  fc.assert(
    fc.property(fc.shuffledSubarray(numbered, { minLength: 5 }), (shuffled) => {
      expect(streamOf(REAL.profile, shuffled)).toEqual(numbered);
    }),
  );
});
