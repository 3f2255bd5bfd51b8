import { describe, expect, test } from 'vitest';
import { compileContract } from '../contract/validators.ts';
import { virtualClock } from '../io/virtual-clock.ts';
import type { Json, Threshold, TrafficProfile } from '../model.ts';
import { beginLoad, type Load } from './load.ts';
import { answerTo, callOf, journeyOf, SPAN, sentBy } from './testing/sample.ts';
import { contract, profile, target, world } from './testing/shipped.ts';

const validators = compileContract(contract);

const START = Date.UTC(2026, 2, 16, 9);
const none = (metric: string, of = 'count'): Threshold => ({ metric, of, is: '=', bound: 0, text: '0', span: SPAN });
const TRAFFIC: TrafficProfile = {
  id: 'test',
  file: 'test.yaml',
  title: 'A test',
  span: SPAN,
  mix: [{ scenario: 'appointments/book', percent: 100, span: SPAN }],
  stages: [{ forMs: 10_000, fromPerSecond: 1, toPerSecond: 1 }],
  tenants: target.tenants.map(({ name }) => name).reverse(),
  think: { fromMs: 0, toMs: 0 },
  drainMs: 60_000,
  receiverDown: [],
  thresholds: [],
};

/** A load of one journey a batch, with a hand for its clock and what it kept. */
function begun(more: Partial<TrafficProfile> = {}) {
  const clock = virtualClock(START);
  const kept: string[] = [];
  const load = beginLoad({
    traffic: { ...TRAFFIC, ...more },
    world,
    judged: { contract, validators, profile, target },
    engine: 'native',
    seed: 1,
    nonce: 'n',
    assay: '0.0.0',
    clock,
    secrets: [{ kind: 'environment', value: 'hush-hush' }],
    keep: (line, of) => of === 'failed' && kept.push(line),
    batch: 1,
  });
  return { load, clock, kept };
}

/** A journey that books, from its start to its end. */
function books(
  load: Load,
  index: number,
  { status = 200, lateMs = 0, body }: { status?: number; lateMs?: number; body: Json },
): void {
  const due = load.arrivalAt(index).at;
  const at = due + lateMs;
  const id = `appointments/book@${index + 1}`;
  const journey = journeyOf(id, { steps: [callOf('book', '2xx')] });
  load.ledger.open(journey, due);
  load.record({ type: 'journey-started', journey: id, at });
  const sent = sentBy(id, 'book', { exchange: index + 1, at, body: { id: 100 + index } });
  const answer = answerTo(sent, status, { tookMs: 5, body });
  for (const { seq: _, ...each } of [sent, answer]) load.record(each);
  load.record({ type: 'journey-ended', journey: id, ended: 'finished', at: at + 5 });
  load.ledger.close(id, at + 5);
}

describe('an arrival', () => {
  test('comes at its time, for the tenants in turn, and those beyond the last when the last has come', () => {
    const { load } = begun();
    const arrivals = [0, 1, 2, 25].map(load.arrivalAt);

    const { length } = target.tenants;
    const tenants = [...Array(2 * length).keys()].map((nth) => load.arrivalAt(nth).tenant);
    expect(load.arrivals.count).toBe(10);
    expect(new Set(tenants.slice(0, length)).size).toBe(length);
    expect(tenants.slice(length)).toEqual(tenants.slice(0, length));
    expect(arrivals.every(({ scenario }) => scenario === 'appointments/book')).toBe(true);
    expect(arrivals.map(({ at }) => at - START)).toEqual([
      load.arrivals.startOf(0),
      load.arrivals.startOf(1),
      load.arrivals.startOf(2),
      10_000,
    ]);
  });

  test('keeps the time it was planned for when the load begins later', () => {
    const { load, clock } = begun();
    const planned = load.arrivalAt(3).at;
    clock.schedule(2_000, load.begins);

    return clock.until(new Promise(() => {}), 5_000).then(() => {
      expect([load.startedAt(), load.arrivalAt(3).at]).toEqual([START + 2_000, planned]);
    });
  });
});

