import { describe, expect, test } from 'vitest';
import { readPattern } from '../../kci/pattern.ts';
import type { JsonObject, KciProfile, Observation, Pattern, Target } from '../../model.ts';
import {
  call,
  findingsOf,
  kci,
  NOON,
  type order as Order,
  order,
  outcomesOf,
  REAL,
  rowsWith,
  SITE,
  type Story,
  TENANT,
  tell,
} from '../../testing/record-builder.ts';
import { IN_PROCESS_URL } from '../../wire/in-process.ts';
import { judge } from '../judge.ts';

const DAY_MS = 86_400_000;
const HAPPY = ['ACKNOWLEDGED', 'COMMITTED', 'COMPLETED'] as const;

const pattern = (...items: Parameters<typeof readPattern>[0][]): Pattern => readPattern(items).pattern;
const owed = kci(pattern('ACKNOWLEDGED', 'COMMITTED', 'COMPLETED'));

/** An accepted order, whose events are told by `events`; then the journey ends. */
function placed(events: (story: Story) => void, options: Parameters<Story['journey']>[2] = { kci: [owed] }): Story {
  const story = tell()
    .journey('o', [order(5)], options)
    .start('o')
    .ask('o', 'order', 202);
  events(story);
  return story.end('o').finish();
}

const walk =
  (...names: readonly string[]) =>
  (story: Story): void => {
    for (const name of names) story.event(5, name);
  };

const withDelivery = (delivery: Partial<KciProfile['delivery']>): { readonly profile: KciProfile } => ({
  profile: { ...REAL.profile, delivery: { ...REAL.profile.delivery, ...delivery } },
});

describe('legal deliveries never fail', () => {
  const change = (edit: (body: JsonObject) => JsonObject) => (story: Story) => {
    for (const name of HAPPY) story.event(5, name, { change: edit });
  };
  test.each<[title: string, events: (story: Story) => void]>([
    ['the expected events', walk(...HAPPY)],
    ['updates in between', walk('ACKNOWLEDGED', 'UPDATE', 'UPDATE', 'COMMITTED', 'ADDITIONAL', 'COMPLETED')],
    [
      'null where there is nothing to tell',
      change((body) => ({ ...body, problemCode: null, text: null, serviceOrderAmendmentId: null })),
    ],
    ['members nobody named', change((body) => ({ ...body, extra: { deep: 1 } }))],
    ['gaps in the numbers', change((body) => ({ ...body, sequenceNumber: Number(body.sequenceNumber) * 7 }))],
    [
      'repeated deliveries, also after the final event',
      (story) => {
        for (const name of HAPPY) story.event(5, name, { repeat: 3 });
      },
    ],
    [
      'a late first event, and one that was overtaken',
      (story) => {
        const [first, second] = ['ACKNOWLEDGED', 'COMMITTED'].map((name) => told(5, name));
        story
          .later(59_000)
          .deliver(second?.text ?? '', second)
          .later(1_000)
          .deliver(first?.text ?? '', first);
        story.event(5, 'COMPLETED', { sequence: 3, deliveryId: '00000000-0000-4000-8000-000000000003' });
      },
    ],
    [
      'null for a date of which an event tells that comes earlier and follows',
      (story) => {
        const undated = (body: JsonObject) => ({
          ...body,
          provideServiceOrder: { ...(body.provideServiceOrder as JsonObject), targetDate: null },
        });
        const id = (n: number): string => `00000000-0000-4000-8000-00000000000${n}`;
        story.event(5, 'ACKNOWLEDGED', { sequence: 1, deliveryId: id(1) });
        story.event(5, 'COMMITTED', { sequence: 3, deliveryId: id(3) });
        story.event(5, 'UPDATE', { sequence: 2, deliveryId: id(2), change: undated });
        story.event(5, 'COMPLETED', { sequence: 4, deliveryId: id(4) });
      },
    ],
    [
      'a status beside the event that the profile allows as well',
      (story) =>
        walk('ACKNOWLEDGED', 'COMMITTED')(story.later(0)) ?? story.event(5, 'COMPLETED', { status: 'PARTIAL' }),
    ],
  ])('%s', (_, events) => {
    const verdict = placed(events).judge();
    expect(findingsOf(verdict)).toEqual([]);
    expect(outcomesOf(verdict)).toEqual(['passed']);
  });
});

/** The delivery of an order's first or second event, to be delivered out of order. */
function told(id: number, name: string) {
  const story = tell()
    .journey('x', [order(id)])
    .start('x')
    .ask('x', 'order', 202);
  for (const each of HAPPY) {
    story.event(id, each);
    if (each === name) break;
  }
  const last = story.record.at(-1);
  if (last?.type !== 'delivery-received') throw new Error('no delivery');
  return { text: last.body.text ?? '', headers: last.headers };
}

