import { describe, expect, test } from 'vitest';
import type { CallStep, Check, Headers, JsonObject } from '../../model.ts';
import { type CertifyOptions, certifyFake } from '../../testing/certify.ts';
import { call, NOON, REAL, SITE, type Story, tell } from '../../testing/record-builder.ts';
import type { CaseSoFar } from './cases-so-far.ts';
import { createLiveRun } from './live-run.ts';

const order = call('order', { body: { id: 1001, orderType: 'NEW' } });

test('a case is judged when it ends, and says what failed first', () => {
  const { plan, record } = tell().journey('a', [order]).start('a').ask('a', 'order', 500).end('a');
  const cases = createLiveRun({ ...REAL, plan });
  const judged = record.map((each) => cases.see(each));
  expect(judged.slice(0, -1)).toEqual(judged.slice(0, -1).map(() => undefined));
  expect(judged.at(-1)).toMatchObject({
    id: 'a',
    outcome: 'failed',
    failure: { id: 'a', outcome: 'failed', check: 'http.status', summary: 'order answered 500 where 202 is expected' },
  });
});

test('an attempt is judged by itself, under its own name', () => {
  const attempt = { of: 'a', number: 2 };
  const { plan, record } = tell()
    .journey('a@2', [order], { attempt })
    .start('a@2')
    .breaks('a@2', 'order', 'reset')
    .end('a@2');
  const cases = createLiveRun({ ...REAL, plan });
  expect(record.map((each) => cases.see(each)).at(-1)?.id).toBe('a@2');
});

describe('what a slot takes fails no case yet, for another may have held it, or given it back', () => {
  const times = { timeslotStartDateTime: '2026-12-08T08:00:00.000Z', timeslotEndDateTime: '2026-12-08T13:00:00.000Z' };
  const slot = { ...times, classification: 'WEEKDAY_AM', standard: true };
  const shared = { address: SITE, serviceSpecification: { id: 'fttp', name: 'FTTP' } };
  const query = { ...shared, appointmentPurpose: 'PROVIDE' };
  const expiryDateTime = new Date(NOON + 3_600_000).toISOString();
  const taken = (id: number) => ({ ...shared, id, timeslot: slot, supplierReference: `R${id}`, expiryDateTime });
  const CONFLICT = { uuid: '6f2d2c1e-1c7b-4c0a-9b53-4a0d1f3b7e01', code: 'CONFLICT', messages: ['taken'] };
  /** A slot is listed, booked, and listed and booked again: a list as the slots in it, a booking as its status. */
  const told = (...answers: readonly (number | readonly JsonObject[])[]) => {
    const steps = answers.map((answer, id) =>
      typeof answer === 'number'
        ? call('book', {
            name: `step${id}`,
            body: { ...shared, id, purpose: 'PROVIDE', timeslot: times },
            expect: { answers: [{ status: '2xx' }, { status: '409' }] },
          })
        : call('slots', { name: `step${id}`, query }),
    );
    const story = tell().journey('a', steps).start('a');
    for (const [id, answer] of answers.entries()) {
      if (typeof answer !== 'number')
        story.ask('a', `step${id}`, 200, { body: { ...shared, availableTimeslots: answer } });
      else
        story.ask('a', `step${id}`, answer, { body: answer === 409 ? CONFLICT : { ...taken(id), purpose: 'PROVIDE' } });
    }
    const { plan, record } = story.end('a');
    const cases = createLiveRun({ ...REAL, plan });
    const soFar = record.map((each) => cases.see(each)).at(-1)?.outcome;
    const failed = story
      .finish()
      .judge()
      .cases[0]?.findings.filter(({ result }) => result.outcome === 'failed');
    return [soFar, failed?.map(({ check }) => check)];
  };

  test.each([
    ['booked where it is listed no more', [[slot], 200, [], 200], 'booking.gone'],
    ['taken, and free before its reservation ends', [200, 409, 200], 'booking.held'],
  ])('%s', (_, answers, check) => {
    expect(told(...answers)).toEqual(['passed', [check]]);
  });

  test('gone after nothing but a request that was refused', () => {
    const book = call('book', { body: { ...shared, id: 1, purpose: 'PROVIDE', timeslot: times } });
    const expect2xx = { expect: { answers: [{ status: '2xx' }] } };
    const defect = { kind: 'omit', at: '/body/purpose' } as const;
    const faulty: CallStep = {
      ...book,
      name: 'faulty',
      role: 'negative',
      request: { ...book.request, body: { ...shared, id: 2, timeslot: times }, defect },
      expect: { answers: [{ status: '422' }], requirements: ['APT-02'] },
    };
    const { plan, record } = tell()
      .journey('a', [faulty, { ...book, ...expect2xx, role: 'control' }])
      .start('a')
      .ask('a', 'faulty', 422, { body: { ...CONFLICT, code: 'INVALID_REQUEST' } })
      .ask('a', 'book', 409, { body: CONFLICT })
      .end('a', { stopped: true });
    const cases = createLiveRun({ ...REAL, plan });
    expect(record.map((each) => cases.see(each)).at(-1)?.outcome).not.toBe('failed');
  });
});

