import type { Check, LoadInterval, LoadVerdict, Spread, ThresholdVerdict } from '../../../harness/model.ts';

/** Test support: results of loads, and the same with hostile text. */

/** Mon 16 Mar 2026, 09:00 UTC. */
const START = Date.UTC(2026, 2, 16, 9);

/** Durations around some ms. */
function spread(ms: number, count = 100): Spread {
  return {
    count,
    min: ms / 10,
    mean: ms,
    median: ms,
    p90: ms * 2,
    p95: ms * 3,
    p99: ms * 4,
    p999: ms * 5,
    max: ms * 6,
  };
}

const span = (file: string, line: number) => ({ file, line, col: 3, length: 5, excerpt: '  order: p95 < 2s' });

/** A threshold, held or crossed by what was measured. */
function threshold(
  metric: string,
  text: string,
  of: string,
  more: Pick<ThresholdVerdict, 'outcome'> & { readonly actual?: number; readonly bound?: number },
): ThresholdVerdict {
  return { metric, of, is: '<', bound: 2_000, text, span: span('scenarios/traffic/busy-hour.yaml', 40), ...more };
}

const lost: Check = {
  check: 'kci.sequence',
  requirements: ['KCI-01'],
  journey: 'orders/cease@12',
  result: {
    outcome: 'failed',
    finding: {
      summary: 'order 7: COMPLETED came where COMMITTED is expected',
      expected: 'COMMITTED',
      actual: 'COMPLETED',
    },
  },
};

const awaitingWords = (order: number): string =>
  `order ${order}: COMMITTED is awaited since ACKNOWLEDGED at 2026-03-16T09:00:31.000Z`;

function awaiting(journey: string, order: number): Check {
  const finding = {
    summary: awaitingWords(order),
    expected: 'COMMITTED',
    actual: 'nothing after 2026-03-16T09:00:31.000Z',
  };
  return { check: 'kci.missing', requirements: [], journey, result: { outcome: 'failed', finding } };
}

const interval = (nth: number): LoadInterval => ({
  fromMs: nth * 10_000,
  arrivals: 100,
  requests: 250,
  errors: nth === 2 ? 5 : 0,
  deliveries: 40 * nth,
  pending: nth < 5 ? 30 : 0,
  // Nothing was ordered in the third interval.
  durations: {
    availability: spread(120),
    ...(nth === 2 ? {} : { order: spread(200 * (nth + 1)), 'kci.lag': spread(30_000) }),
  },
});

/** A load that crossed two thresholds of four, with failures, errors and slow journeys. */
export function crossedLoad(): LoadVerdict {
  return {
    version: 1,
    assay: '0.1.0',
    outcome: 'crossed',
    traffic: 'busy-hour',
    title: 'A busy hour of a wholesale gateway',
    engine: 'simulated',
    seed: 7,
    nonce: 'seed-7',
    target: 'acme',
    baseUrl: 'https://gateway.example',
    profile: 'supplier',
    world: 'acme',
    contract: 'c0ffee'.repeat(10),
    startedAt: START,
    endedAt: START + 65_000,
    intervalMs: 10_000,
    metrics: {
      durations: { availability: spread(120, 1_400), 'kci.lag': spread(30_000, 300), order: spread(900, 100) },
      fromDue: { availability: spread(120, 1_400), order: spread(904, 100) },
      late: spread(3, 1_500),
      counts: {
        journeys: 1_500,
        requests: 1_725,
        errors: 5,
        orders: 100,
        'kci.received': 300,
        'kci.missing': 2,
        'kci.duplicate': 1,
        'kci.unexpected': 0,
      },
      shares: { 'unexpected-status': { hits: 5, of: 1_725 } },
    },
    intervals: [0, 1, 2, 3, 4, 5, 6].map(interval),
    thresholds: [
      threshold('order', 'p95 < 2s', 'p95', { outcome: 'failed', actual: 2_700 }),
      threshold('unexpected-status', '< 0.5%', 'rate', { outcome: 'passed', actual: 5 / 1_725, bound: 0.005 }),
      threshold('kci.missing', '0', 'count', { outcome: 'failed', actual: 2, bound: 0 }),
      threshold('availability', 'p95 < 2s', 'p95', { outcome: 'passed', actual: 360 }),
    ],
    cases: { passed: 1_497, failed: 2, inconclusive: 1, 'not-applicable': 0 },
    orders: { accepted: 100, judged: 100 },
    judged: { whole: 1200, of: 1200 },
    failures: [
      {
        check: 'kci.missing',
        summary: 'order …: COMMITTED is awaited since ACKNOWLEDGED at …',
        times: 2,
        example: awaiting('orders/provide-new@7', 1_000_007),
        more: [{ journey: 'orders/provide-new@9', summary: awaitingWords(1_000_009) }],
      },
      {
        check: 'kci.sequence',
        summary: 'order …: COMPLETED came where COMMITTED is expected',
        times: 2,
        example: lost,
        more: [{ journey: 'orders/cease@40', summary: 'order 9: COMPLETED came where COMMITTED is expected' }],
      },
    ],
    errors: { 'order 504 SUPPLIER_TIMED_OUT': 4, 'availability reset': 1 },
    slowest: [
      {
        journey: 'orders/cease@12',
        tookMs: 64_000,
        marks: [
          { atMs: 900, what: 'order 202', tookMs: 900 },
          { atMs: 31_000, what: 'event, answered 200' },
        ],
      },
    ],
  };
}

