import { describe, expect, test } from 'vitest';
import { brokenLoad, crossedLoad } from './testing/sample.ts';
import { highestRate, measured, milliseconds, sums, thresholdName } from './words.ts';

test.each([
  [0.04, '0.0 ms'],
  [6.42, '6.4 ms'],
  [120.4, '120 ms'],
  [1_400, '1.4 s'],
  [125_000, '2 min 5 s'],
])('%d ms read %s', (ms, text) => {
  expect(milliseconds(ms)).toBe(text);
});

describe('what was measured for a threshold', () => {
  test('stands in its own unit', () => {
    expect(crossedLoad().thresholds.map((each) => [thresholdName(each), measured(each)])).toEqual([
      ['order: p95 < 2s', '2.7 s'],
      ['unexpected-status: < 0.5%', '0.29 %'],
      ['kci.missing: 0', '2'],
      ['availability: p95 < 2s', '360 ms'],
    ]);
  });

  test('may be nothing', () => {
    const [order] = crossedLoad().thresholds;
    if (!order) throw new Error('the sample has thresholds');
    const { actual: _, ...unmeasured } = order;

    expect(measured(unmeasured)).toBe('not measured');
    expect(measured({ ...unmeasured, note: 'no order was sent' })).toBe('not measured: no order was sent');
  });
});

test('what the generator used is told with the sums', () => {
  const generator = { processorMs: 13_200, memoryBytes: 611_780_000 };

  expect(sums({ ...crossedLoad(), generator }).at(-1)).toEqual([
    'Generator',
    '13.2 s of processor time, 612 MB of memory at most',
  ]);
});

test('the highest rate that holds is one sentence', () => {
  const limit = { holdsAt: 38, givesAt: 41, metric: 'availability', text: 'p95 < 1500ms' };

  expect(highestRate({ limit })).toBe('holds 38 journeys a second; at 41 it crosses availability: p95 < 1500ms');
  expect(highestRate(crossedLoad())).toBeUndefined();
});

test('a count that nobody made is not measured, and not 0', () => {
  expect(sums(brokenLoad())[2]).toEqual(['Events', 'not measured']);
});

test('the sums tell of journeys, orders, events and requests', () => {
  expect(sums(crossedLoad())).toEqual([
    ['Journeys', '1,500 in 1 min 5 s: 1,497 passed, 2 failed, 1 could not be judged'],
    ['Orders', '100 accepted, the events of 100 judged'],
    ['Events', '300 received, 2 orders lack some, 1 came again, 0 unexpected'],
    ['Requests', '1,725, 5 not answered as expected'],
  ]);
});

test('what could not be judged has its reason, and the rest of what is judged in part the one who checked it', () => {
  const part = {
    ...crossedLoad(),
    unjudged: { 'no-answer': 1, interrupted: 2 },
    judged: { whole: 5, of: 50 },
    engine: 'native',
  } as const;
  const [[, journeys = ''] = [], [, judged = ''] = []] = sums(part);
  expect(journeys).toMatch(
    /1 could not be judged: the target did not answer \(1\), the load was over while they waited \(2\)$/,
  );
  expect(judged).toMatch(/and the runner checked the rest$/);
});
