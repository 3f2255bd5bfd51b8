import { describe, expect, test } from 'vitest';
import type { Journey, LoadMetrics, Observation } from '../model.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { createMeter } from './meter.ts';
import { createOrderBook } from './order-book.ts';
import { answerTo, callOf, journeyOf, sentBy, waited } from './sample.ts';
import { createSlowest } from './slowest.ts';
import { contract, deliveryOf, profile } from './testing/shipped.ts';
import { createWinners } from './winners.ts';

const LINGER_MS = 1_000;

/** A ledger, and what it hands over to be judged. */
function books() {
  const meter = createMeter({ startAt: 0, intervalMs: 60_000 });
  const book = createOrderBook(meter);
  const judged: [string, readonly Observation[]][] = [];
  const loose: Observation[] = [];
  const errors: string[] = [];
  const ledger = createLedger({
    profile,
    meter,
    book,
    slowest: createSlowest(1),
    winners: createWinners(contract, { gatewayOf: () => 0, onBooking: () => {}, onTooMany: () => {} }),
    uniques: { answered: () => {} },
    batch: { add: ({ id }, seen) => judged.push([id, seen]), addLoose: (each) => loose.push(each), end: () => {} },
    lingerMs: LINGER_MS,
    onError: (kind) => errors.push(kind),
  });
  const metrics = (): LoadMetrics => meter.metrics();
  return { ledger, book, judged, loose, errors, metrics };
}

/** Something of nobody's concern happens when journeys that have ended by `at` are no longer kept. */
const passes = (ledger: Ledger, at: number): void => ledger.see(waited('', 'other', 'met', at + LINGER_MS + 1));

const ordering = (id: string, order: number): Journey =>
  journeyOf(id, { steps: [callOf('order', '202')], values: { ids: { order } } });

describe('an answer', () => {
  test('that its step does not expect is an error, by operation, status and code', () => {
    const { ledger, errors, metrics } = books();
    ledger.open(ordering('a@1', 7), 0);
    const order = sentBy('a@1', 'order', { exchange: 1 });
    ledger.see(order);
    ledger.see(answerTo(order, 504, { body: { code: 'SUPPLIER_TIMED_OUT' } }));
    const token = sentBy('', 'token', { exchange: 2 });
    ledger.see(token);
    ledger.see(answerTo(token, 200));

    expect(errors).toEqual(['order 504 SUPPLIER_TIMED_OUT']);
    const { counts, shares } = metrics();
    expect([counts.requests, counts.errors]).toEqual([2, 1]);
    expect(shares['unexpected-status']).toEqual({ hits: 1, of: 2 });
    expect(shares.broken).toEqual({ hits: 0, of: 2 });
  });

  test('the first of its journey took as long as it was due, and no other did', () => {
    const { ledger, metrics } = books();
    ledger.open(journeyOf('a@1', { steps: [callOf('slots'), callOf('book')] }), 1_000);
    const slots = sentBy('a@1', 'slots', { exchange: 1, at: 4_000 });
    const book = sentBy('a@1', 'book', { exchange: 2, at: 9_000 });
    for (const sent of [slots, book]) {
      ledger.see(sent);
      ledger.see(answerTo(sent, 200, { tookMs: 500 }));
    }

    const { slots: first, book: second } = metrics().durations;
    expect([first, second].map((spread) => Math.round((spread?.max ?? 0) / 100))).toEqual([35, 5]);
  });
});

describe('an exchange that broke', () => {
  const broke = (fault: 'reset' | 'aborted'): Observation => ({
    type: 'exchange-broke',
    seq: 3,
    at: 10,
    exchange: 1,
    fault,
    detail: '',
    tookMs: 10,
  });

  test('is an error', () => {
    const { ledger, errors, metrics } = books();
    ledger.open(ordering('a@1', 7), 0);
    ledger.see(sentBy('a@1', 'order', { exchange: 1 }));
    ledger.see(broke('reset'));

    expect(errors).toEqual(['order reset']);
    expect(metrics().shares).toMatchObject({ broken: { hits: 1, of: 1 }, 'unexpected-status': { hits: 1, of: 1 } });
  });

  test('is none where we broke it off', () => {
    const { ledger, errors, metrics } = books();
    ledger.open(ordering('a@1', 7), 0);
    ledger.see(sentBy('a@1', 'order', { exchange: 1 }));
    ledger.see(broke('aborted'));

    expect([errors, metrics().shares]).toEqual([[], {}]);
  });
});