describe('what a scenario asks of an order', () => {
  test.each<[title: string, events: (story: Story) => void, findings: readonly string[]]>([
    [
      'fails when an event came where another is due',
      walk('ACKNOWLEDGED', 'COMPLETED'),
      [
        'kci.sequence failed: order 5: COMPLETED came without COMMITTED before it',
        'kci.lifecycle failed: order 5: COMPLETED came without COMMITTED before it',
      ],
    ],
    [
      'fails when more came than is expected',
      walk('ACKNOWLEDGED', 'COMMITTED', 'DELAY', 'RESUMED', 'COMPLETED'),
      ['kci.sequence failed: order 5: DELAY came where COMPLETED is expected'],
    ],
    [
      'fails when an event did not come in time',
      (story) => walk('ACKNOWLEDGED')(story) ?? story.later(21 * DAY_MS),
      ['kci.sequence failed: order 5: COMMITTED did not come'],
    ],
    [
      'fails when the last event came too late',
      (story) => walk('ACKNOWLEDGED', 'COMMITTED')(story) ?? story.later(20 * DAY_MS).event(5, 'COMPLETED'),
      [
        'kci.sequence failed: order 5: COMPLETED came too late',
        'kci.timing failed: order 5: COMPLETED came long after COMMITTED',
      ],
    ],
    [
      'fails when nothing came at all, where of another order something did',
      (story) =>
        story
          .journey('p', [order(6)])
          .start('p')
          .ask('p', 'order', 202)
          .event(6, 'ACKNOWLEDGED')
          .later(21 * DAY_MS),
      [
        'kci.sequence failed: order 5: ACKNOWLEDGED did not come',
        'kci.path failed: order 5: no event came to the webhook',
        'kci.timing failed: order 5: no event that names it came in time',
      ],
    ],
  ])('%s', (_, events, findings) => {
    const verdict = placed(events).judge();
    expect(findingsOf(verdict).toSorted()).toEqual([...findings].toSorted());
    expect(outcomesOf(verdict)[0]).toBe('failed');
  });

  test('says what was due, after what, and what came instead', () => {
    const { cases } = placed(walk('ACKNOWLEDGED', 'COMPLETED')).judge();
    expect(cases[0]?.findings.find(({ check }) => check === 'kci.sequence')?.result).toEqual({
      outcome: 'failed',
      finding: {
        summary: 'order 5: COMPLETED came without COMMITTED before it',
        kind: 'COMPLETED came without COMMITTED before it',
        expected: 'COMMITTED, then COMPLETED',
        actual: 'ACKNOWLEDGED, COMPLETED',
        because: 'kci.lifecycle: COMPLETED came without COMMITTED before it',
        fact: {
          is: 'came-without',
          event: 'COMPLETED',
          next: ['COMMITTED'],
          stream: ['ACKNOWLEDGED', 'COMPLETED'],
        },
      },
    });
  });

  test('breaks what the scenario covers besides where another event came, not where nothing came', () => {
    const broken = (...names: string[]) => {
      const covering = { kci: [owed], covers: ['AVL-41'] };
      const { cases } = placed((story) => walk(...names)(story.later(0)) ?? story.later(21 * DAY_MS), covering).judge();
      return cases[0]?.findings.find(({ check }) => check === 'kci.sequence')?.requirements;
    };
    expect(broken('REJECTED')).toEqual(['AVL-41', 'KCI-03']);
    expect(broken('ACKNOWLEDGED', 'COMMITTED')).toEqual(['KCI-03']);
  });

  test('says whose time was over: the profile’s, or its own', () => {
    const over = (withinMs: number): string | undefined => {
      const story = placed((each) => walk('ACKNOWLEDGED')(each.later(0)) ?? each.later(21 * DAY_MS), {
        kci: [{ ...owed, withinMs }],
      });
      const { cases } = story.judge(withDelivery({ betweenWithinMs: 6_000 }));
      const { result } = cases[0]?.findings.find(({ check }) => check === 'kci.sequence') ?? {};
      return result && 'finding' in result ? result.finding.expected : undefined;
    };
    expect(over(20 * DAY_MS)).toMatch(/^[A-Z_, or]+ within 6 s \(profile supplier\)$/);
    expect(over(5_000)).toMatch(/ within 5 s \(the scenario\)$/);
  });

  test('holds an event to its own time', () => {
    const quick = kci(pattern('ACKNOWLEDGED', { COMMITTED: { within: '1h' } }, 'COMPLETED'));
    const late = (story: Story): void => {
      walk('ACKNOWLEDGED')(story);
      walk('COMMITTED', 'COMPLETED')(story.later(2 * 3_600_000));
    };
    const verdict = placed(late, { kci: [quick] }).judge();
    expect(verdict.cases[0]?.findings[0]?.result).toEqual({
      outcome: 'failed',
      finding: {
        summary: 'order 5: COMMITTED came too late',
        kind: 'COMMITTED came too late',
        expected: 'COMMITTED within 1 h of the order',
        actual: 'COMMITTED after 2 h',
        fact: { is: 'event-late', event: 'COMMITTED', withinMs: 3_600_000, tookMs: 7_200_020 },
      },
    });
  });

  test('holds an event to what it must say', () => {
    const exact = kci(pattern('ACKNOWLEDGED', 'COMMITTED', { COMPLETED: { match: { status: 'PARTIAL' } } }));
    const verdict = placed(walk(...HAPPY), { kci: [exact] }).judge();
    expect(verdict.cases[0]?.findings[0]?.result).toEqual({
      outcome: 'failed',
      finding: {
        summary: 'order 5: COMPLETED came with another /status than expected',
        kind: 'COMPLETED came with another /status than expected',
        expected: '"PARTIAL"',
        actual: '"COMPLETED"',
        pointer: '/status',
        fact: {
          is: 'event-otherwise',
          event: 'COMPLETED',
          what: '/status',
          expected: '"PARTIAL"',
          actual: '"COMPLETED"',
          pointer: '/status',
        },
      },
    });
  });

  test('fails when an event came that must not, or came twice', () => {
    const strict = kci(readPattern([]).pattern, { never: ['DELAY'], exactlyOnce: ['COMMITTED', 'COMPLETED'] });
    const verdict = placed(walk('ACKNOWLEDGED', 'COMMITTED', 'DELAY', 'RESUMED', 'COMPLETED'), { kci: [strict] });
    expect(findingsOf(verdict.judge())).toEqual(['kci.never failed: order 5: DELAY came, which must not']);
    const twice = placed(walk('ACKNOWLEDGED', 'COMMITTED', 'REAPPOINT', 'COMMITTED'), { kci: [strict] }).judge();
    expect(findingsOf(twice)).toEqual(['kci.once failed: order 5: COMMITTED came more than once']);
  });

  test('is inconclusive when the run ended before its time was over', () => {
    const verdict = placed(walk('ACKNOWLEDGED')).judge();
    expect(verdict.cases[0]).toMatchObject({
      outcome: 'inconclusive',
      reason: 'interrupted',
      detail: 'order 5 was not watched for 20 d',
    });
  });

  test('is inconclusive when our receiver could not be reached and nothing came', () => {
    const story = tell().journey('o', [order(5)], { kci: [owed] });
    story.see({ type: 'receiver-probed', reachable: false, detail: 'connection refused' });
    story
      .start('o')
      .ask('o', 'order', 202)
      .later(21 * DAY_MS);
    expect(outcomesOf(story.end('o').finish().judge())).toEqual(['inconclusive receiver-unreachable']);
  });

  test('is inconclusive when our receiver was lost before its time was over, and failed when that was long over', () => {
    const story = tell().journey('o', [order(5)], { kci: [owed] });
    story.start('o').ask('o', 'order', 202).event(5, 'ACKNOWLEDGED');
    const lost = { type: 'receiver-probed', reachable: false, detail: 'its socket was closed' } as const;
    story.later(DAY_MS).see(lost);
    story.later(21 * DAY_MS);
    expect(outcomesOf(story.end('o').finish().judge())).toEqual(['inconclusive receiver-unreachable']);

    const late = tell().journey('o', [order(5)], { kci: [owed] });
    late.start('o').ask('o', 'order', 202).event(5, 'ACKNOWLEDGED');
    late.later(21 * DAY_MS).see(lost);
    expect(outcomesOf(late.end('o').finish().judge())).toEqual(['failed']);
  });

  test('is not asked of an order that was refused, unless it is silence', () => {
    const silence = kci(readPattern([]).pattern, { noneWithinMs: 5_000 });
    const refused = { ...order(5), expect: { answers: [{ status: '422' }] } };
    const error = { uuid: '6f2d2c1e-1c7b-4c0a-9b53-4a0d1f3b7e01', code: 'INVALID_REQUEST', messages: [] };
    const story = (loud: boolean): Story => {
      const told = tell().journey('o', [refused], { kci: [owed, silence] });
      told.start('o').ask('o', 'order', 422, { body: error });
      return (loud ? told.event(5, 'REJECTED') : told).later(5_000).end('o').finish();
    };
    expect(findingsOf(story(false).judge())).toEqual([]);
    expect(findingsOf(story(true).judge())).toEqual([
      'kci.silence failed: order 5: REJECTED came where silence is expected',
      'kci.refused-request failed: order 5: REJECTED came although the order was refused',
    ]);
  });

  test('may be asked in the middle of a journey, of the named events alone', () => {
    const story = (ended: 'met' | 'expired', ...names: readonly string[]): Story =>
      awaited(ended, names)
        .end('o', { stopped: ended === 'expired' })
        .finish();
    expect(outcomesOf(story('met', 'ACKNOWLEDGED', 'UPDATE', 'COMMITTED').judge())).toEqual(['passed']);
    expect(findingsOf(story('expired', 'ACKNOWLEDGED').judge())).toEqual([
      'kci.sequence failed: order 5: COMMITTED did not come',
    ]);
  });

  test('may be asked in the middle of a journey, before what comes in the same millisecond', () => {
    const told = awaited('met', ['ACKNOWLEDGED', 'COMMITTED']);
    walk('COMMITTED')(told);
    const { plan, record } = told.end('o').finish();
    const endedAt = record.find(({ type }) => type === 'wait-ended')?.at ?? 0;
    const atOnce = record.map((each) => ({ ...each, at: Math.min(each.at, endedAt) }));
    const findings = findingsOf(judge({ ...REAL, plan, record: atOnce }));
    expect(findings.filter((each) => each.startsWith('kci.sequence'))).toEqual([]);
  });

  /** An order in whose journey COMMITTED is awaited, up to the end of that wait. */
  const awaited = (ended: 'met' | 'expired', names: readonly string[]): Story => {
    const step = {
      kind: 'await',
      name: 'await',
      for: '$placed',
      pattern: pattern('COMMITTED'),
      withinMs: DAY_MS,
      span: owed.span,
    } as const;
    const told = tell()
      .journey('o', [order(5), step])
      .start('o')
      .ask('o', 'order', 202);
    walk(...names)(told);
    return told.see({ type: 'wait-ended', journey: 'o', wait: 'await', startedAt: NOON, ended });
  };
});

