import { describe, expect, test } from 'vitest';
import { readPattern } from '../../kci/pattern.ts';
import type { KciProfile } from '../../model.ts';
import { findingsOf, kci, order, outcomesOf, REAL, rowsWith, type Story, tell } from '../../testing/record-builder.ts';

const { pattern } = readPattern(['ACKNOWLEDGED', 'COMMITTED', 'COMPLETED']);
const SECOND_MS = 1_000;

/** An order whose first delivery is turned away `refuse` times; `then` tells what comes after the first attempt. */
function refused(then: (story: Story) => void, refuse = 1): Story {
  const story = tell()
    .journey('o', [order(5, { receiver: { refuse, with: 503 } })], { kci: [kci(pattern)] })
    .start('o')
    .ask('o', 'order', 202)
    .event(5, 'ACKNOWLEDGED', { answered: 503 });
  then(story);
  return story.end('o').finish();
}

/** The last delivery once more, after so long. */
function again(story: Story, afterMs: number, { answered = 204, change = (text: string): string => text } = {}): Story {
  const last = story.record.findLast((each) => each.type === 'delivery-received');
  const { headers = [], body } = last ?? {};
  return story.later(afterMs).deliver(change(body?.text ?? ''), { headers, answered });
}

const goesOn = (story: Story): Story =>
  story
    .event(5, 'COMMITTED')
    .event(5, 'COMPLETED')
    .later(3_600 * SECOND_MS);
const withDelivery = (delivery: Partial<KciProfile['delivery']>): { readonly profile: KciProfile } => ({
  profile: { ...REAL.profile, delivery: { ...REAL.profile.delivery, ...delivery } },
});

