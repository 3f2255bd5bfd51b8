import { describe, expect, test } from 'vitest';
import { readPattern } from '../../kci/pattern.ts';
import type { Target } from '../../model.ts';
import { DAY_MS, HAPPY, owed, pattern, placed, walk, withDelivery } from '../../testing/placed-order.ts';
import {
  call,
  findingsOf,
  kci,
  NOON,
  type order as Order,
  order,
  outcomesOf,
  REAL,
  type Story,
  tell,
} from '../../testing/record-builder.ts';
import { judge } from '../judge.ts';

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
        // Nobody waits for the other one, which did not go on in time.
        'kci.timing failed: order 6: nothing came after ACKNOWLEDGED, though the order had not ended',
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
    expect(findingsOf(verdict.judge())).toEqual(['kci.never failed: order 5: DELAY came, which must not come']);
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

  test('may be asked of an answer only if its request was accepted', () => {
    const amend = call('amend', { body: { id: 9, orderId: 5 }, expect: { answers: [] } });
    const answers = { ...waiting, pattern: pattern('AMENDED'), ifAccepted: ['amend'] };
    const story = (status: number): Story => {
      const told = tell()
        .journey('o', [order(5), amend, answers])
        .start('o')
        .ask('o', 'order', 202);
      walk('ACKNOWLEDGED')(told);
      return told
        .ask('o', 'amend', status, status === 202 ? {} : { text: '{"code":"INVALID_REQUEST"}' })
        .see({ type: 'wait-ended', journey: 'o', wait: 'await', startedAt: NOON, ended: 'expired' })
        .end('o', { stopped: true })
        .finish();
    };
    const sequence = (status: number) => findingsOf(story(status).judge()).filter((each) => /^kci.sequence/.test(each));
    expect(sequence(202)).toEqual(['kci.sequence failed: order 5: nothing came after the amendment that was accepted']);
    expect(sequence(422)).toEqual([]);
  });

  const waiting = {
    kind: 'await',
    name: 'await',
    for: '$placed',
    pattern: pattern('COMMITTED'),
    withinMs: DAY_MS,
    span: owed.span,
  } as const;

  /** An order in whose journey COMMITTED is awaited, up to the end of that wait. */
  const awaited = (ended: 'met' | 'expired', names: readonly string[]): Story => {
    const told = tell()
      .journey('o', [order(5), waiting])
      .start('o')
      .ask('o', 'order', 202);
    walk(...names)(told);
    return told.see({ type: 'wait-ended', journey: 'o', wait: 'await', startedAt: NOON, ended });
  };
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