describe("what the environment may have done is not the gateway's", () => {
  const HARBOUR = 'harbour-telecom';
  const ofTenant = (tenant: string, id: number): ReturnType<typeof Order> => {
    const { request, ...step } = order(id, { tenant });
    return { ...step, request: { ...request, body: { ...(request.body as JsonObject), tenant } } };
  };
  const run = (events: (story: Story) => void): Story => {
    const story = tell()
      .journey('a', [order(5)], { kci: [owed] })
      .journey('b', [order(6)], { kci: [owed] })
      .journey('c', [ofTenant(HARBOUR, 7)], { kci: [owed] });
    for (const id of ['a', 'b', 'c']) story.start(id).ask(id, 'order', 202);
    events(story);
    story.later(21 * DAY_MS);
    for (const id of ['a', 'b', 'c']) story.end(id);
    return story.finish();
  };
  const happy = (story: Story, id: number): void => {
    for (const name of HAPPY) story.event(id, name);
  };

  test('no delivery in the whole run is inconclusive, in all that rests on it', () => {
    const verdict = run(() => {}).judge();
    expect(findingsOf(verdict)).toEqual([]);
    expect(outcomesOf(verdict)).toEqual(Array(3).fill('inconclusive nothing-delivered'));
    expect(verdict.cases[0]?.detail).toBe(
      'no event came to our receiver in the whole run, in which 3 orders were accepted',
    );
    expect(verdict.outcome).toBe('inconclusive');
    expect(rowsWith(verdict, 'inconclusive')).toEqual(expect.arrayContaining(['GEN-10', 'EVT-01', 'KCI-03']));
    expect(rowsWith(verdict, 'met')).not.toContain('EVT-02');
  });

  test('so is none for one tenant, while others have theirs', () => {
    const verdict = run((story) => {
      happy(story, 5);
      happy(story, 6);
    }).judge();
    expect(findingsOf(verdict)).toEqual([]);
    expect(outcomesOf(verdict)).toEqual(['passed', 'passed', 'inconclusive nothing-delivered']);
    expect(verdict.cases[2]?.detail).toBe(
      'no event came for the tenant harbour-telecom in the whole run, in which 1 of its orders was accepted; for others some did',
    );
  });

  test("none for one order is the gateway's, where its tenant has others", () => {
    const verdict = run((story) => {
      happy(story, 5);
      happy(story, 7);
    }).judge();
    expect(outcomesOf(verdict)).toEqual(['passed', 'failed', 'passed']);
    expect(findingsOf(verdict)).toContain('kci.path failed: order 6: no event came to the webhook');
  });

  test('what came without its proof came', () => {
    const verdict = run((story) => {
      story.deliver(told(5, 'ACKNOWLEDGED').text, { unproven: 'no signature' });
    }).judge();
    expect(outcomesOf(verdict)).toEqual(['failed', 'failed', 'inconclusive nothing-delivered']);
  });

  test('so did what came to another address where Assay itself told the right one; people may have told that one', () => {
    const story = run((each) => {
      each.deliver(told(5, 'ACKNOWLEDGED').text, { expectedPath: false });
    });
    const webhook = { ...REAL.target.webhook, registration: { method: 'PUT', url: 'https://acme/hook', body: {} } };
    const toldByUs = { ...REAL, target: { ...REAL.target, webhook } };
    const verdict = story.judge();
    expect(outcomesOf(judge({ ...toldByUs, plan: story.plan, record: story.record }))).toEqual([
      'failed',
      'failed',
      // Of this tenant's webhook Assay told the target as well, and it reaches us.
      'failed',
    ]);
    expect(outcomesOf(verdict)).toEqual(Array(3).fill('inconclusive nothing-delivered'));
    expect(verdict.cases[0]?.detail).toContain('; 1 call came to another address of it');
    expect(findingsOf(verdict)).toContain('kci.path observed: a request came to another address of the receiver');
  });

  test('what a stranger sends elsewhere does not, and is told', () => {
    const verdict = run((story) => {
      story.deliver('GET me', { expectedPath: false });
    }).judge();
    expect(outcomesOf(verdict)).toEqual(Array(3).fill('inconclusive nothing-delivered'));
    expect(verdict.cases[0]?.detail).toContain('; 1 call came to another address of it');
  });

  test("where no network lies between, silence is the gateway's", () => {
    const story = run(() => {});
    const [started, ...rest] = story.record;
    const record = [{ ...started, baseUrl: IN_PROCESS_URL } as Observation, ...rest];
    expect(outcomesOf(judge({ ...REAL, plan: story.plan, record }))).toEqual(Array(3).fill('failed'));
  });
});