describe('a delivery that was refused', () => {
  test.each([2_600, 5_000, 7_400, 12_000])('may come again %i ms later', (afterMs) => {
    const verdict = refused((story) => goesOn(again(story, afterMs))).judge();
    expect(findingsOf(verdict)).toEqual([]);
    expect(outcomesOf(verdict)).toEqual(['passed']);
    expect(rowsWith(verdict, 'met')).toContain('KCI-25');
  });

  test('may come once more when the last attempt was taken', () => {
    const verdict = refused((story) => {
      for (const afterMs of [5_000, 30_000, 120_000, 600_000]) again(story, afterMs, { answered: 503 });
      again(story, 3_600_000);
      goesOn(again(story, 5 * SECOND_MS));
    });
    expect(findingsOf(verdict.judge())).toEqual([]);
  });

  test('several times comes again each time, further apart', () => {
    const verdict = refused((story) => {
      again(story, 5 * SECOND_MS, { answered: 0 });
      goesOn(again(story, 30 * SECOND_MS));
    }, 2).judge();
    expect(findingsOf(verdict)).toEqual([]);
  });

  test.each([503, 204])('may have a copy, answered %i, beside the attempt that is promised', (answered) => {
    const copied = (duplicates: KciProfile['delivery']['duplicates']): string[] => {
      const story = refused((each) => goesOn(again(again(each, 30, { answered }), 5 * SECOND_MS)), 2);
      return findingsOf(story.judge(withDelivery({ duplicates })));
    };
    expect(copied('same-delivery-id')).toEqual([]);
    expect(copied('never')).toContain('kci.retry failed: order 5: ACKNOWLEDGED was tried again too soon');
  });

  test('may have a copy as long as the attempt that is promised may still come', () => {
    const judged = (afterMs: number): string[] => {
      const story = refused((each) => again(each, 30).event(5, 'COMMITTED').event(5, 'COMPLETED').later(afterMs));
      return findingsOf(story.judge()).filter((each) => each.startsWith('kci.retry'));
    };
    expect(judged(SECOND_MS)).toEqual([]);
    expect(judged(60 * SECOND_MS)).toEqual(['kci.retry failed: order 5: ACKNOWLEDGED was tried again too soon']);
  });

  test('leaves the next event its time when it was taken', () => {
    const judged = (afterMs: number): string[] => {
      const story = refused((each) => {
        again(each, 5 * SECOND_MS, { answered: 503 });
        goesOn(again(each, 30 * SECOND_MS).later(afterMs));
      }, 2);
      return findingsOf(story.judge(withDelivery({ betweenWithinMs: 6 * SECOND_MS })));
    };
    expect(judged(5 * SECOND_MS)).toEqual([]);
    expect(judged(7 * SECOND_MS)).toEqual(['kci.timing failed: order 5: COMMITTED came long after ACKNOWLEDGED']);
  });

  test('does not make what follows it missing, where the target ends the wait before its time is over', () => {
    const story = refused((each) => {
      again(each, 5 * SECOND_MS, { answered: 503 });
      again(each, 30 * SECOND_MS).later(5 * SECOND_MS);
    }, 2);
    const target = { ...REAL.target, deadlines: { ...REAL.target.deadlines, kciMs: 40 * SECOND_MS } };
    const judged = (betweenWithinMs: number): string[] =>
      outcomesOf(story.judge({ target, ...withDelivery({ betweenWithinMs }) }));
    expect(judged(20 * SECOND_MS)).toEqual(['inconclusive wait-too-long']);
    expect(judged(4 * SECOND_MS)).toEqual(['failed']);
  });

  test('may come again although a later event was taken, where numbers put events in order', () => {
    const verdict = refused((story) => {
      story.event(5, 'COMMITTED');
      const [first] = story.record.filter((each) => each.type === 'delivery-received');
      story.later(5 * SECOND_MS).deliver(first?.body.text ?? '', { headers: first?.headers ?? [] });
      story.event(5, 'COMPLETED').later(3_600 * SECOND_MS);
    }).judge();
    expect(findingsOf(verdict)).toEqual([]);
  });

  test.each<[what: string, story: Story, finding: string]>([
    ['that does not come again', refused(goesOn), 'kci.retry failed: order 5: ACKNOWLEDGED was not tried again'],
    [
      'that is given up',
      refused((story) => goesOn(again(story, 5 * SECOND_MS, { answered: 503 })), 2),
      'kci.retry failed: order 5: ACKNOWLEDGED was given up after 2 attempts',
    ],
    [
      'that comes again at once',
      refused((story) => goesOn(again(story, 0))),
      'kci.retry failed: order 5: ACKNOWLEDGED was tried again too soon',
    ],
    [
      'that comes again much later',
      refused((story) => goesOn(again(story, 20 * SECOND_MS))),
      'kci.retry failed: order 5: ACKNOWLEDGED was tried again too late',
    ],
    [
      'that comes again on and on, acknowledged or not',
      refused((story) => {
        for (let i = 0; i < 7; i++) again(story, 5 * SECOND_MS);
        goesOn(story);
      }),
      'kci.retry failed: order 5: ACKNOWLEDGED went on being delivered after it was acknowledged',
    ],
  ])('%s is a finding', (_, story, finding) => {
    expect(findingsOf(story.judge())).toEqual([finding]);
  });

  test('that comes again under another id is a finding', () => {
    const change = (text: string): string => text.replace(/"id":"0{8}/, '"id":"10000000');
    const verdict = refused((story) => goesOn(again(story, 5 * SECOND_MS, { change }))).judge();
    expect(findingsOf(verdict)).toContain(
      'kci.retry failed: order 5: ACKNOWLEDGED was tried again under another delivery id',
    );
  });

  test('is told with what the profile says, and what came', () => {
    const [check] = refused((story) => goesOn(again(story, 20 * SECOND_MS))).judge().cases[0]?.findings ?? [];
    expect(check?.result).toMatchObject({
      finding: {
        expected: 'attempt 2, 5 s after it, give or take 50 %; 6 attempts in all (profile supplier)',
        actual: '20 s after it',
      },
    });
  });

  test('may not be overtaken where arrival is all that puts events in order', () => {
    const verdict = refused((story) => {
      story.event(5, 'COMMITTED');
      const [first] = story.record.filter((each) => each.type === 'delivery-received');
      story.later(5 * SECOND_MS).deliver(first?.body.text ?? '', { headers: first?.headers ?? [] });
      story.event(5, 'COMPLETED').later(3_600 * SECOND_MS);
    }).judge(withDelivery({ orderBy: 'arrival' }));
    expect(findingsOf(verdict)).toContain(
      'kci.retry failed: order 5: COMMITTED was delivered before ACKNOWLEDGED was acknowledged',
    );
  });

  test('is no duplicate where each delivery comes once', () => {
    const verdict = refused((story) => goesOn(again(story, 5 * SECOND_MS))).judge(
      withDelivery({ duplicates: 'never' }),
    );
    expect(findingsOf(verdict)).toEqual([]);
  });

  test('that nobody waited for is inconclusive', () => {
    const story = tell()
      .journey('o', [order(5, { receiver: { refuse: 1, with: 503 } })])
      .start('o')
      .ask('o', 'order', 202)
      .event(5, 'ACKNOWLEDGED', { answered: 503 })
      .end('o')
      .finish();
    expect(outcomesOf(story.judge())).toEqual(['inconclusive interrupted']);
  });

  test('says nothing where the profile promises no further attempt', () => {
    const verdict = refused(goesOn).judge(withDelivery({ retry: null }));
    expect(findingsOf(verdict)).toEqual([]);
    const row = verdict.requirements.find(({ id }) => id === 'KCI-25');
    expect([row?.outcome, row?.note]).toEqual([
      'not-applicable',
      'the KCI profile "supplier" does not say that a refused delivery is tried again',
    ]);
  });
});
