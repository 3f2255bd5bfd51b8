import type { Finding, KciEvent, LoadVerdict, Threshold, ThresholdVerdict } from '../model.ts';
import { instantText } from '../values/iso8601.ts';
import { either } from '../words/text.ts';
import type { Awaiting } from './awaiting.ts';
import { createTotals, type Totals } from './totals.ts';

/** The journeys that contributed to what thresholds measure. */
export type Culprits = ReturnType<typeof createCulprits>;

/** Of those that took too long, only the slowest are shown. */
const SLOWEST = 5;

interface Took {
  readonly ms: number;
  readonly at: number;
  readonly what: string;
}

interface TooSlow {
  times: number;
  slowest: readonly { readonly journey: string; readonly ms: number; readonly finding: Finding }[];
}

/**
 * Collects, by metric, the journeys that contributed to what a threshold measures. Memory depends on how many kinds of
 * failure there are, not on how many failures.
 */
export function createCulprits(thresholds: readonly Threshold[]) {
  const byMetric = new Map<string, Totals>();
  const tooSlow = new Map<string, TooSlow>();
  const mostMs = mostMsOf(thresholds);
  const add = (metric: string, journey: string, finding: Finding): void => {
    const totals = byMetric.get(metric) ?? createTotals();
    byMetric.set(metric, totals);
    const check = { check: metric, requirements: [], journey, result: { outcome: 'failed', finding } } as const;
    totals.add({ cases: [], findings: [check] });
  };
  return {
    missing: (journey: string, awaiting: readonly Awaiting[]): void => {
      for (const { orderId, next, last, since } of awaiting) {
        const expected = next.length === 0 ? 'more events' : either(next);
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
    /** An event that came again, or that belongs to no order. */
    event: (metric: string, { name = 'unknown', orderId = 'unknown', deliveryId }: KciEvent, journey = ''): void => {
      const isAgain = metric === 'kci.duplicate';
      const came = `${name} ${isAgain ? 'came again' : 'came, and no journey placed it'}`;
      add(metric, journey, {
        summary: `order ${orderId}: ${came}`,
        kind: `order …: ${came}`,
        expected: isAgain ? 'each event once' : 'events of orders of this load',
        actual: `${name}${deliveryId === undefined ? '' : `, delivery ${deliveryId}`}`,
      });
    },
    /** A request that was not answered as expected, by its kind. */
    answer: (kind: string, journey: string, isBroken: boolean): void => {
      const finding = { summary: kind, expected: 'the answer that is owed', actual: kind };
      for (const metric of ['errors', 'unexpected-status', ...(isBroken ? ['broken'] : [])])
        add(metric, journey, finding);
    },
    /** A measured part of a journey took `ms` and ended at `at`. */
    took: (metric: string, journey: string, { ms, at, what }: Took): void => {
      const bound = mostMs.get(metric);
      if (bound === undefined || ms <= bound) return;
      const { times, slowest } = tooSlow.get(metric) ?? { times: 0, slowest: [] };
      const isSlow = slowest.length < SLOWEST || ms > (slowest.at(-1)?.ms ?? 0);
      const finding = (): Finding => ({
        summary: `${what} after ${Math.round(ms)} ms, at ${instantText(at)}`,
        expected: `no more than ${bound} ms`,
        actual: `${Math.round(ms)} ms`,
      });
      const all = isSlow ? [...slowest, { journey, ms, finding: finding() }].sort((a, b) => b.ms - a.ms) : slowest;
      tooSlow.set(metric, { times: times + 1, slowest: all.slice(0, SLOWEST) });
    },
    inconclusive: (journey: string, reason = 'unknown', detail?: string): void =>
      add('inconclusive', journey, {
        summary: detail === undefined ? reason : `${reason}: ${detail}`,
        expected: 'a journey that can be judged',
        actual: reason,
      }),
    /** Whether a journey is among the slowest of those that took longer than a threshold allows. */
    isSlow: (journey: string): boolean =>
      [...tooSlow.values()].some(({ slowest }) => slowest.some((each) => each.journey === journey)),
    /** The failures for the metrics whose thresholds were crossed. */
    of: (thresholds: readonly ThresholdVerdict[], clean: (text: string) => string): LoadVerdict['failures'] => {
      const crossed = new Set(thresholds.flatMap(({ metric, outcome }) => (outcome === 'failed' ? [metric] : [])));
      return [...crossed].flatMap((metric) => [
        ...(byMetric.get(metric)?.failures(clean) ?? []),
        ...slowOf(metric, tooSlow.get(metric), mostMs.get(metric)),
      ]);
    },
  };
}

/** By duration metric: above how many ms something contributes to crossing a threshold. */
export function mostMsOf(thresholds: readonly Threshold[]): ReadonlyMap<string, number> {
  const upper = thresholds.filter(({ of, is }) => of !== 'count' && of !== 'rate' && is.startsWith('<'));
  return new Map(upper.toSorted((a, b) => b.bound - a.bound).map(({ metric, bound }) => [metric, bound]));
}

function slowOf(metric: string, found: TooSlow | undefined, bound: number | undefined): LoadVerdict['failures'] {
  const [slowest, ...others] = found?.slowest ?? [];
  if (!found || !slowest) return [];
  const { journey, finding } = slowest;
  return [
    {
      check: metric,
      summary: `longer than ${bound} ms; the slowest`,
      times: found.times,
      example: { check: metric, requirements: [], journey, result: { outcome: 'failed', finding } },
      more: others.map((each) => ({ journey: each.journey, summary: each.finding.summary })),
    },
  ];
}