describe('a deadline of the target that ends before the profile does', () => {
  const capped = (kciMs: number) => ({ target: { ...REAL.target, deadlines: { ...REAL.target.deadlines, kciMs } } });
  const acknowledged =
    (laterMs: number) =>
    (story: Story): void => {
      walk('ACKNOWLEDGED')(story);
      story.later(laterMs);
    };
  const within = (hours: number) => kci(pattern(...HAPPY), { withinMs: hours * 3_600_000 });

  test('makes what had not come by then inconclusive, naming both', () => {
    const verdict = placed(acknowledged(20_000), { kci: [within(720)] }).judge(capped(10_000));
    expect(findingsOf(verdict)).toEqual([]);
    expect(outcomesOf(verdict)).toEqual(['inconclusive wait-too-long']);
    expect(verdict.cases[0]?.detail).toBe(
      'order 5: COMMITTED had not come when "deadlines: kci" (10 s) of the target file ended the wait; the KCI profile supplier allows 20 d',
    );
  });

  test('and what the scenario allows, where that is less', () => {
    expect(placed(acknowledged(20_000), { kci: [within(1)] }).judge(capped(10_000)).cases[0]?.detail).toContain(
      'the scenario allows 1 h',
    );
  });

  test('excuses nothing that the profile or the scenario had no more time for', () => {
    const long = acknowledged(2 * 3_600_000);
    expect(outcomesOf(placed(long, { kci: [within(1)] }).judge(capped(10_000)))).toEqual(['failed']);
    const never = (story: Story): void =>
      void story
        .journey('p', [order(6)])
        .start('p')
        .ask('p', 'order', 202)
        .event(6, 'ACKNOWLEDGED')
        .later(70_000);
    expect(findingsOf(placed(never).judge(capped(10_000)))).toContain(
      'kci.sequence failed: order 5: ACKNOWLEDGED did not come',
    );
  });

  test('nor what came wrong before it', () => {
    const verdict = placed(walk('ACKNOWLEDGED', 'COMPLETED')).judge(capped(10_000));
    expect(outcomesOf(verdict)).toEqual(['failed']);
  });

  test('holds for what a journey waits for on its way', () => {
    const step = { kind: 'await', name: 'await', for: '$placed', withinMs: DAY_MS, span: owed.span } as const;
    const story = tell().journey('o', [order(5), { ...step, pattern: pattern('COMMITTED') }]);
    story.start('o').ask('o', 'order', 202).event(5, 'ACKNOWLEDGED').later(10_000);
    story.see({ type: 'wait-ended', journey: 'o', wait: 'await', startedAt: NOON, ended: 'expired' });
    expect(outcomesOf(story.end('o', { stopped: true }).finish().judge(capped(10_000)))).toEqual([
      'inconclusive wait-too-long',
    ]);
  });
});

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

describe('a target that does not follow its steering', () => {
  const steered = (outcome: string): ReturnType<typeof Order> => ({ ...order(5), steer: { outcome } });
  const run = (...names: readonly string[]): Story => {
    const story = tell().journey('o', [steered('ORDER_REJECTED')], { kci: [kci(pattern('REJECTED'))] });
    walk(...names)(story.start('o').ask('o', 'order', 202));
    return story.end('o').finish();
  };

  test('and takes the usual course makes the case inconclusive', () => {
    expect(outcomesOf(run(...HAPPY).judge())).toEqual(['inconclusive steering-ignored']);
  });

  test('and comes to the usual end after a setback does so too', () => {
    const story = run('ACKNOWLEDGED', 'DELAY', 'COMMITTED', 'COMPLETED');

    expect(outcomesOf(story.judge())).toEqual(['inconclusive steering-ignored']);
  });

  test('and names another problem than it was asked for makes the case inconclusive', () => {
    const asked = { ...order(5), steer: { outcome: 'ORDER_DELAYED', problemCode: 'FAULT_AT_NODE' } };
    const named = (problemCode: string, target: Partial<Target['steering']> = {}) => {
      const story = tell().journey('o', [asked], { kci: [kci(pattern('ACKNOWLEDGED', 'DELAY'))] });
      story.start('o').ask('o', 'order', 202).event(5, 'ACKNOWLEDGED').event(5, 'DELAY', { problemCode });
      const steering = { ...REAL.target.steering, ...target };
      return outcomesOf(
        story
          .end('o')
          .finish()
          .judge({ target: { ...REAL.target, steering } }),
      );
    };
    expect(named('NETWORK_ISSUE')).toEqual(['inconclusive steering-ignored']);
    expect(named('FAULT_AT_NODE')).toEqual(['passed']);
    const body = { uuid: '6f2d2c1e-1c7b-4c0a-9b53-4a0d1f3b7e01', code: 'MALFORMED_REQUEST', messages: ['which?'] };
    const refused = tell().journey('o', [asked]).start('o').ask('o', 'order', 400, { body }).end('o').finish();
    expect(outcomesOf(refused.judge())).toEqual(['inconclusive steering-ignored']);
    expect(named('node-broken', { values: { FAULT_AT_NODE: 'node-broken' } })).toEqual(['passed']);
  });

  test('and takes neither course fails', () => {
    expect(outcomesOf(run('ACKNOWLEDGED', 'COMMITTED', 'TERMINATED').judge())).toEqual(['failed']);
  });
});

