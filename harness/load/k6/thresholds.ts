import type { Threshold } from '../../model.ts';
import { MOMENTS, OPERATIONS } from '../metrics.ts';

/** Thresholds as k6 has them: by metric, with the tag of a part of it. */
export type K6Thresholds = Readonly<Record<string, readonly string[]>>;

const AGGREGATES: Readonly<Record<string, string>> = { median: 'med', mean: 'avg', min: 'min', max: 'max' };

/** Where k6 finds a metric, and the metric that shows whether there was anything to measure. */
type K6Metric = readonly [metric: string, sampled: string];

const OF_EVENTS: K6Metric[0] = 'kci_feeds';

/** Counts, and shares. */
const PLAIN: Readonly<Record<string, K6Metric>> = {
  'kci.received': ['kci_received', OF_EVENTS],
  'kci.missing': ['kci_missing', OF_EVENTS],
  'kci.duplicate': ['kci_duplicate', OF_EVENTS],
  'kci.unexpected': ['kci_unexpected', OF_EVENTS],
  dropped: ['dropped_iterations', 'iterations{scenario:load}'],
  requests: ['http_reqs{to:gateway}', 'http_reqs{to:gateway}'],
  journeys: ['iterations{scenario:load}', 'iterations{scenario:load}'],
  'unexpected-status': ['http_req_failed{to:gateway}', 'http_reqs{to:gateway}'],
  broken: ['broken', 'http_reqs{to:gateway}'],
};

/**
 * The thresholds that k6 can watch. Each has a companion that something was measured at all, because k6 holds a
 * threshold on a metric without a sample. Those left out are for Assay, which judges all of them.
 */
export function k6Thresholds(thresholds: readonly Threshold[]): K6Thresholds {
  const found: Record<string, Set<string>> = {};
  const add = (metric: string, expression: string): void => {
    found[metric] ??= new Set();
    found[metric].add(expression);
  };
  for (const { metric, of, is, bound } of thresholds) {
    const isPlain = of === 'rate' || (of === 'count' && metric in PLAIN);
    const [measured, sampled] = (isPlain ? PLAIN[metric] : durationOf(metric)) ?? [];
    if (measured === undefined || sampled === undefined) continue;
    const compared = `${aggregateOf(of)}${is === '=' ? '==' : is}${bound}`;
    add(of === 'count' && !isPlain ? sampled : measured, compared);
    add(sampled, 'count>0');
  }
  return Object.fromEntries(Object.entries(found).map(([metric, expressions]) => [metric, [...expressions]]));
}

/** `p95` as `p(95)`. */
function aggregateOf(of: string): string {
  const percentile = /^p(\d+(?:\.\d+)?)$/.exec(of)?.[1];
  return percentile === undefined ? (AGGREGATES[of] ?? of) : `p(${percentile})`;
}

/** The metric of the durations with that name, and the one that counts them. */
function durationOf(metric: string): K6Metric | undefined {
  if (OPERATIONS.has(metric)) return [`http_req_duration{operation:${metric}}`, `http_reqs{operation:${metric}}`];
  if (metric === 'kci.lag') return ['kci_lag', 'kci_events'];
  const event = /^kci\.(.+)$/.exec(metric)?.[1];
  if (event === undefined) return undefined;
  const tag = MOMENTS.some((moment) => moment === event) ? 'moment' : 'event';
  return [`kci_lag{${tag}:${event}}`, `kci_events{${tag}:${event}}`];
}
