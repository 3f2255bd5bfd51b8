import { expect, test } from 'vitest';
import { underReadings } from '../../contract/readings.ts';
import type { JsonObject } from '../../model.ts';
import { call, findingsOf, NOON, REAL, SITE, tell } from '../../testing/record-builder.ts';

const TIMES = { timeslotStartDateTime: '2026-12-08T08:00:00.000Z', timeslotEndDateTime: '2026-12-08T13:00:00.000Z' };
const OFFERED = { ...TIMES, classification: 'WEEKDAY_AM', standard: true };
const SERVICE = { id: 'fttp', name: 'FTTP' };
const slots = call('slots', { query: { address: SITE, appointmentPurpose: 'PROVIDE', serviceSpecification: SERVICE } });
const agreed = underReadings(REAL.contract, { 'SIL-60': 'as listed', 'SIL-61': 'held alike' });

const book = (id: number): ReturnType<typeof call> =>
  call('book', {
    name: `book${id}`,
    body: { id, address: SITE, serviceSpecification: { id: 'fttp' }, purpose: 'PROVIDE', timeslot: TIMES },
  });

/** What is said of bookings that are answered so, one after the other, of a slot that was listed before. */
const booked = (...answers: readonly JsonObject[]): string[] => bookedUnder('held alike', answers);

function bookedUnder(held: string, answers: readonly JsonObject[]): string[] {
  const readings = { 'SIL-60': 'as listed', 'SIL-61': held };
  const calls = answers.map((_, i) => book(i));
  const story = tell()
    .journey('a', [slots, ...calls])
    .start('a');
  story.ask('a', 'slots', 200, {
    body: { address: SITE, serviceSpecification: SERVICE, availableTimeslots: [OFFERED] },
  });
  for (const [id, more] of answers.entries()) {
    const body = { id, address: SITE, serviceSpecification: SERVICE, purpose: 'PROVIDE', timeslot: OFFERED };
    story.ask('a', `book${id}`, 200, { body: { ...body, supplierReference: `R${id}`, ...more } });
  }
  const contract = underReadings(REAL.contract, readings);
  return findingsOf(
    story
      .end('a')
      .finish()
      .judge({ contract, target: { ...REAL.target, readings } }),
  );
}

const heldFor = (ms: number): JsonObject => ({ expiryDateTime: new Date(NOON + ms).toISOString() });
const HOUR = 3_600_000;

test('a reservation that expired before it was answered fails, by the earliest clock that the gateway may have', () => {
  expect(booked(heldFor(-HOUR))).toEqual(['booking.expiry failed: a booking had expired when it was answered']);
  expect(booked(heldFor(HOUR))).toEqual([]);
  expect(booked({ expiryDateTime: '2026-12-01T09:30:00' })).toEqual([]);
  expect(booked({})).toEqual([]);
});

test('a reservation that is held for a different time than most is told of, and none where no time is the usual one', () => {
  const usual = Array.from({ length: 5 }, () => heldFor(HOUR));
  expect(booked(...usual, heldFor(48 * HOUR))).toEqual([
    'booking.hold failed: a booking is held for 2 d, most for 1 h',
  ]);
  expect(booked(...[1, 2, 4, 8, 16, 32].map((hours) => heldFor(hours * HOUR)))).toEqual([]);
});

test('where a target says how long, each reservation is held for that, however few there are', () => {
  const MINUTE = HOUR / 60;
  const first = { ...heldFor(33 * MINUTE), supplierReference: 'R' };
  expect(bookedUnder('30m', [heldFor(27 * MINUTE), first])).toEqual([]);
  expect(bookedUnder('30m', [{ expiryDateTime: '2026-12-01T09:30:00' }])).toEqual([]);
  expect(bookedUnder('30m', [heldFor(13.5 * HOUR)])).toEqual([
    'booking.hold failed: a booking is held for 13 h 30 min, not as agreed for 30 min',
  ]);
  expect(bookedUnder('30m', [heldFor(5 * MINUTE)])).toHaveLength(1);
  expect(bookedUnder('10h', [heldFor(10 * HOUR), heldFor(8 * HOUR)])).toHaveLength(1);
  expect(bookedUnder('30m', [first, { ...first, ...heldFor(MINUTE) }])).toEqual([
    'booking.reference-unique failed: the bookings 0 and 1 have the same reference',
  ]);
});