describe('amendments and cancellations', () => {
  const amend = call('amend', { body: { id: 60, orderId: 5, notes: 'ring' } });
  const cancel = call('cancel', { body: { id: 70, orderId: 5, reasonCode: 'OTHER' } });
  const changed = (
    step: typeof amend,
    status: number,
    before: readonly string[],
    after: (story: Story) => void,
  ): Story => {
    const story = tell()
      .journey('o', [order(5), step])
      .start('o')
      .ask('o', 'order', 202);
    walk(...before)(story);
    story.ask('o', step.name, status);
    after(story);
    return story.end('o').finish();
  };

  test.each<[title: string, story: Story]>([
    [
      'an accepted amendment is answered anywhere in the stream',
      changed(amend, 202, ['ACKNOWLEDGED'], (story) => {
        story.event(5, 'COMMITTED').event(5, 'AMENDED', { amendmentId: 60 }).event(5, 'COMPLETED');
      }),
    ],
    [
      'or rejected, even after the final event',
      changed(amend, 202, HAPPY, (story) => story.event(5, 'AMENDMENT_REJECTED', { amendmentId: 60 })),
    ],
    [
      'an accepted cancellation ends the order anywhere',
      changed(cancel, 202, ['ACKNOWLEDGED', 'COMMITTED', 'DELAY'], (story) =>
        story.event(5, 'CANCELLED', { cancellationId: 70 }),
      ),
    ],
    ['and one that crossed the completion may be left without an answer', changed(cancel, 202, HAPPY, () => {})],
  ])('%s', (_, story) => {
    expect(findingsOf(story.judge())).toEqual([]);
  });

  test('of one kind are answered each by its own id', () => {
    const again = { ...call('amend', { body: { id: 61, orderId: 5, hazards: 'dog' } }), name: 'amend-2' };
    const answered = (...ids: readonly (readonly [name: string, amendmentId: number | string])[]) => {
      const story = tell()
        .journey('o', [order(5), amend, again])
        .start('o')
        .ask('o', 'order', 202);
      story.event(5, 'ACKNOWLEDGED').ask('o', 'amend', 202).ask('o', 'amend-2', 202);
      for (const [name, amendmentId] of ids) story.event(5, name, { amendmentId });
      return findingsOf(story.end('o').finish().judge());
    };
    const other = ['kci.carries failed: order 5: AMENDED answers another amendment'];

    expect(answered(['AMENDED', 61], ['AMENDED', 60])).toEqual([]);
    expect(answered(['AMENDED', 60])).toEqual([]);
    expect(answered(['AMENDED', 60], ['AMENDED', 60])).toEqual(other);
    expect(answered(['AMENDMENT_REJECTED', 60], ['AMENDED', 60])).toEqual(other);
    // A reference of the gateway's own, for two requests of the same id.
    expect(answered(['AMENDED', 'AM-60'], ['AMENDED', 'AM-60'])).toEqual([]);
  });

  test('are answered by an id that is a text where its place is one', () => {
    const read = { ...REAL.profile.read, amendmentId: '$.serviceOrderAmendmentId' };
    const answered = (id: string, profile: KciProfile) =>
      findingsOf(
        changed(amend, 202, ['ACKNOWLEDGED'], (story) =>
          story.event(5, 'AMENDED', { change: (body) => ({ ...body, serviceOrderAmendmentId: id }) }),
        ).judge({ profile }),
      );
    expect(answered('0060', { ...REAL.profile, read })).toEqual([]);
    expect(answered('61', { ...REAL.profile, read })).toEqual([
      'kci.carries failed: order 5: AMENDED answers another amendment',
    ]);
    expect(answered('61', REAL.profile)).toEqual([]);
  });

  describe('in a conversation of their own', () => {
    const { request } = amend;
    const headers = { ...request.headers, 'X-Conversation-ID': 'conversation-2' };
    const answered = (of: 'order' | 'cause', ...told: readonly (readonly [name: string, conversation: string])[]) => {
      const story = changed({ ...amend, request: { ...request, headers } }, 202, ['ACKNOWLEDGED'], (after) => {
        for (const [name, conversation] of told) {
          const asks = name === 'AMENDED' ? { amendmentId: 60 } : {};
          after.event(5, name, { ...asks, request: { id: 'r', conversation } });
        }
      });
      return findingsOf(story.judge(withDelivery({ repeatsConversation: of })));
    };
    const other = ['kci.conversation failed: order 5: an event is of another conversation'];

    test('have answers that repeat it, and no other event does, where events repeat that of their cause', () => {
      expect(answered('cause', ['AMENDED', 'conversation-2'], ['COMMITTED', 'conversation-1'])).toEqual([]);
      expect(answered('cause', ['AMENDED', 'conversation-1'])).toEqual(other);
      expect(answered('cause', ['COMMITTED', 'conversation-2'])).toEqual(other);
    });

    test("have answers that repeat the order's, where all events do", () => {
      expect(answered('order', ['AMENDED', 'conversation-1'], ['COMMITTED', 'conversation-1'])).toEqual([]);
      expect(answered('order', ['AMENDED', 'conversation-2'])).toEqual(other);
    });
  });

  test('an answer may name its request in one place, whether it was an amendment or a cancellation', () => {
    const { amendmentId = '' } = REAL.profile.read;
    const profile = { ...REAL.profile, read: { ...REAL.profile.read, cancellationId: amendmentId } };
    const answered = (id: number) =>
      changed(amend, 202, ['ACKNOWLEDGED'], (story) => story.event(5, 'AMENDED', { amendmentId: id }));

    expect(findingsOf(answered(60).judge({ profile }))).toEqual([]);
    expect(findingsOf(answered(61).judge({ profile }))).toEqual([
      'kci.carries failed: order 5: AMENDED answers another request',
    ]);
  });

  test('a refusal of an amendment proves nothing once the order is over', () => {
    const refused = (before: readonly string[]) =>
      findingsOf(changed(amend, 422, before, () => {}).judge()).filter((each) => each.startsWith('http.status'));

    expect(refused(HAPPY)).toEqual([]);
    expect(refused(['ACKNOWLEDGED'])).toEqual(['http.status failed: amend answered 422 where 202 is expected']);
  });

  test.each<[title: string, story: Story, findings: readonly string[]]>([
    [
      'an answer to an amendment that nobody asked for',
      placed((story) => walk('ACKNOWLEDGED')(story) ?? story.event(5, 'AMENDED', { amendmentId: 60 }), {}),
      [
        'kci.lifecycle failed: order 5: AMENDED came after ACKNOWLEDGED',
        'kci.carries failed: order 5: AMENDED answers another amendment',
      ],
    ],
    [
      'an answer to another amendment',
      changed(amend, 202, ['ACKNOWLEDGED'], (story) => story.event(5, 'AMENDED', { amendmentId: 61 })),
      ['kci.carries failed: order 5: AMENDED answers another amendment'],
    ],
    [
      'an accepted amendment that changed nothing',
      changed(amend, 202, ['ACKNOWLEDGED'], (story) =>
        story.event(5, 'AMENDED', {
          amendmentId: 60,
          order: { id: 5, tenant: TENANT, supplierOrderReference: 'REF-5', notes: 'as ever' },
        }),
      ),
      ['kci.entity failed: order 5: AMENDED shows notes as it was before'],
    ],
    [
      'an answer that names no request',
      changed(cancel, 202, ['ACKNOWLEDGED'], (story) => story.event(5, 'CANCELLED')),
      ['kci.carries failed: order 5: CANCELLED came without cancellation-id'],
    ],
    [
      'events that go on after the cancellation',
      changed(cancel, 202, ['ACKNOWLEDGED'], (story) =>
        story.event(5, 'CANCELLED', { cancellationId: 70 }).event(5, 'COMMITTED'),
      ),
      [
        'kci.lifecycle failed: order 5: COMMITTED came after ACKNOWLEDGED, CANCELLED',
        'kci.terminal failed: order 5: COMMITTED came after CANCELLED',
      ],
    ],
    [
      'a cancellation after the completion',
      changed(cancel, 202, HAPPY, (story) => story.event(5, 'CANCELLED', { cancellationId: 70 })),
      ['kci.terminal failed: order 5: CANCELLED came after COMPLETED'],
    ],
  ])('%s fails', (_, story, findings) => {
    expect(findingsOf(story.judge()).toSorted()).toEqual([...findings].toSorted());
  });
});

