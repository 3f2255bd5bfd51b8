import { describe, expect, test } from 'vitest';
import type { Journey, LoadMetrics, Observation, ParallelStep, RequestSent, Spread } from '../model.ts';
import type { Awaiting } from './awaiting.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { createMeter } from './meter.ts';
import { createOrderBook } from './order-book.ts';
import { createSlowest } from './slowest.ts';
import { answerTo, callOf, journeyOf, SPAN, sentBy, waited } from './testing/sample.ts';
import { deliveryOf, profile } from './testing/shipped.ts';

const LINGER_MS = 1_000;

/** A ledger, and what it hands over to be judged. */
function books({ think = { fromMs: 0, toMs: 0 } } = {}) {
  const meter = createMeter({ startAt: 0, intervalMs: 60_000 });
  const book = createOrderBook(meter);
  const judged: [string, readonly Observation[]][] = [];
  const loose: Observation[] = [];
  const errors: string[] = [];
  const missing: [string, readonly Awaiting[]][] = [];
  const ledger = createLedger({
    profile,
    meter,
    book,
    slowest: createSlowest(1),
    batches: { add: ({ id }, seen) => judged.push([id, seen]), addLoose: (each) => loose.push(each), end: () => {} },
    lingerMs: LINGER_MS,
    onError: (kind) => errors.push(kind),
    onChecked: () => {},
    onMissing: (journey, awaiting) => missing.push([journey, awaiting]),
    onTook: () => {},
    think,
    lateMs: 50,
  });
  const metrics = (): LoadMetrics => meter.metrics();
  return { ledger, book, judged, loose, errors, missing, metrics };
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
});

describe('a request', () => {
  /** The greatest of a spread, in tenths of a second. */
  const tenths = (spread: Spread | undefined) => spread && Math.round(spread.max / 100);
  const exchanged = (ledger: Ledger, sent: RequestSent, status = 200): void => {
    ledger.see(sent);
    ledger.see(answerTo(sent, status, { tookMs: 500 }));
  };

  test('is due when its journey should have begun, or when the answer before it came: both that and its own time are measured', () => {
    const { ledger, metrics } = books();
    ledger.open(journeyOf('a@1', { steps: [callOf('slots'), callOf('book')] }), 1_000);
    exchanged(ledger, sentBy('a@1', 'slots', { exchange: 1, at: 4_000 }));
    exchanged(ledger, sentBy('a@1', 'book', { exchange: 2, at: 4_700 }));

    const { durations, fromDue, late, shares } = metrics();
    expect([tenths(durations.slots), tenths(fromDue.slots)]).toEqual([5, 35]);
    expect([tenths(durations.book), tenths(fromDue.book)]).toEqual([5, 7]);
    // What follows an answer at once tells nothing of whether the generator keeps its times.
    expect([late?.count, tenths(late), shares.late]).toEqual([1, 30, { hits: 1, of: 1 }]);
  });

  test('is due when its customer has thought, and those of a group with the first', () => {
    const { ledger, metrics } = books({ think: { fromMs: 2_000, toMs: 2_000 } });
    const group: ParallelStep = {
      kind: 'parallel',
      name: 'both',
      steps: [callOf('book'), callOf('order')],
      span: SPAN,
    };
    ledger.open(journeyOf('a@1', { steps: [callOf('slots'), group] }), 0);
    exchanged(ledger, sentBy('a@1', 'slots', { exchange: 1, at: 0 }));
    exchanged(ledger, sentBy('a@1', 'book', { exchange: 2, at: 2_500 }));
    exchanged(ledger, sentBy('a@1', 'order', { exchange: 3, at: 2_900 }));

    const { fromDue, late } = metrics();
    expect([tenths(fromDue.book), tenths(fromDue.order), late?.count]).toEqual([5, 9, 3]);
  });

  test('that waited for a token waited for the gateway', () => {
    const { ledger, metrics } = books();
    ledger.open(journeyOf('a@1', { steps: [callOf('slots')] }), 0);
    exchanged(ledger, sentBy('', 'token', { exchange: 1, at: 0 }));
    exchanged(ledger, sentBy('a@1', 'slots', { exchange: 2, at: 500 }));

    expect([tenths(metrics().fromDue.slots), metrics().late]).toEqual([5, undefined]);
  });

  test('that is sent again as a rate limit asks is due when the limit says, which nobody here knows', () => {
    const { ledger, metrics } = books();
    ledger.open(journeyOf('a@1', { steps: [callOf('slots')] }), 0);
    exchanged(ledger, sentBy('a@1', 'slots', { exchange: 1, at: 0 }), 429);
    exchanged(ledger, sentBy('a@1', 'slots', { exchange: 2, at: 9_500 }));

    const { durations, fromDue } = metrics();
    expect([durations.slots?.count, fromDue.slots?.count, tenths(fromDue.slots)]).toEqual([2, 1, 5]);
  });
});

describe('an exchange that broke', () => {
  const broke = (fault: 'reset' | 'aborted'): Observation => ({
    type: 'exchange-broke',
    seq: 3,
    at: 10,
    exchange: 1,
    journey: 'a@1',
    step: 'order',
    verb: 'order',
    tenant: 'northwind-broadband',
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

    expect([errors, metrics().shares]).toEqual([[], { late: { hits: 0, of: 1 } }]);
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
    expect([ledger.judged().orders, ledger.underWay()]).toEqual([1, 0]);
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
      journey: 'a@1',
      step: 'order',
      verb: 'order',
      tenant: 'northwind-broadband',
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
    expect(ledger.judged().orders).toBe(3);
  });

  test('that was broken off lacks nothing that could still have come', () => {
    const { ledger, missing, metrics } = books();
    for (const [index, id] of ['a@1', 'b@2'].entries()) {
      ledger.open(ordering(id, index), 0);
      const order = sentBy(id, 'order', { exchange: index + 1, body: { id: index } });
      ledger.see(order);
      ledger.see(answerTo(order, 202));
    }
    ledger.see(waited('a@1', 'kci', 'interrupted', 50));
    ledger.close('a@1', 60);
    ledger.end(1_000, true);

    expect([missing, metrics().counts['kci.missing']]).toEqual([[], undefined]);
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
