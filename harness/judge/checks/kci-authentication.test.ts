import { expect, test } from 'vitest';
import { readPattern } from '../../kci/pattern.ts';
import type { Target } from '../../model.ts';
import { findingsOf, kci, order, outcomesOf, REAL, rowsWith, type Story, tell } from '../../testing/record-builder.ts';

const { pattern } = readPattern(['ACKNOWLEDGED', 'COMMITTED', 'COMPLETED']);
const AGREED = { by: 'bearer', token: 't0ken' } as const;
const webhook = (change: Partial<Target['webhook']>): { readonly target: Target } => ({
  target: { ...REAL.target, webhook: { ...REAL.target.webhook, authentication: AGREED, ...change } },
});

/** An order that is acknowledged and completed, and in between what somebody else sends. */
function attacked(attack: (story: Story, forged: string) => void): Story {
  const story = tell()
    .journey('o', [order(5)], { kci: [kci(pattern)] })
    .start('o')
    .ask('o', 'order', 202)
    .event(5, 'ACKNOWLEDGED');
  const first = story.record.findLast((each) => each.type === 'delivery-received');
  attack(story, first?.body.text ?? '');
  return story.event(5, 'COMMITTED').event(5, 'COMPLETED').end('o').finish();
}
const unproven = { answered: 401, unproven: 'there is no header authorization' };

test('deliveries that were believed prove the row, where something was agreed on', () => {
  const story = attacked(() => {});
  expect(rowsWith(story.judge(webhook({})), 'met')).toContain('KCI-26');
  const { authentication: _, ...nothing } = REAL.target.webhook;
  const verdict = story.judge({ target: { ...REAL.target, webhook: nothing } });
  expect(rowsWith(verdict, 'not-applicable')).toContain('KCI-26');
});

test('a delivery about an order that does not prove where it comes from is a failure, and no event', () => {
  const story = attacked((each, forged) => {
    each.deliver(forged.replace('ACKNOWLEDGED', 'CANCELLED'), unproven).deliver(forged, unproven);
  });
  const verdict = story.judge(webhook({}));
  expect(findingsOf(verdict)).toEqual([
    'kci.authentication failed: order 5: a delivery does not prove to come from the target, and 1 more',
  ]);
  expect(rowsWith(verdict, 'breached')).toEqual(['KCI-26']);
  expect(outcomesOf(verdict)).toEqual(['failed']);
});

test('one about nothing of ours fails the target that alone knows the address, and is observed where others may know it', () => {
  const story = attacked((each) => each.deliver('{"a":', unproven));
  expect(findingsOf(story.judge(webhook({})))).toEqual([
    'kci.authentication failed: a delivery does not prove to come from the target',
  ]);
  const verdict = story.judge(webhook({ pathSecret: 'forever' }));
  expect(findingsOf(verdict)).toEqual([
    'kci.authentication observed: a delivery does not prove to come from the target',
  ]);
  expect(outcomesOf(verdict)).toEqual(['passed']);
});

test('an order of which nothing came but what could be neither believed nor read fails because of that', () => {
  const verdict = tell()
    .journey('o', [order(5)], { kci: [kci(pattern)] })
    .start('o')
    .ask('o', 'order', 202)
    .deliver('{"orderId":5,"na', unproven)
    .later(9_000_000_000)
    .end('o')
    .finish()
    .judge(webhook({}));
  const found = [...verdict.findings, ...(verdict.cases[0]?.findings ?? [])].flatMap(({ result }) =>
    result.outcome === 'failed' ? [result.finding] : [],
  );
  const [own, ...others] = found;
  expect(own?.actual).toContain('which cannot be read: the body is not JSON');
  expect(others.length).toBeGreaterThan(0);
  expect(new Set(others.map(({ because }) => because)).size).toBe(1);
  expect(others[0]?.because).toContain('kci.authentication');
});