describe('a delivery', () => {
  const one = (change: (body: JsonObject) => JsonObject, options = {}) =>
    placed((story) => story.event(5, 'ACKNOWLEDGED', { change, ...options }), {});
  const inOrder = (edit: JsonObject) => (body: JsonObject) => ({
    ...body,
    provideServiceOrder: { ...(body.provideServiceOrder as JsonObject), ...edit },
  });

  test.each<[title: string, story: Story, findings: readonly string[]]>([
    [
      'that is not JSON',
      placed((story) => story.deliver('<xml/>'), {}),
      [
        expect.stringMatching(
          /^kci.readable failed: a delivery cannot be read: the body is not JSON: /,
        ) as unknown as string,
      ],
    ],
    [
      'that names no order',
      placed((story) => story.deliver('{}'), {}),
      ['kci.readable failed: a delivery names no order'],
    ],
    [
      'of another content type',
      placed(
        (story) =>
          story.deliver(told(5, 'ACKNOWLEDGED').text, {
            headers: [
              ['Content-Type', 'text/plain'],
              ['X-Request-ID', 'x'],
            ],
          }),
        {},
      ),
      ['kci.readable failed: order 5: a delivery has another content type than the profile says'],
    ],
    [
      'without what every delivery has',
      one((body) => ({ ...body, id: 'no uuid' })),
      ['kci.envelope failed: order 5: a delivery has another $.id than the profile says'],
    ],
    [
      'of an event that nobody knows',
      one((body) => ({ ...body, reasonCode: 'SURPRISE' })),
      ['kci.known-event failed: order 5: SURPRISE is no event of the profile'],
    ],
    [
      'of another tenant',
      one(inOrder({ tenant: 'harbour-telecom' })),
      ['kci.tenant failed: order 5: an event names another tenant'],
    ],
    [
      'of another conversation',
      one((body) => body, { request: { id: 'r', conversation: 'other' } }),
      ['kci.conversation failed: order 5: an event is of another conversation'],
    ],
    [
      'with null for the status that goes with its event',
      one(inOrder({ status: null })),
      ['kci.readable failed: order 5: the status of an event cannot be read'],
    ],
    [
      'with null for its tenant',
      one(inOrder({ tenant: null })),
      [
        'kci.readable failed: order 5: the tenant of an event cannot be read',
        'kci.entity failed: order 5: the order in an event has null where a value is stated',
      ],
    ],
    [
      'with null for a reference that was told before',
      placed(
        (story) =>
          story.event(5, 'ACKNOWLEDGED').event(5, 'UPDATE', { change: inOrder({ supplierOrderReference: null }) }),
        {},
      ),
      ['kci.readable failed: order 5: the supplier-reference of an event cannot be read'],
    ],
    [
      'with null for a date that was told before',
      placed((story) => {
        walk('ACKNOWLEDGED', 'COMMITTED')(story);
        story.event(5, 'COMPLETED', { change: inOrder({ targetDate: null }) });
      }, {}),
      ['kci.readable failed: order 5: the dates.target of an event cannot be read'],
    ],
    [
      'with an empty date where one was told before',
      placed((story) => {
        walk('ACKNOWLEDGED', 'COMMITTED')(story);
        story.event(5, 'COMPLETED', { change: inOrder({ targetDate: '' }) });
      }, {}),
      ['kci.readable failed: order 5: the dates.target of an event cannot be read'],
    ],
    [
      'with blanks where a text is expected',
      placed((story) => story.event(5, 'REJECTED', { change: (body) => ({ ...body, text: ' ' }) }), {}),
      ['kci.carries failed: order 5: REJECTED came without text'],
    ],
    [
      'without what its event carries',
      one(inOrder({ supplierOrderReference: '' })),
      ['kci.carries failed: order 5: ACKNOWLEDGED came without supplier-reference'],
    ],
    [
      'with another address than was ordered',
      one(inOrder({ address: { ...SITE, id: '7' } })),
      ['kci.entity failed: order 5: the order in an event has another address'],
    ],
    [
      'with another status than goes with its event',
      one(inOrder({ status: 'COMPLETED' })),
      ['kci.entity failed: order 5: ACKNOWLEDGED came with another order status'],
    ],
    [
      'of another kind of order',
      one(({ provideServiceOrder = null, ...body }) => ({ ...body, ceaseServiceOrder: provideServiceOrder })),
      [
        'kci.entity failed: order 5: an event holds another kind of order at $.provideServiceOrder',
        'kci.entity failed: order 5: an event holds another kind of order at $.ceaseServiceOrder',
      ],
    ],
    [
      'that comes long after the acceptance',
      placed((story) => story.later(61_000).event(5, 'ACKNOWLEDGED'), {}),
      ['kci.timing failed: order 5: the first event came late'],
    ],
    [
      'of an order that was never placed',
      placed((story) => story.event(5, 'ACKNOWLEDGED').event(999, 'ACKNOWLEDGED'), {}),
      ['kci.unexpected failed: ACKNOWLEDGED came for the order 999, which was never placed'],
    ],
    [
      'of an order of ours at another address of the receiver',
      placed(
        (story) => story.event(5, 'ACKNOWLEDGED').deliver(told(5, 'ACKNOWLEDGED').text, { expectedPath: false }),
        {},
      ),
      ['kci.path failed: order 5: an event came to another address'],
    ],
    [
      'of anybody else at another address, which is nobody’s fault',
      placed((story) => story.event(5, 'ACKNOWLEDGED').deliver('hello', { expectedPath: false }), {}),
      ['kci.path observed: a request came to another address of the receiver'],
    ],
  ])('%s is found', (_, story, findings) => {
    expect(findingsOf(story.judge())).toEqual(findings);
  });

  test('before the acceptance is right within the profile’s tolerance, and a finding beyond it', () => {
    const ahead = (ms: number): Story => {
      const story = tell()
        .journey('o', [order(5)])
        .start('o');
      const { text, headers } = told(5, 'ACKNOWLEDGED');
      return story.deliver(text, { headers }).later(ms).ask('o', 'order', 202).end('o').finish();
    };
    expect(findingsOf(ahead(4_000).judge())).toEqual([]);
    expect(findingsOf(ahead(6_000).judge())).toEqual([
      'kci.ahead failed: order 5: ACKNOWLEDGED came before the order was accepted',
    ]);
  });

  test('of an unknown order is only observed where the receiver’s address outlives the run', () => {
    const target = { ...REAL.target, webhook: { ...REAL.target.webhook, pathSecret: 'forever' } };
    const story = placed((each) => each.event(5, 'ACKNOWLEDGED').event(999, 'COMPLETED'), {});
    expect(findingsOf(story.judge({ target }))).toEqual([
      'kci.unexpected observed: COMPLETED came for the order 999, which this run did not place',
    ]);
    expect(rowsWith(story.judge(), 'breached')).toEqual(['KCI-24']);
  });
});