/** How a run's cases stood when all had come, as they were told while it went on. */
async function soFar(faults: readonly string[], only: readonly string[], more: CertifyOptions = {}) {
  const { inputs, plan, record, verdict } = await certifyFake({ faults, only, ...more });
  const cases = createLiveRun({ ...inputs, plan });
  const told = new Map<string, CaseSoFar['outcome'][]>();
  const tellOf = (one: CaseSoFar): void => void told.set(one.id, [...(told.get(one.id) ?? []), one.outcome]);
  for (const each of record) {
    const one = cases.see(each);
    if (one) tellOf(one);
    for (const late of cases.late(Number.POSITIVE_INFINITY)) tellOf(late);
  }
  // That an order does not go on is known when the run has ended.
  const isKnownLater = ({ result }: Check): boolean =>
    result.outcome !== 'failed' || result.finding.fact?.is === 'left-silent';
  const final = verdict.cases.map(({ id, outcome, findings }): [string, CaseSoFar['outcome']] => [
    id,
    outcome === 'failed' && findings.every(isKnownLater) ? 'passed' : outcome,
  ]);
  return { told, final: new Map(final) };
}

test.each([
  [['kci-other-tenant'], ['amendments/refusals*', 'orders/cease']],
  [
    ['kci-conversation-lost-at-the-end', 'kci-lost-completion'],
    ['orders/c*', 'cancellations/supplier*'],
  ],
])('with %s nothing is told that the verdict takes back', async (faults, only) => {
  const { told, final } = await soFar(faults, only);
  expect(told.size).toBe(final.size);
  expect([...told].filter(([id, outcomes]) => outcomes.includes('failed') && final.get(id) !== 'failed')).toEqual([]);
  expect([...told].map(([id, outcomes]) => [id, outcomes.at(-1)])).toEqual(
    [...told.keys()].map((id) => [id, final.get(id)]),
  );
  expect([...final.values()]).toContain('failed');
});

test('slots are judged by the clocks of the world from the first case on', async () => {
  const abroad: CertifyOptions = { furnish: (world) => ({ ...world, timeZone: 'Europe/Brussels' }) };
  const { told } = await soFar([], ['appointments/slots-of-a-class*'], abroad);
  expect(told.size).toBeGreaterThan(3);
  expect([...told].filter(([, outcomes]) => outcomes.includes('failed'))).toEqual([]);
});

/** Two journeys with an order each, interleaved. */
const told = () =>
  tell()
    .journey('a', [order])
    .journey('b', [call('order', { body: { id: 2002, orderType: 'NEW' } })])
    .start('a')
    .start('b')
    .ask('a', 'order', 202)
    .ask('b', 'order', 202);

/** Whose case is judged again because of a delivery that comes when both have ended, or `a` goes on. */
function judgedAgain(story: Story): readonly string[] {
  const run = createLiveRun({ ...REAL, plan: story.plan });
  for (const each of story.record) run.see(each);
  return run.late(10).map(({ id }) => id);
}

test('after its end a case is judged again by what is about its order, and not by what merely mentions it', () => {
  const ended = () => told().end('a').end('b');
  expect(judgedAgain(ended())).toEqual([]);
  expect(judgedAgain(ended().event(1001, 'ACKNOWLEDGED'))).toEqual(['a']);
  expect(judgedAgain(ended().deliver('says something of 1001'))).toEqual([]);
});