/** So many arrivals, one a second. */
const of = (count: number): Pick<TrafficProfile, 'stages'> => ({
  stages: [{ forMs: count * 1_000, fromPerSecond: 1, toPerSecond: 1 }],
});

describe('a verdict', () => {
  test('of a load not all of which was begun is incomplete, says how much was not, and tells what failed all the same', async () => {
    const { load } = begun({
      ...of(5),
      thresholds: [none('failed', 'rate'), { ...none('orders'), is: '>=', bound: 1 }],
    });
    for (const [i, status] of [200, 500, 200].entries())
      books(load, i, { status, body: { supplierReference: `R${i}`, code: 'X', message: 'm', uuid: `${i}` } });

    const { outcome, note, thresholds, failures, metrics } = load.conclude({ dropped: 0 });

    expect([outcome, note]).toEqual([
      'incomplete',
      'the generator did not keep up: 2 of 5 arrivals (40 %) were not begun. Send the load in more segments, or from a faster machine',
    ]);
    expect(metrics.counts.dropped).toBe(2);
    // What it has too little of, the rest may have had.
    expect(thresholds.map((each) => each.outcome)).toEqual(['failed', 'unmeasured']);
    expect(failures.length).toBeGreaterThan(0);
  });

  test('takes it for whole where the traffic allows for some that are not begun', async () => {
    const { load } = begun({ ...of(2), thresholds: [{ ...none('dropped'), is: '<', bound: 2 }] });
    books(load, 0, { body: { supplierReference: 'R1' } });

    const { outcome, thresholds } = load.conclude({ dropped: 0 });

    expect([outcome, thresholds[0]?.actual]).toEqual(['held', 1]);
  });

  test('of a load whose requests left late is incomplete, however quick the answers were', async () => {
    const availability: Threshold = { metric: 'book', of: 'p95', is: '<', bound: 100, text: 'p95 < 100ms', span: SPAN };
    const { load } = begun({ ...of(2), thresholds: [availability] });
    for (const i of [0, 1]) books(load, i, { lateMs: 500, body: { supplierReference: `R${i}` } });

    const { outcome, note, thresholds } = load.conclude({ dropped: 0 });

    expect([outcome, thresholds[0]?.outcome, thresholds[0]?.actual]).toEqual(['incomplete', 'unmeasured', undefined]);
    expect(note).toBe(
      "the generator did not keep up: 100 % of the requests left more than 5 ms after they were due; of 1 thresholds 1 cannot be told from the generator's own delay. Send the load in more segments, or from a faster machine",
    );
  });

  test('of a load that went out much later than was meant is incomplete, also where no threshold is on answers', async () => {
    const ended = [4_900, 6_000].map(async (lateMs) => {
      const { load } = begun({ ...of(2), thresholds: [none('broken', 'rate')] });
      for (const i of [0, 1]) books(load, i, { lateMs, body: { supplierReference: `R${i}` } });
      const { outcome, note } = load.conclude({ dropped: 0 });
      return [outcome, note];
    });

    expect(await Promise.all(ended)).toEqual([
      ['held', undefined],
      [
        'incomplete',
        'the generator did not keep up: one in twenty requests left more than 6 s after it was due. Send the load in more segments, or from a faster machine',
      ],
    ]);
  });

  test('names who crossed a share', async () => {
    const { load } = begun({ ...of(2), thresholds: [none('unexpected-status', 'rate')] });
    for (const i of [0, 1]) books(load, i, { status: 503, body: { code: 'X', message: 'm', uuid: `${i}` } });

    const { failures } = load.conclude({ dropped: 0 });

    expect(failures[0]).toMatchObject({
      check: 'unexpected-status',
      summary: 'book 503 X',
      times: 2,
      example: { journey: 'appointments/book@1' },
      more: [{ journey: 'appointments/book@2', summary: 'book 503 X' }],
    });
  });

  test('counts from the beginning what may never happen, and holds no number for what nobody looked at', async () => {
    const { load } = begun({
      stages: [],
      thresholds: ['kci.missing', 'dropped', 'double-bookings', 'orders'].map((name) => none(name)),
    });

    const { outcome, thresholds } = load.conclude({ dropped: 0 });

    expect(outcome).toBe('crossed');
    expect(thresholds.map(({ metric, actual, note }) => [metric, actual, note])).toEqual([
      ['kci.missing', 0, undefined],
      ['dropped', 0, undefined],
      ['double-bookings', undefined, 'no booking was accepted'],
      ['orders', 0, undefined],
    ]);
  });

  test('of a load that broke off is incomplete, whatever held until then', async () => {
    const { load } = begun({ thresholds: [none('dropped')] });

    const { outcome, note, thresholds } = load.conclude({ dropped: 0, note: 'interrupted' });

    expect([outcome, note, thresholds[0]?.outcome]).toEqual(['incomplete', 'interrupted', 'passed']);
  });

  test('hears of nothing that is observed after it', async () => {
    const { load } = begun();
    const concluding = load.conclude({ dropped: 0 });
    books(load, 0, { body: { supplierReference: 'R1' } });

    expect((await concluding).metrics.counts).toMatchObject({ requests: 0 });
  });

  test('finds a reference that two bookings have although their journeys were judged apart', async () => {
    const { load } = begun({ ...of(3), thresholds: [none('failed', 'rate')] });
    for (const [i, reference] of ['R1', 'R2', 'R1'].entries())
      books(load, i, { body: { supplierReference: reference } });

    const { failures, outcome, metrics } = load.conclude({ dropped: 0 });

    const repeated = failures.find(({ check }) => check === 'booking.reference-unique');
    expect([repeated?.times, repeated?.summary, repeated?.example.journey]).toEqual([
      1,
      'a booking has the reference of an earlier one',
      'appointments/book@3',
    ]);
    expect([outcome, metrics.counts.journeys]).toEqual(['crossed', 3]);
  });
});

