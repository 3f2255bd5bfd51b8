import { expect, test } from 'vitest';
import { type LiveState, liveView, plainLine } from './live.ts';
import { HOSTILE } from './sample-runs.ts';

const state: LiveState = {
  total: 700,
  done: 350,
  failed: 1,
  inconclusive: 0,
  inFlight: ['orders/cease', 'orders/modify'],
  pendingKcis: 2,
  requests: 1_234,
  deliveries: 56,
  elapsedMs: 2_000,
  failures: ['orders/provide-new#business'],
};

test('a terminal shows how far, what failed, what is under way and how long', () => {
  expect(liveView(state, 90)).toBe(
    `███████████████░░░░░░░░░░░░░░░ 350 of 700 · 1 failed · 2 under way · 2 s · about 2 s left
  1,234 requests · 56 KCI deliveries · 2 orders awaiting KCIs
  ✗ orders/provide-new#business
  … orders/cease
  … orders/modify`,
  );
});

test.each([20, 40, 80])('no line is wider than a terminal of %d columns', (width) => {
  const lines = liveView({ ...state, failures: [HOSTILE], inFlight: [HOSTILE] }, width).split('\n');
  expect(lines.length).toBe(4);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(width);
});

test('a log has a line for each tenth and each failure, and none in between', () => {
  expect(plainLine({ ...state, done: 349 }, state)).toBe(' 50 %  350 of 700 cases, 1 failed, 0 inconclusive, 2 s');
  expect(plainLine(state, { ...state, done: 351 })).toBeNull();
  expect(plainLine({ ...state, failures: [] }, state)).toBe('FAILED  orders/provide-new#business');
});

test('a run without cases is done at once', () => {
  const empty = { ...state, total: 0, done: 0, inFlight: [], failures: [] };
  expect(plainLine(empty, empty)).toBeNull();
  expect(liveView(empty, 80)).toContain('0 of 0');
});
