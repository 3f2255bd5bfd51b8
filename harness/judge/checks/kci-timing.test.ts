import { describe, expect, test } from 'vitest';
import { readPattern } from '../../kci/pattern.ts';
import type { KciProfile, Observation } from '../../model.ts';
import { DAY_MS, HAPPY, owed, pattern, placed, walk, withDelivery } from '../../testing/placed-order.ts';
import { call, findingsOf, kci, NOON, order, REAL, type Story, tell } from '../../testing/record-builder.ts';
import { IN_PROCESS_URL } from '../../wire/in-process.ts';
import { judge } from '../judge.ts';

describe('what this process may have noticed late', () => {
  /** The record with each answer, or each delivery, uncertain by so much. */
  const uncertain = (story: Story, type: Observation['type'], uncertaintyMs: number) => ({
    ...REAL,
    plan: story.plan,
    record: story.record.map((each) => (each.type === type ? ({ ...each, uncertaintyMs } as Observation) : each)),
  });
  test('an event is not before the acceptance that was noticed after it', () => {
    const { profile } = withDelivery({ aheadMs: 0 });
    const story = placed(walk(...HAPPY));
    const early = story.record.map((each) =>
      each.type === 'response-received' ? { ...each, at: each.at + 50 } : each,
    );
    const judged = (record: readonly Observation[]) =>
      findingsOf(judge({ ...REAL, profile, plan: story.plan, record }));
    expect(judged(early)).toEqual(['kci.ahead failed: order 5: ACKNOWLEDGED came before the order was accepted']);
    const sure = early.map((each) => (each.type === 'response-received' ? { ...each, uncertaintyMs: 60 } : each));
    expect(judged(sure)).toEqual([]);
  });

  test('an event is not late that may have come in time', () => {
    const hour = 3_600_000;
    const story = placed(
      (told) => {
        walk('ACKNOWLEDGED')(told);
        walk('COMMITTED', 'COMPLETED')(told.later(hour));
      },
      { kci: [kci(pattern('ACKNOWLEDGED', { COMMITTED: { within: '1h' } }, 'COMPLETED'))] },
    );
    expect(findingsOf(story.judge())).toEqual(['kci.sequence failed: order 5: COMMITTED came too late']);
    expect(findingsOf(judge(uncertain(story, 'delivery-received', 100)))).toEqual([]);
  });

  test('nor is one that followed what its client asked, whose answer was noticed after it', () => {
    const amend = call('amend', { body: { id: 60, orderId: 5, notes: 'ring' } });
    const told = tell()
      .journey('o', [order(5), amend])
      .start('o')
      .ask('o', 'order', 202);
    walk('ACKNOWLEDGED', 'COMMITTED')(told);
    told.later(20 * DAY_MS - 1_000).ask('o', 'amend', 202);
    const answer = told.record.at(-1) as Observation;
    told.later(2_000).event(5, 'AMENDED', { amendmentId: 60 }).event(5, 'COMPLETED').end('o').finish();
    const record = told.record.map((each) => (each === answer ? { ...each, at: answer.at + 2_500 } : each));
    expect(findingsOf(judge({ ...REAL, plan: told.plan, record }))).toEqual([]);
    // Where the profile lets no event overtake the answer to its request, this one has.
    const { profile } = withDelivery({ aheadMs: 0 });
    const early = 'kci.ahead failed: order 5: AMENDED came before the amendment was accepted';
    expect(findingsOf(judge({ ...REAL, profile, plan: told.plan, record }))).toEqual([early]);
    // Without the amendment's id, an event that no order has of itself is still its answer; any other may be none.
    const { amendmentId: _, ...read } = profile.read;
    const unnamed = (event: string): KciProfile => ({
      ...profile,
      read,
      requests: { ...profile.requests, amendment: { AMENDMENT_ACCEPTED: { emits: readPattern(event).pattern } } },
    });
    const aheadUnder = (event: string) =>
      findingsOf(judge({ ...REAL, profile: unnamed(event), plan: told.plan, record })).filter((each) =>
        each.startsWith('kci.ahead'),
      );
    expect(aheadUnder('AMENDED')).toEqual([early]);
    expect(aheadUnder('COMPLETED')).toEqual([]);
    const sure = record.map((each) => (each.at === answer.at + 2_500 ? { ...each, uncertaintyMs: 600 } : each));
    expect(findingsOf(judge({ ...REAL, profile, plan: told.plan, record: sure }))).toEqual([]);
  });
});