describe('numbers and repeats', () => {
  const apart = (ms: number, ...sequence: readonly number[]): Story =>
    placed((story) => {
      for (const [i, name] of HAPPY.entries()) story.later(ms).event(5, name, { sequence: sequence[i] ?? 0 });
    }, {});
  const numbered = (...sequence: readonly number[]): Story => apart(0, ...sequence);

  test('two events with one number fail', () => {
    expect(findingsOf(numbered(1, 2, 2).judge())).toEqual([
      'kci.sequence-number failed: order 5: two events have the number 2',
    ]);
  });

  test('numbers that run against the times of issue fail, unless clocks may differ by that', () => {
    const wrong = 'kci.sequence-number failed: order 5: number 3 was issued before number 2';
    expect(findingsOf(apart(1_100, 1, 3, 2).judge())).toContain(wrong);
    expect(findingsOf(apart(900, 1, 3, 2).judge())).not.toContain(wrong);
  });

  test('a gap fails only where the profile says so', () => {
    expect(findingsOf(numbered(1, 2, 5).judge())).toEqual([]);
    expect(
      findingsOf(
        numbered(1, 2, 5)
          .later(61_000)
          .finish()
          .judge(withDelivery({ sequence: 'gapless' })),
      ),
    ).toEqual(['kci.sequence-number failed: order 5: a number is missing']);
  });

  test('a gap is one when the time is over in which what is missing may have been overtaken', () => {
    const { profile } = withDelivery({ sequence: 'gapless', sequenceFrom: 1 });
    const missing = 'kci.sequence-number failed: order 5: a number is missing';
    const judged = (afterMs: number): string[] =>
      findingsOf(
        tell()
          .journey('o', [order(5)])
          .start('o')
          .ask('o', 'order', 202)
          .event(5, 'ACKNOWLEDGED', { sequence: 2 })
          .later(afterMs)
          .end('o')
          .see({ type: 'restore-began', journey: 'o', orders: ['5'] })
          .later(DAY_MS)
          .finish()
          .judge({ profile }),
      );
    expect(judged(0)).toEqual([]);
    expect(judged(59_000)).toEqual([]);
    expect(judged(61_000)).toEqual([missing]);
  });

  test('what was overtaken by an event of its case, and came when that was over, is missing neither in number nor in course', () => {
    const late = (name: string) => {
      const { text, headers } = told(5, name);
      return tell()
        .journey('o', [order(5)])
        .start('o')
        .ask('o', 'order', 202)
        .deliver(told(5, 'COMMITTED').text, told(5, 'COMMITTED'))
        .later(name === 'ACKNOWLEDGED' ? 0 : 61_000)
        .end('o')
        .see({ type: 'restore-began', journey: 'o', orders: ['5'] })
        .deliver(text, { headers })
        .later(DAY_MS)
        .finish();
    };
    const { profile } = withDelivery({ sequence: 'gapless', sequenceFrom: 1 });
    expect(findingsOf(late('ACKNOWLEDGED').judge({ profile }))).toEqual([]);
    for (const name of ['COMMITTED', 'COMPLETED'])
      expect(findingsOf(late(name).judge({ profile }))).toEqual([
        'kci.lifecycle failed: order 5: COMMITTED came without ACKNOWLEDGED before it',
        'kci.sequence-number failed: order 5: a number is missing',
      ]);
  });

  test('what comes of an order that had ended is its own, also when its address was being given back', () => {
    const judged = (last: string): string[] =>
      findingsOf(
        tell()
          .journey('o', [order(5)])
          .start('o')
          .ask('o', 'order', 202)
          .event(5, 'ACKNOWLEDGED')
          .event(5, 'COMMITTED')
          .event(5, last)
          .end('o')
          .see({ type: 'restore-began', journey: 'o', orders: ['5'] })
          .event(5, 'COMPLETED')
          .finish()
          .judge({}),
      );
    expect(judged('DELAY')).toEqual([]);
    expect(judged('COMPLETED')).toContain('kci.terminal failed: order 5: COMPLETED came after COMPLETED');
  });

  test('an order that ended while its address was being given back may answer that it is not cancelled any more', () => {
    const answered = (event: string) =>
      findingsOf(
        tell()
          .journey('o', [order(5)])
          .start('o')
          .ask('o', 'order', 202)
          .event(5, 'ACKNOWLEDGED')
          .event(5, 'COMMITTED')
          .end('o')
          .see({ type: 'restore-began', journey: 'o', orders: ['5'] })
          .event(5, 'COMPLETED', { issuedAt: NOON })
          .event(5, event)
          .finish()
          .judge({}),
      );
    expect(answered('CANCELLATION_REJECTED')).toEqual([]);
    expect(answered('DELAY')).toContain('kci.terminal failed: order 5: DELAY came after COMPLETED');
  });

  test('numbers are not looked at where the profile has none', () => {
    expect(findingsOf(numbered(2, 2, 2).judge(withDelivery({ sequence: 'none', orderBy: 'arrival' })))).toEqual([]);
  });

  test('an event that came long after a later one is observed, and fails where three orders met with it', () => {
    const overtaken = (count: number, answered = 204): string[] => {
      const story = tell();
      for (const id of Array.from({ length: count }, (_, i) => 5 + i)) {
        const [first, second] = ['ACKNOWLEDGED', 'COMMITTED'].map((name) => told(id, name));
        story.journey(`o${id}`, [order(id, { receiver: { refuse: 1, with: 503 } })]).start(`o${id}`);
        story.ask(`o${id}`, 'order', 202).deliver(second?.text ?? '', second);
        if (answered !== 204) story.deliver(first?.text ?? '', { ...first, answered });
        story.later(61_000).deliver(first?.text ?? '', first);
      }
      return findingsOf(story.finish().judge()).filter((each) => each.startsWith('kci.timing'));
    };
    const found = (id: number, how: string): string =>
      `kci.timing ${how}: order ${id}: ACKNOWLEDGED was overtaken by COMMITTED, which follows it`;
    expect(overtaken(2)).toEqual([found(5, 'observed'), found(6, 'observed')]);
    expect(overtaken(3)).toEqual([found(5, 'failed'), found(6, 'failed'), found(7, 'failed')]);
    expect(overtaken(3, 503)).toEqual([]);
  });

  test('the same delivery with another content fails', () => {
    const story = placed((each) => {
      const { text, headers } = told(5, 'ACKNOWLEDGED');
      each.deliver(text, { headers }).deliver(text.replace('"as told"', '"otherwise"'), { headers });
    }, {});
    expect(findingsOf(story.judge())).toEqual([
      'kci.duplicate failed: order 5: the delivery id of ACKNOWLEDGED came again with another content',
    ]);
  });

  test('a repeat fails where the profile says there are none', () => {
    const story = placed((each) => each.event(5, 'ACKNOWLEDGED', { repeat: 2 }), {});
    expect(findingsOf(story.judge(withDelivery({ duplicates: 'never' })))).toEqual([
      'kci.duplicate failed: order 5: the delivery id of ACKNOWLEDGED came again',
    ]);
  });

  test('a gateway without delivery ids repeats what it said, where its profile allows that', () => {
    const { read } = REAL.profile;
    const { deliveryId: _, ...withoutId } = read;
    const nameless = (duplicates: 'same-content' | 'never') => ({
      profile: { ...withDelivery({ duplicates }).profile, read: withoutId },
    });
    const story = placed((each) => each.event(5, 'ACKNOWLEDGED', { repeat: 2 }), {});
    expect(findingsOf(story.judge(nameless('same-content')))).toEqual([]);
    expect(findingsOf(story.judge(nameless('never')))).toEqual([
      'kci.duplicate failed: order 5: ACKNOWLEDGED came again',
    ]);
  });

  test('the reference of an order stays the same for life', () => {
    const story = placed((each) => {
      each.event(5, 'ACKNOWLEDGED').event(5, 'COMMITTED', {
        order: {
          id: 5,
          tenant: TENANT,
          supplierOrderReference: 'OTHER',
          committedDate: '2026-12-20',
          targetDate: '2026-12-20',
        },
      });
    }, {});
    expect(findingsOf(story.judge())).toEqual(['kci.entity failed: order 5: the reference of the order changed']);
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

test('an end that the network told of before anybody asked for it answers no cancellation', () => {
  const cancel = call('cancel', { body: { id: 70, orderId: 5, reasonCode: 'OTHER' } });
  const story = tell()
    .journey('o', [order(5), cancel])
    .start('o')
    .ask('o', 'order', 202);
  story.event(5, 'ACKNOWLEDGED').event(5, 'CANCELLED').ask('o', 'cancel', 202);
  story.event(5, 'CANCELLATION_REJECTED', { cancellationId: 70 }).end('o').finish();
  expect(findingsOf(story.judge()).filter((each) => each.startsWith('kci.carries'))).toEqual([]);
  // Nor does one that was refused get an answer, whatever comes again.
  const refused = tell()
    .journey('o', [order(5), cancel])
    .start('o')
    .ask('o', 'order', 202)
    .event(5, 'ACKNOWLEDGED');
  refused.ask('o', 'cancel', 422, { text: 'no' }).event(5, 'CANCELLED', { repeat: 2 }).end('o').finish();
  expect(findingsOf(refused.judge()).filter((each) => each.startsWith('kci.carries'))).toEqual([]);
});

test('an event may turn down what was asked of an order that nobody placed, but for what was refused', () => {
  const told = (status: number, name = 'AMENDMENT_REJECTED'): readonly string[] => {
    const amend = call('amend', { body: { id: 60, orderId: 999, notes: 'ring' } });
    const story = tell().journey('o', [amend]).start('o').ask('o', 'amend', status).event(999, name);
    return findingsOf(story.end('o').finish().judge()).filter((each) => each.startsWith('kci.unexpected'));
  };
  const never = (name: string) => [`kci.unexpected failed: ${name} came for the order 999, which was never placed`];
  expect(told(202)).toEqual([]);
  expect(told(422)).toEqual(never('AMENDMENT_REJECTED'));
  expect(told(202, 'AMENDED')).toEqual(never('AMENDED'));
});

test("what turns down another tenant's request is told to that one, and is nothing of the order's", () => {
  const told = (name: string): readonly string[] => {
    const amend = call('amend', { tenant: 'harbour-telecom', body: { id: 60, orderId: 5, notes: 'ring' } });
    const story = tell()
      .journey('o', [order(5), amend])
      .start('o')
      .ask('o', 'order', 202)
      .ask('o', 'amend', 202);
    const change = ({ provideServiceOrder, ...body }: JsonObject): JsonObject => ({
      ...body,
      provideServiceOrder: { ...(provideServiceOrder as JsonObject), tenant: 'harbour-telecom' },
    });
    story.event(5, name, { change }).event(5, 'ACKNOWLEDGED').event(5, 'COMMITTED').event(5, 'COMPLETED');
    return findingsOf(story.end('o').finish().judge()).filter((each) => each.startsWith('kci.tenant'));
  };
  expect(told('AMENDMENT_REJECTED')).toEqual([]);
  expect(told('AMENDED')).toEqual(['kci.tenant failed: order 5: an event names another tenant']);
});

test('an order in the name of another is told as of the one or the other', () => {
  const told = (tenant: string): readonly string[] => {
    const { request } = order(5);
    const body = { ...(request.body as JsonObject), tenant: 'harbour-telecom' };
    const story = tell()
      .journey('o', [order(5, { body })])
      .start('o')
      .ask('o', 'order', 202);
    const change = ({ provideServiceOrder, ...rest }: JsonObject): JsonObject => ({
      ...rest,
      provideServiceOrder: { ...(provideServiceOrder as JsonObject), tenant },
    });
    const verdict = story.event(5, 'ACKNOWLEDGED', { change }).end('o').finish().judge();
    return findingsOf(verdict).filter((each) => each.startsWith('kci.tenant'));
  };
  for (const tenant of ['harbour-telecom', 'northwind-broadband']) expect(told(tenant)).toEqual([]);
  expect(told('meadow-fibre')).toEqual(['kci.tenant failed: order 5: an event names another tenant']);
});