/** What is said of a slot that is booked, refused, and listed or not after that. */
function refusedAndListed(
  list: readonly JsonObject[],
  { laterMs = 0, by = 'a', query = {} }: { laterMs?: number; by?: string; query?: JsonObject },
): string[] {
  const body = { address: SITE, serviceSpecification: SERVICE };
  const booked = (id: number): JsonObject => ({
    ...{ ...body, id, purpose: 'PROVIDE', timeslot: OFFERED, supplierReference: `R${id}` },
    ...heldFor(HOUR),
  });
  const more = call('slots', { name: 'more', query: { ...slots.request.query, ...query } });
  const story = tell().journey('a', [slots, book(1), book(2), more]);
  if (by !== 'a') story.journey(by, [book(3)]);
  story.start('a').ask('a', 'slots', 200, { body: { ...body, availableTimeslots: [OFFERED] } });
  story.ask('a', 'book1', 200, { body: booked(1) }).ask('a', 'book2', 409, { text: 'taken' });
  if (by !== 'a')
    story
      .start(by)
      .ask(by, 'book3', 200, { body: booked(3) })
      .end(by);
  story.later(laterMs).ask('a', 'more', 200, { body: { ...body, availableTimeslots: list } });
  return findingsOf(story.end('a').finish().judge({ contract: agreed })).filter((each) =>
    each.startsWith('booking.gone'),
  );
}

/**
 * What is said of a slot that is booked, listed or not in a second list, and asked for again: as which booking, by whom,
 * and how much later.
 */
function bookedOnceMore(
  list: readonly JsonObject[],
  {
    laterMs = 0,
    status = 200,
    query = {},
    by = 'a',
    id = 2,
  }: { laterMs?: number; status?: number; query?: JsonObject; by?: string; id?: number },
): string[] {
  const more = call('slots', { name: 'more', query: { ...slots.request.query, ...query } });
  const again = { ...book(id), name: 'again' };
  const story = tell().journey('a', [slots, book(1), more, again]);
  if (by !== 'a') story.journey(by, [book(3)]);
  const body = { address: SITE, serviceSpecification: SERVICE };
  const free = (id: number): JsonObject => ({
    ...{ ...body, id, purpose: 'PROVIDE', timeslot: OFFERED, supplierReference: `R${id}` },
    ...heldFor(HOUR),
  });
  story.start('a').ask('a', 'slots', 200, { body: { ...body, availableTimeslots: [OFFERED] } });
  story.ask('a', 'book1', 200, { body: free(1) });
  if (by !== 'a')
    story
      .start(by)
      .ask(by, 'book3', 200, { body: free(3) })
      .end(by);
  story.ask('a', 'more', 200, { body: { ...body, availableTimeslots: list } });
  story.later(laterMs).ask('a', 'again', status, status === 200 ? { body: free(id) } : { text: 'taken' });
  return findingsOf(story.end('a').finish().judge({ contract: agreed })).filter((each) =>
    each.startsWith('booking.gone'),
  );
}

test('a slot that is listed no more is booked no more, where nothing can have given it back', () => {
  const failed = 'booking.gone failed: a slot that was no longer listed was booked';
  const later = {
    ...OFFERED,
    timeslotStartDateTime: '2026-12-08T13:00:00.000Z',
    timeslotEndDateTime: '2026-12-08T18:00:00.000Z',
  };
  expect(bookedOnceMore([later], {})).toEqual([failed]);
  expect(bookedOnceMore([], {})).toEqual([failed]);
  expect(bookedOnceMore([], { status: 409 })).toEqual([]);
  expect(bookedOnceMore([later, { ...OFFERED, timeslotStartDateTime: '2026-12-08T08:00:00Z' }], {})).toEqual([]);
  expect(bookedOnceMore([later], { laterMs: HOUR })).toEqual([]);
  expect(bookedOnceMore([later], { id: 1 })).toEqual([]);
  expect(bookedOnceMore([later], { query: { classifications: 'WEEKDAY_PM' } })).toEqual([]);
  expect(bookedOnceMore([later], { query: { appointmentPurpose: 'REPAIR' } })).toEqual([]);
  expect(bookedOnceMore([later], { by: 'b' })).toEqual([]);
});

test('a slot that was refused as taken is listed no more, while all that have it hold it', () => {
  const listed = (how: { readonly laterMs?: number; readonly by?: string; readonly query?: JsonObject }): string[] =>
    refusedAndListed([OFFERED], how);
  const failed = 'booking.gone failed: a slot that was refused as taken is still listed';
  expect(listed({})).toEqual([failed]);
  expect(refusedAndListed([], {})).toEqual([]);
  expect(listed({ laterMs: HOUR })).toEqual([]);
  expect(listed({ by: 'b' })).toEqual([]);
  expect(listed({ query: { appointmentPurpose: 'REPAIR' } })).toEqual([]);
});

/**
 * What is said of slots of one class, each booked just after it was listed at an address of its own, that are answered so.
 */
