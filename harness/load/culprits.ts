import type { Finding, KciEvent, LoadVerdict, ThresholdVerdict } from '../model.ts';
import { instantText } from '../values/iso8601.ts';
import type { Awaiting } from './awaiting.ts';
import { createTotals, type Totals } from './totals.ts';

/** Who had a part in what a threshold counts, by its metric. */
export interface Culprits {
  missing(journey: string, awaiting: readonly Awaiting[]): void;
  /** One that came again, or that belongs to no order. */
  event(metric: string, event: KciEvent, journey?: string): void;
  /** A request that was not answered as owed, by its kind. */
  answer(kind: string, journey: string, isBroken: boolean): void;
  inconclusive(journey: string, reason: string | undefined, detail: string | undefined): void;
  /** Of the metrics whose thresholds were crossed. */
  of(thresholds: readonly ThresholdVerdict[], clean: (text: string) => string): LoadVerdict['failures'];
}

/** Nobody so far. Memory hangs on the kinds of what they did, not on how many there are. */
export function createCulprits(): Culprits {
  const byMetric = new Map<string, Totals>();
  const add = (metric: string, journey: string, finding: Finding): void => {
    const totals = byMetric.get(metric) ?? createTotals();
    byMetric.set(metric, totals);
    const check = { check: metric, requirements: [], journey, result: { outcome: 'failed', finding } } as const;
    totals.add({ cases: [], findings: [check] });
  };
  return {
    missing: (journey, awaiting) => {
      for (const { orderId, next, last, since } of awaiting) {
        const expected = next.join(' or ') || 'more events';
        const awaited = (order: string, at: string): string =>
          `order ${order}: ${expected} is awaited since ${last ?? 'its acceptance'} at ${at}`;
        add('kci.missing', journey, {
          summary: awaited(orderId, instantText(since)),
          kind: awaited('…', '…'),
          expected,
          actual: `nothing after ${instantText(since)}`,
        });
      }
    },
    event: (metric, { name = 'unknown', orderId = 'unknown', deliveryId }, journey = '') => {
      const isAgain = metric === 'kci.duplicate';
      const came = `${name} ${isAgain ? 'came again' : 'came, and no journey placed it'}`;
      add(metric, journey, {
        summary: `order ${orderId}: ${came}`,
        kind: `order …: ${came}`,
        expected: isAgain ? 'each event once' : 'events of orders of this load',
        actual: `${name}${deliveryId === undefined ? '' : `, delivery ${deliveryId}`}`,
      });
    },
    answer: (kind, journey, isBroken) => {
      const finding = { summary: kind, expected: 'the answer that is owed', actual: kind };
      for (const metric of ['errors', 'unexpected-status', ...(isBroken ? ['broken'] : [])])
        add(metric, journey, finding);
    },
    inconclusive: (journey, reason = 'unknown', detail) =>
      add('inconclusive', journey, {
        summary: detail === undefined ? reason : `${reason}: ${detail}`,
        expected: 'a journey that can be judged',
        actual: reason,
      }),
    of: (thresholds, clean) => {
      const crossed = new Set(thresholds.flatMap(({ metric, outcome }) => (outcome === 'failed' ? [metric] : [])));
      return [...crossed].flatMap((metric) => byMetric.get(metric)?.failures(clean) ?? []);
    },
  };
}