/** A load in which nothing went wrong. */
export function heldLoad(): LoadVerdict {
  const verdict = crossedLoad();
  return {
    ...verdict,
    outcome: 'held',
    thresholds: verdict.thresholds.filter(({ outcome }) => outcome === 'passed'),
    cases: { ...verdict.cases, passed: 1_500, failed: 0, inconclusive: 0 },
    failures: [],
    errors: {},
  };
}

/** A load whose generator did not keep up, and in which something else went wrong. */
export function lateLoad(): LoadVerdict {
  const verdict = crossedLoad();
  const [order, ...others] = verdict.thresholds;
  if (!order) throw new Error('the sample has thresholds');
  const { actual: _, ...unmeasured } = order;
  const note = 'p95 2.7 ms from when sent, 2700 ms from when due; the generator was 2690 ms late';
  return {
    ...verdict,
    outcome: 'incomplete',
    note: 'the generator did not keep up: 806 of 2000 arrivals (40 %) were not begun',
    thresholds: [{ ...unmeasured, outcome: 'unmeasured', note }, ...others],
  };
}

/** A load that was interrupted before it had any result. */
export function brokenLoad(): LoadVerdict {
  const verdict = heldLoad();
  return {
    ...verdict,
    outcome: 'incomplete',
    note: 'k6 ended after 0.2 s (killed)',
    endedAt: verdict.startedAt,
    metrics: { durations: {}, fromDue: {}, counts: { journeys: 0, requests: 0 }, shares: {} },
    intervals: [],
    thresholds: [threshold('order', 'p95 < 2s', 'p95', { outcome: 'unmeasured' })],
    cases: { passed: 0, failed: 0, inconclusive: 0, 'not-applicable': 0 },
    orders: { accepted: 0, judged: 0 },
    slowest: [],
  };
}

/** The crossed load with hostile text in every place that a target or an author controls. */
export function hostileLoad(text: string): LoadVerdict {
  const verdict = crossedLoad();
  const finding = { summary: text, expected: text, actual: text };
  const example: Check = { check: text, requirements: [text], journey: text, result: { outcome: 'failed', finding } };
  return {
    ...verdict,
    outcome: 'incomplete',
    note: text,
    traffic: text,
    title: text,
    target: text,
    baseUrl: text,
    profile: text,
    world: text,
    metrics: { ...verdict.metrics, durations: { [text]: spread(5) } },
    intervals: verdict.intervals.map((each) => ({ ...each, durations: { [text]: spread(5) } })),
    thresholds: verdict.thresholds.map((each, i) => ({ ...each, metric: `${text} ${i}`, text, span: span(text, 1) })),
    failures: [{ check: text, summary: text, times: 3, example, more: [{ journey: text, summary: text }] }],
    errors: { [text]: 9 },
    slowest: [{ journey: text, tookMs: 5, marks: [{ atMs: 1, what: text }] }],
  };
}