test('of journeys that failed all that was observed is kept, without secrets', async () => {
  const { load, kept } = begun();
  books(load, 0, { status: 500, body: { code: 'hush-hush', message: 'm', uuid: 'u' } });

  const { cases } = load.conclude({ dropped: 0 });

  expect(cases.failed).toBe(1);
  expect(kept.map((line) => (JSON.parse(line) as { type: string }).type)).toEqual([
    'journey-started',
    'request-sent',
    'response-received',
    'journey-ended',
  ]);
  expect(kept.join('')).not.toContain('hush-hush');
});

test('of what took longer than a threshold has it the slowest are kept with what they sent, though nothing was wrong', () => {
  const bound = { metric: 'token', of: 'p95', is: '<', bound: 50, text: 'p95 < 50ms', span: SPAN } as const;
  const { load, kept } = begun({ ...of(2), thresholds: [bound] });
  for (const [index, tookMs] of [10, 90].entries()) {
    const id = `token/access-token@${index + 1}`;
    const { at } = load.arrivalAt(index);
    load.ledger.open(journeyOf(id, { steps: [callOf('token', '2xx')] }), at);
    load.record({ type: 'journey-started', journey: id, at });
    const sent = sentBy(id, 'token', { exchange: index + 1, at });
    const body = { access_token: `t${index}`, token_type: 'Bearer', expires_in: 300, scope: 'all' };
    for (const { seq: _, ...each } of [sent, answerTo(sent, 200, { tookMs, body })]) load.record(each);
    load.record({ type: 'journey-ended', journey: id, ended: 'finished', at: at + tookMs });
    load.ledger.close(id, at + tookMs);
  }

  const { cases } = load.conclude({ dropped: 0 });

  expect(cases).toMatchObject({ passed: 2 });
  const told = kept.map((line) => JSON.parse(line) as { type: string; journey: string });
  expect(told.map(({ type, journey }) => [type, journey])).toEqual(
    ['journey-started', 'request-sent', 'response-received', 'journey-ended'].map((type) => [
      type,
      'token/access-token@2',
    ]),
  );
});
