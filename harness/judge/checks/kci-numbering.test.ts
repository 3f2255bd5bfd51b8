import { describe, expect, test } from 'vitest';
import { DAY_MS, HAPPY, placed, told, withDelivery } from '../../testing/placed-order.ts';
import { findingsOf, NOON, order, REAL, type Story, TENANT, tell } from '../../testing/record-builder.ts';

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
    const [found] = story.judge().cases.flatMap(({ findings }) => findings.map(({ result }) => result));
    expect(found).toMatchObject({ finding: { actual: expect.stringMatching(/, with another text$/) } });
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