function ofAClass(statuses: readonly number[], isListed = true): string[] {
  const at = (i: number): JsonObject => ({ id: `1000242938${i}`, type: 'UPRN' });
  const story = statuses.reduce(
    (told, _, i) =>
      told.journey(`c${i}`, [
        call('slots', { query: { ...slots.request.query, address: at(i) } }),
        call('book', {
          name: `book${i}`,
          expect: { answers: [{ status: '2xx' }, { status: '409' }] },
          body: { ...(book(i).request.body as JsonObject), address: at(i) },
        }),
      ]),
    tell(),
  );
  for (const [i, status] of statuses.entries()) {
    const body = { address: at(i), serviceSpecification: SERVICE };
    story
      .start(`c${i}`)
      .ask(`c${i}`, 'slots', 200, { body: { ...body, availableTimeslots: isListed ? [OFFERED] : [] } });
    const booking = { ...body, id: i, purpose: 'PROVIDE', timeslot: OFFERED, supplierReference: `R${i}` };
    story.ask(`c${i}`, `book${i}`, status, status === 200 ? { body: booking } : { text: 'taken' }).end(`c${i}`);
  }
  return findingsOf(story.finish().judge({ contract: agreed })).filter((each) => each.startsWith('booking.class'));
}

test('a class of which each listed slot is refused as taken fails; one that was refused, or not listed, may be chance', () => {
  const failed = 'booking.class failed: no slot of class "WEEKDAY_AM" can be booked, however often it is listed';
  expect(ofAClass([409, 409])).toEqual([failed]);
  expect(ofAClass([409])).toEqual([]);
  expect(ofAClass([409, 409, 200])).toEqual([]);
  expect(ofAClass([409, 409], false)).toEqual([]);
});

test('a slot is booked as what it was listed, however its times are written', () => {
  const slot = (more: JsonObject): JsonObject => ({ timeslot: { ...OFFERED, ...more } });
  expect(booked(slot({ classification: 'WEEKDAY_EARLY' }))).toEqual([
    'booking.slot failed: a slot was booked with another classification than it was listed with',
  ]);
  expect(booked(slot({ classification: 'WEEKDAY_PM' }))).toContain(
    'slots.classification failed: 1 of 1 slots are not what their class says',
  );
  expect(booked(slot({ timeslotEndDateTime: '2026-12-08T14:00:00+01:00', room: 4 }))).toEqual([]);
});

/**
 * What is said where two cases book one slot of an address, one after the other, of which the world says how many it takes.
 */
function bookedByTwo({ slotCapacity = 1, laterMs = 0, id = 2, isRestored = false }): string[] {
  const story = tell();
  const values = { site: { ...SITE, slotCapacity } };
  for (const [name, its] of [['a', 1] as const, ['b', id] as const]) {
    const booking = { id: its, address: SITE, serviceSpecification: SERVICE, purpose: 'PROVIDE', timeslot: OFFERED };
    story
      .journey(name, [book(its)], { values })
      .start(name)
      .ask(name, `book${its}`, 200, { body: { ...booking, supplierReference: `R${its}`, ...heldFor(HOUR) } })
      .end(name);
    if (isRestored) story.see({ type: 'restore-began', journey: name, orders: [] });
    story.later(laterMs);
  }
  return findingsOf(story.finish().judge()).filter((each) => each.startsWith('booking.held'));
}

test('of a slot that takes one booking by what the world says, another case gets none as long as it is held', () => {
  expect(bookedByTwo({})).toHaveLength(1);
  expect(bookedByTwo({ slotCapacity: 2 })).toEqual([]);
  expect(bookedByTwo({ laterMs: HOUR })).toEqual([]);
  // What a used id leads to is not said, and who gives an address back may give back its slots.
  expect(bookedByTwo({ id: 1 })).toEqual([]);
  expect(bookedByTwo({ isRestored: true })).toEqual([]);
});

test('a booking that came too late to find its slot reserved says so', () => {
  const need = { answers: [{ status: '409' }], requirements: [] };
  const again = { ...book(2), name: 'again', expect: { answers: [], requirements: [] }, need };
  const body = { address: SITE, serviceSpecification: SERVICE, purpose: 'PROVIDE', timeslot: OFFERED };
  const free = (id: number): JsonObject => ({
    ...body,
    id,
    supplierReference: `R${id}`,
    ...heldFor((id - 0.5) * HOUR),
  });
  const verdict = tell()
    .journey('a', [book(1), again])
    .start('a')
    .ask('a', 'book1', 200, { body: free(1) })
    .later(HOUR)
    .ask('a', 'again', 200, { body: free(2) })
    .end('a', { stopped: true })
    .finish()
    .judge({ contract: agreed });
  expect(findingsOf(verdict)).toEqual([]);
  expect(verdict.cases[0]).toMatchObject({ outcome: 'inconclusive', reason: 'need-unmet' });
  expect(verdict.cases[0]?.detail).toMatch(/^step again was answered at .*, when the reservation had expired \(/);
});