describe('a gateway whose clock is not ours', () => {
  const HOUR_MS = 3_600_000;
  const run = (date: number | undefined, datedMs: number): Story => {
    const story = tell().journey('o', [order(5)], { kci: [owed] });
    const headers = date === undefined ? [] : [['Date', new Date(NOON + date).toUTCString()] as const];
    story.start('o').ask('o', 'order', 202, { headers });
    for (const name of HAPPY) story.event(5, name, { issuedAt: NOON + 1_000 + datedMs });
    return story.end('o').finish();
  };
  const backdated = 'kci.ahead failed: order 5: ACKNOWLEDGED happened, by its own time, before the order was sent';

  test('may date its events as its clock has it, and the verdict says how far that is', () => {
    const verdict = run(-3 * HOUR_MS, -3 * HOUR_MS).judge();
    expect(findingsOf(verdict)).toEqual([]);
    expect(verdict.clock).toEqual({ aheadMs: -3 * HOUR_MS + 475, uncertaintyMs: 505 });
  });

  test('may not date them otherwise, nor where nothing tells of its clock', () => {
    expect(findingsOf(run(0, -3 * HOUR_MS).judge())).toEqual([backdated]);
    expect(findingsOf(run(-3 * HOUR_MS, -4 * HOUR_MS).judge())).toEqual([backdated]);
    expect(findingsOf(run(undefined, -3 * HOUR_MS).judge())).toEqual([backdated]);
    expect(run(0, 0).judge().clock).toBeUndefined();
  });

  test('has our clock where it lives in our process', () => {
    const story = run(-3 * HOUR_MS, -3 * HOUR_MS);
    const [started, ...rest] = story.record;
    const record = [{ ...started, baseUrl: IN_PROCESS_URL } as Observation, ...rest];
    const verdict = judge({ ...REAL, plan: story.plan, record });
    expect(findingsOf(verdict)).toEqual([backdated]);
    expect(verdict.clock).toBeUndefined();
  });
});

test.each<[title: string, at: readonly number[], finding: readonly string[]]>([
  ['as they came', [0, 20, 40], []],
  ['all at one time', [0, 0, 0], []],
  ['a little ahead, by clocks that differ', [0, 30, 120_000], []],
  ['in the future', [0, 20, 3_600_000], ['COMPLETED happened, by its own time, after it came']],
])('events that are dated %s', (_, at, finding) => {
  const events = (story: Story): void => {
    for (const [i, name] of HAPPY.entries()) story.event(5, name, { issuedAt: NOON + (at[i] ?? 0) });
  };
  expect(findingsOf(placed(events).judge()).filter((each) => each.startsWith('kci.moments'))).toEqual(
    finding.map((each) => `kci.moments failed: order 5: ${each}`),
  );
});

describe('an order that nobody waits for', () => {
  const left = (days: number, events: readonly string[], step = order(6)) => {
    const told = tell().journey('p', [step]).start('p').ask('p', 'order', 202).end('p');
    for (const event of events) told.event(6, event);
    return findingsOf(
      told
        .later(days * DAY_MS)
        .finish()
        .judge(),
    );
  };
  const silent = ['kci.timing failed: order 6: nothing came after COMMITTED, though the order had not ended'];

  test('goes on in time, as the profile promises', () => {
    expect(left(21, ['ACKNOWLEDGED', 'COMMITTED'])).toEqual(silent);
    expect(left(19, ['ACKNOWLEDGED', 'COMMITTED'])).toEqual([]);
    expect(left(21, HAPPY)).toEqual([]);
  });

  test('need not go on while it waits for its client, or where the gateway was asked to stop it', () => {
    expect(left(21, ['ACKNOWLEDGED', 'COMMITTED', 'INFORMATION_REQUIRED'])).toEqual([]);
    const steered = { ...order(6), steer: { outcome: 'ORDER_IN_PROGRESS' } };
    expect(left(21, ['ACKNOWLEDGED', 'COMMITTED'], steered)).toEqual([]);
  });
});
