import { describe, expect, test } from 'vitest';
import type { Check, Json } from '../model.ts';
import { createDoubleBookings } from './double-bookings.ts';
import { saysOf } from './testing/batch.ts';
import { answerTo, callOf, journeyOf, sentBy } from './testing/sample.ts';

const MINUTE = 60_000;
const SLOT = { timeslotStartDateTime: '2026-03-18T07:00:00.000Z', timeslotEndDateTime: '2026-03-18T09:00:00.000Z' };
const ADDRESS = { id: '903300000001', type: 'UPRN' };

interface How {
  readonly keptFor?: number;
  readonly slot?: Json;
  readonly reference?: string;
  /** In which minute the journey orders with it, and in which it is over. */
  readonly orders?: number;
  readonly over?: number;
}

/**
 * DoubleBookings with a hand for bookings: journey by journey, at some minute, kept for so many minutes where the answer
 * says so.
 */
function competition(slotCapacity: number | null = 1) {
  const found: Check[] = [];
  let watched = 0;
  let exchange = 0;
  const doubleBookings = createDoubleBookings({
    gatewayOf: () => 0,
    onBooking: () => {
      watched += 1;
    },
    onTooMany: () => {},
  });
  const book = (id: string, minute: number, { keptFor, slot = SLOT, reference, orders, over }: How = {}): void => {
    exchange += 2;
    const site = { ...ADDRESS, ...(slotCapacity === null ? {} : { slotCapacity }) };
    const journey = journeyOf(id, { values: { site }, steps: [callOf('book'), callOf('order')] });
    const sent = sentBy(id, 'book', { exchange, at: minute * MINUTE, body: { address: ADDRESS, timeslot: slot } });
    const expiry = keptFor === undefined ? {} : { expiryDateTime: new Date((minute + keptFor) * MINUTE).toISOString() };
    const body = { supplierReference: reference ?? `APT${exchange}`, ...expiry };
    const ordered = orders === undefined ? [] : [sentBy(id, 'order', { exchange: exchange + 1, at: orders * MINUTE })];
    const ended =
      over === undefined
        ? []
        : [{ type: 'journey-ended' as const, journey: id, ended: 'finished' as const, seq: 999, at: over * MINUTE }];
    const started = { type: 'journey-started' as const, journey: id, seq: 1, at: 0 };
    const observed = [started, sent, answerTo(sent, 200, { body }), ...ordered, ...ended];
    found.push(...saysOf(doubleBookings.check, journey, observed));
  };
  return { doubleBookings, book, found, watched: () => watched, losers: () => found.map(({ journey }) => journey) };
}

describe('a slot that takes one booking', () => {
  test('has one winner: the second booking fails, with what the specification owes', () => {
    const { book, found } = competition();

    book('a@1', 0, { keptFor: 30 });
    book('b@2', 1, { keptFor: 30 });

    expect(found).toEqual([
      {
        check: 'load.double-booking',
        requirements: ['APT-04'],
        journey: 'b@2',
        step: 'book',
        seq: 9,
        span: expect.objectContaining({ file: 'scenarios/test.yaml' }),
        result: {
          outcome: 'failed',
          finding: {
            summary: 'book answered 200 for a slot that another booking holds',
            expected: '409, since a slot of this address takes one booking',
            actual: '200 for 2026-03-18T07:00:00.000Z to 2026-03-18T09:00:00.000Z, held by a@1',
            fact: expect.objectContaining({ is: 'slot-overbooked', status: 200, holders: ['a@1'] }),
          },
        },
      },
    ]);
  });

  test('can be booked again once the reservation has expired, in whichever order that is told', () => {
    const there = competition();
    there.book('a@1', 0, { keptFor: 30 });
    there.book('b@2', 30, { keptFor: 30 });
    const back = competition();
    back.book('b@2', 30, { keptFor: 30 });
    back.book('a@1', 0, { keptFor: 30 });

    expect([there.losers(), back.losers()]).toEqual([[], []]);
  });

  test('is found to be booked twice also by what is told late', () => {
    const { book, losers } = competition();

    book('b@2', 5, { keptFor: 30 });
    book('a@1', 0, { keptFor: 30 });

    expect(losers()).toEqual(['a@1']);
  });

  test('is held, where nothing says for how long, as long as its journey goes on', () => {
    const { book, losers } = competition();

    book('a@1', 0, { over: 2 });
    book('b@2', 1, { over: 2 });
    book('c@3', 3);

    expect(losers()).toEqual(['b@2']);
  });

  test('may be given back by whoever does something with it', () => {
    const { book, losers } = competition();

    book('a@1', 0, { keptFor: 30, orders: 1 });
    book('b@2', 2, { keptFor: 30 });

    expect(losers()).toEqual([]);
  });

  test('is booked once by who is answered the same reference twice', () => {
    const { book, losers } = competition();

    book('a@1', 0, { keptFor: 30, reference: 'APT7' });
    book('a@1', 1, { keptFor: 30, reference: 'APT7' });

    expect(losers()).toEqual([]);
  });

  test('is not another slot', () => {
    const { book, losers } = competition();

    book('a@1', 0, { keptFor: 30 });
    book('b@2', 0, { keptFor: 30, slot: { ...SLOT, timeslotStartDateTime: '2026-03-18T08:00:00.000Z' } });

    expect(losers()).toEqual([]);
  });
});

test('as many may win as the world says that a slot takes', () => {
  const { book, found, losers } = competition(2);

  for (const id of ['a@1', 'b@2', 'c@3']) book(id, 0, { keptFor: 30 });

  expect(losers()).toEqual(['c@3']);
  expect(found[0]?.result).toMatchObject({
    finding: {
      summary: 'book answered 200 for a slot that 2 other bookings hold',
      expected: '409, since a slot of this address takes 2 bookings',
    },
  });
});

test('where nobody says how many bookings a slot takes, none is one too many, and none was watched', () => {
  const { book, losers, watched } = competition(null);
  const silent = competition();
  silent.book('a@1', 0, { keptFor: 30 });

  book('a@1', 0, { keptFor: 30 });
  book('b@2', 0, { keptFor: 30 });

  expect([losers(), watched(), silent.watched()]).toEqual([[], 0, 1]);
});

test('why none was watched is said, as long as none was', () => {
  const idle = competition();
  const unsaid = competition(null);
  const watching = competition();
  for (const { book } of [unsaid, watching]) book('a@1', 0, { keptFor: 30 });

  expect([idle, unsaid, watching].map(({ doubleBookings }) => doubleBookings.whyNone())).toEqual([
    'no booking was accepted',
    'the world says of no address that was booked how many bookings a slot takes (slotCapacity)',
    undefined,
  ]);
});