describe('a journey', () => {
  test('is judged once nothing can come of it any more, with all that came of it', () => {
    const { ledger, judged } = books();
    ledger.open(ordering('a@1', 7), 0);
    const order = sentBy('a@1', 'order', { exchange: 1, body: { id: 7 } });
    const accepted = answerTo(order, 202);
    ledger.see(order);
    ledger.see(accepted);
    ledger.close('a@1', 100);
    const late = deliveryOf(7, { at: 200 });
    ledger.see(late);
    const atTheLastInstant = deliveryOf(7, { at: 100 + LINGER_MS });
    ledger.see(atTheLastInstant);
    const before = judged.length;
    expect(ledger.underWay()).toBe(0);
    passes(ledger, 100);

    expect([before, judged]).toEqual([0, [['a@1', [order, accepted, late, atTheLastInstant]]]]);
    expect([ledger.judgedOrders(), ledger.underWay()]).toEqual([1, 0]);
  });

  test('that asked for nothing of which events tell is judged at once', () => {
    const { ledger, judged } = books();
    ledger.open(journeyOf('a@1', { steps: [callOf('availability')] }), 0);
    const asked = sentBy('a@1', 'availability', { exchange: 1 });
    ledger.see(asked);
    ledger.close('a@1', 100);

    expect(judged).toEqual([['a@1', [asked]]]);
  });

  test('whose order was not answered is not told of when the order comes true long after', () => {
    const { ledger, loose, metrics } = books();
    ledger.open(ordering('a@1', 7), 0);
    const order = sentBy('a@1', 'order', { exchange: 1, body: { id: 7 } });
    ledger.see(order);
    const timedOut = {
      type: 'exchange-broke',
      seq: 3,
      at: 30,
      exchange: 1,
      fault: 'timed-out',
      detail: '',
      tookMs: 30,
    } as const;
    ledger.see(timedOut);
    ledger.close('a@1', 100);
    ledger.see(deliveryOf(7, { at: 90_000 }));

    expect([loose, metrics().counts['kci.unexpected'] ?? 0, metrics().counts['kci.received']]).toEqual([[], 0, 1]);
  });

  test('gets what came of its orders before it was told of', () => {
    const { ledger, judged } = books();
    const journey = ordering('a@1', 7);
    ledger.expect(journey);
    const early = deliveryOf(7, { at: 50 });
    ledger.see(early);
    ledger.open(journey, 0);
    ledger.close('a@1', 100);
    passes(ledger, 100);

    expect(judged).toEqual([['a@1', [early]]]);
  });

  test('whose wait for events ended in vain lacks some, and so does one that still waits at the end', () => {
    const { ledger, book, metrics } = books();
    for (const [index, id] of ['a@1', 'b@2', 'c@3'].entries()) {
      ledger.open(ordering(id, index), 0);
      const order = sentBy(id, 'order', { exchange: index + 1, body: { id: index } });
      ledger.see(order);
      ledger.see(answerTo(order, 202));
    }
    ledger.see(waited('a@1', 'kci', 'expired', 50));
    ledger.close('a@1', 60);
    ledger.see(waited('b@2', 'kci', 'met', 50));
    ledger.close('b@2', 60);
    ledger.end(1_000);

    expect(metrics().counts['kci.missing']).toBe(2);
    expect(book.pending()).toBe(0);
    expect(ledger.judgedOrders()).toBe(3);
  });
});

describe('a delivery', () => {
  test('that our receiver turned away has not come, and is judged with its order', () => {
    const { ledger, judged, metrics } = books();
    ledger.open(ordering('a@1', 7), 0);
    const refused = deliveryOf(7, { at: 50, answered: 503 });
    ledger.see(refused);
    ledger.close('a@1', 60);
    passes(ledger, 60);

    expect(metrics().counts['kci.received']).toBeUndefined();
    expect(judged).toEqual([['a@1', [refused]]]);
  });

  test('of an order that nobody placed is judged with no journey', () => {
    const { ledger, loose, metrics } = books();
    const strange = deliveryOf(8, { at: 50 });
    ledger.see(strange);

    expect(loose).toEqual([strange]);
    expect(metrics().counts['kci.unexpected']).toBe(1);
  });
});