test('as long as a case goes on, a delivery that merely mentions its order may be its event', () => {
  const unnamed = (id: number) => {
    const { plan, record } = told().deliver(`{"of":${id}}`).later(REAL.profile.delivery.firstWithinMs).end('a');
    const run = createLiveRun({ ...REAL, plan });
    return record.map((each) => run.see(each)).at(-1)?.failure;
  };
  expect(unnamed(1001)).toMatchObject({ check: 'kci.timing', more: 0 });
  expect(unnamed(2002)).toMatchObject({ check: 'kci.path', more: 1 });
});

test('what answers the cancellation by which an address is given back fails no case', () => {
  const text = JSON.stringify({ id: 9001, orderId: 1001 });
  const asked = {
    type: 'request-sent',
    verb: 'cancel',
    method: 'POST',
    url: REAL.target.baseUrl,
    headers: [],
  } as const;
  const outcomeWhere = (cancellationId: string) => {
    const { plan, record } = tell()
      .journey('a', [order])
      .start('a')
      .ask('a', 'order', 202)
      .event(1001, 'ACKNOWLEDGED')
      .event(1001, 'COMMITTED')
      .end('a')
      .see({ type: 'restore-began', journey: 'a', orders: ['1001'] })
      .see({
        ...asked,
        journey: 'restore/cancel#1001',
        step: 'cancel',
        tenant: 'harbour-telecom',
        exchange: 99,
        body: { text, sizeBytes: text.length },
      })
      .event(1001, 'COMPLETED', { issuedAt: NOON })
      .event(1001, 'CANCELLATION_REJECTED', { cancellationId });
    const run = createLiveRun({ ...REAL, plan });
    for (const each of record) run.see(each);
    return run.late(10).map(({ outcome }) => outcome);
  };
  expect(outcomeWhere('9001')).toEqual(['passed']);
  expect(outcomeWhere('9002')).toEqual(['failed']);
});

test('what answers to other cases told of the clock of the gateway counts for all', () => {
  const cancel = call('cancel', { body: { id: 9001, orderId: 1001, reasonCode: 'OTHER' } });
  const { aheadMs } = REAL.profile.delivery;
  const onClock = (second: number): Headers => [['Date', new Date(NOON + second * 1_000).toUTCString()]];
  const refusal = { uuid: '6d636dda-f377-49a8-afa0-276b8fecd2dc', code: 'INVALID_REQUEST', messages: ['It is over'] };
  const story = tell()
    .journey('a', [order, cancel])
    .journey('b', [call('availability', { query: { address: SITE } })])
    .start('a')
    // Sent and answered at the end of a second, it leaves nearly one open.
    .later(900)
    .ask('a', 'order', 202, { headers: onClock(0) })
    .event(1001, 'ACKNOWLEDGED')
    .event(1001, 'COMMITTED')
    .later(960)
    .ask('a', 'cancel', 422, {
      headers: [...onClock(1), ['Content-Type', 'application/json']],
      body: refusal,
    })
    .end('a')
    .start('b')
    .later(60)
    .ask('b', 'availability', 500, { headers: onClock(2) })
    .end('b')
    .later(2 * aheadMs)
    .event(1001, 'COMPLETED', { issuedAt: NOON + 1_900 + aheadMs });
  const run = createLiveRun({ ...REAL, plan: story.plan });
  expect(story.record.map((each) => run.see(each)?.outcome).filter(Boolean)).toEqual(['failed', 'failed']);
  expect(run.late(10)).toMatchObject([{ id: 'a', outcome: 'inconclusive', failure: { reason: 'need-unmet' } }]);
});

test('what was seen of the receiver is part of every case', () => {
  const { plan, record } = told().end('a');
  const cases = createLiveRun({ ...REAL, plan });
  cases.see({ type: 'receiver-probed', seq: 0, at: 0, reachable: false, detail: 'nobody could reach it' });
  expect(record.map((each) => cases.see(each)).at(-1)?.outcome).toBe('passed');
});
