import { expect, test } from 'vitest';
import { columnsOf } from '../terminal/columns.ts';
import type { LiveLoad } from '../terminal/live-state.ts';
import type { Screen } from '../terminal/screen.ts';
import { HOSTILE } from '../testing/sample-runs.ts';
import { liveLoadView, plainLoadLine } from './live.ts';

const screen: Screen = { width: 100, height: 24, colour: false, unicode: true };
const spread = { count: 9, min: 1, mean: 2, median: 12.34, p90: 30, p95: 1_400, p99: 2_000, p999: 2_000, max: 2_000 };

const state: LiveLoad = {
  thresholds: [],
  title: 'A busy hour',
  elapsedMs: 30_200,
  durationMs: 120_000,
  drainMs: 30_000,
  journeys: { begun: 1_234, of: 5_000, underWay: 210, dropped: 0 },
  cases: { failed: 3, inconclusive: 0 },
  requests: { sent: 5_678, wrong: 1 },
  perSecond: 151.6,
  orders: { accepted: 1_200, pending: 45 },
  events: 2_345,
  intervalMs: 1_000,
  intervals: [0, 40, 80, 160].map((requests, nth) => ({
    fromMs: nth * 1_000,
    arrivals: 1,
    requests,
    errors: 0,
    deliveries: 0,
    pending: 0,
    durations: requests === 0 ? {} : { order: { ...spread, p95: 10 * requests } },
  })),
  durations: { availability: spread, 'kci.ACKNOWLEDGED': spread, 'kci.lag': spread, order: spread },
};

test('a terminal shows how far the load is, what went wrong, what is awaited and how long answers take', () => {
  expect(
    liveLoadView(state, screen).join('\n'),
  ).toBe(` ███████░░░░░░░░░░░░░░░░░░░░░░░  30 s of 2 min, and then up to 30 s for KCIs
 1,234 of 5,000 journeys begun · 210 under way · 3 failed
 5,678 requests, 152/s · 1 error · 2,345 KCIs · 45 of 1,200 orders await KCIs
 requests   ▄█
 availability  median  12.3 ms  p95    1.4 s
 kci.lag       median  12.3 ms  p95    1.4 s
 order         median  12.3 ms  p95    1.4 s   ▂▄█`);
});

test('when all journeys have begun, it says for how long KCIs are awaited', () => {
  const [line] = liveLoadView({ ...state, elapsedMs: 130_500 }, { ...screen, unicode: false });
  expect(line).toBe(` ${'#'.repeat(30)}  all begun, KCIs are awaited for 19 s at most`);
});

test('starts that could not be made in time are told', () => {
  const journeys = { ...state.journeys, dropped: 7 };
  expect(liveLoadView({ ...state, journeys }, screen)[1]).toBe(
    ' 1,234 of 5,000 journeys begun · 210 under way · 3 failed · 7 not begun in time',
  );
});

test.each([20, 40, 80])('no line is wider than %i columns, and none holds an escape of others', (width) => {
  const lines = liveLoadView({ ...state, durations: { [HOSTILE]: spread } }, { ...screen, width });
  expect(Math.max(...lines.map(columnsOf))).toBeLessThanOrEqual(width);
  expect(lines.join('')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});

test.each([5, 8, 24])('in %i rows room is left above', (height) => {
  expect(liveLoadView(state, { ...screen, height }).length).toBeLessThan(height);
});

test('a log has it in one line', () => {
  expect(plainLoadLine(state, { ...screen, width: 240 })).toBe(
    'A busy hour: 30 s, 1,234 of 5,000 journeys begun, 210 under way · 5,678 requests, 152/s, 1 error · 45 of 1,200 orders await KCIs',
  );
});
