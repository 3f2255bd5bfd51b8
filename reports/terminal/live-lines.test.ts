import { expect, test } from 'vitest';
import { HOSTILE } from '../testing/sample-runs.ts';
import type { LiveFailure, LiveState } from './live.ts';
import { failureLine, furtherLine, liveKindOf, plainLine } from './live.ts';
import type { Screen } from './screen.ts';

const screen: Screen = { width: 240, height: 24, colour: false, unicode: true };

const failed: LiveFailure = {
  outcome: 'failed',
  id: 'orders/provide-new#business',
  check: 'http.empty-body',
  requirements: ['ORD-04'],
  summary: 'order answered 202 with a body',
  more: 0,
};
const stuck: LiveFailure = {
  outcome: 'inconclusive',
  id: 'token/expiry',
  reason: 'wait-too-long',
  detail: 'it waits 1h',
};

test('a failed case is one line: promise, check, case, and what was seen', () => {
  expect(failureLine(failed, screen)).toBe(
    'FAILED  ORD-04  http.empty-body  orders/provide-new#business: order answered 202 with a body',
  );
  const manifold = { ...failed, requirements: ['A-1', 'A-2', 'A-3', 'A-4'], more: 2 };
  expect(failureLine(manifold, screen)).toBe(
    'FAILED  A-1 A-2 A-3 and 1 more  http.empty-body  orders/provide-new#business: order answered 202 with a body (and 2 more findings)',
  );
  expect(failureLine({ ...failed, requirements: [] }, screen)).toBe(
    'FAILED  http.empty-body  orders/provide-new#business: order answered 202 with a body',
  );
});

test('in a narrow terminal a failed case is told by its name, which promise and check would push out of sight', () => {
  expect(failureLine(failed, { ...screen, width: 40 })).toBe('FAILED  orders/provide-new#business: or…');
});

test('a case that could not be judged says why', () => {
  expect(failureLine(stuck, screen)).toBe(
    'INCONCLUSIVE  token/expiry: the journey would have to wait longer than the target file allows: it waits 1h',
  );
});

test('failures of the same promise and check are of one kind', () => {
  expect(liveKindOf(failed)).toBe('ORD-04 http.empty-body');
  expect(liveKindOf(stuck)).toBe('wait-too-long');
  expect(furtherLine(failed, screen)).toBe(
    '        more of ORD-04 http.empty-body are only counted here; the reports name them all',
  );
});

test.each([40, 80, 240])('hostile text stays on its line of %i columns', (width) => {
  const line = failureLine({ ...failed, id: HOSTILE, summary: HOSTILE }, { ...screen, width });
  expect(line.length).toBeLessThanOrEqual(width);
  expect(line).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});

const stateAt = (done: number, elapsedMs: number, more: Partial<LiveState> = {}): LiveState => ({
  sections: [{ name: 'orders', total: 1_000, passed: done - 1, failed: 1, inconclusive: 0 }],
  underWay: [],
  awaited: { orders: 0, oldestMs: 0 },
  requests: 0,
  perSecond: 0,
  deliveries: 0,
  elapsedMs,
  ...more,
});

test('a log has a line at each tenth of the way', () => {
  const now = stateAt(512, 61_000, { awaited: { orders: 2, oldestMs: 9_000 }, leftMs: 58_000 });
  expect(plainLine(stateAt(400, 50_000), now, screen)).toBe(
    ' 51 %  512 of 1,000 cases · 1 failed, 0 inconclusive · 2 orders await KCIs, the oldest for 9 s · 1 min 1 s, about 58 s left',
  );
});

test.each<[string, LiveState, LiveState, boolean]>([
  ['not between two tenths', stateAt(400, 50_000), stateAt(499, 59_000), false],
  ['not twice in five seconds', stateAt(400, 50_000), stateAt(900, 54_000), false],
  ['after ten seconds, though nothing has ended', stateAt(0, 0), stateAt(0, 10_000), true],
  ['not ten seconds later again', stateAt(0, 10_000), stateAt(0, 20_500), false],
  ['once in a minute, though nothing is further', stateAt(400, 0), stateAt(400, 60_000), true],
  ['at the end, however soon', stateAt(990, 50_000), stateAt(1_000, 50_100), true],
  ['not after the end', stateAt(1_000, 50_000), stateAt(1_000, 59_000), false],
])('a log has a line %s', (_, told, now, isTold) => {
  expect(plainLine(told, now, screen) !== null).toBe(isTold);
});

test('a run without cases is done at once', () => {
  const empty = { ...stateAt(1, 0), sections: [] };
  expect(plainLine(empty, empty, screen)).toBeNull();
});
