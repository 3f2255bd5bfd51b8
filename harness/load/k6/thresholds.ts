import type { Threshold, Verb } from '../../model.ts';

/** Thresholds as k6 has them: by metric, with the tag of a part of it. */
export type K6Thresholds = Readonly<Record<string, readonly string[]>>;

const OPERATIONS: ReadonlySet<string> = new Set<Verb | 'http'>([
  'token',
  'availability',
  'slots',
  'book',
  'order',
  'amend',
  'cancel',
  'http',
]);

const AGGREGATES: Readonly<Record<string, string>> = { median: 'med', mean: 'avg', min: 'min', max: 'max' };

/** Where k6 finds a metric, and the metric that shows whether there was anything to measure. */
interface Place {
  readonly metric: string;
  readonly sampled: string;
}

const COUNTS: Readonly<Record<string, Place>> = {
  'kci.received': { metric: 'kci_received', sampled: 'kci_feeds' },
  'kci.missing': { metric: 'kci_missing', sampled: 'kci_feeds' },
  'kci.duplicate': { metric: 'kci_duplicate', sampled: 'kci_feeds' },
  'kci.unexpected': { metric: 'kci_unexpected', sampled: 'kci_feeds' },
  dropped: { metric: 'dropped_iterations', sampled: 'assay_journeys' },
  requests: { metric: 'assay_requests', sampled: 'assay_requests' },
  journeys: { metric: 'assay_journeys', sampled: 'assay_journeys' },
};

const SHARES: Readonly<Record<string, Place>> = {
  'unexpected-status': { metric: 'unexpected_status', sampled: 'assay_answers' },
  broken: { metric: 'broken', sampled: 'assay_requests' },
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
    const aggregate = aggregateOf(of);
    const place = placeOf(metric, of);
    if (!place || aggregate === undefined) continue;
    add(place.metric, `${aggregate}${is === '=' ? '==' : is}${bound}`);
    add(place.sampled, 'count>0');
  }
  return Object.fromEntries(Object.entries(found).map(([metric, expressions]) => [metric, [...expressions]]));
}

/** `p95` as `p(95)`. */
function aggregateOf(of: string): string | undefined {
  const percentile = /^p(\d+(?:\.\d+)?)$/.exec(of)?.[1];
  if (percentile !== undefined) return `p(${percentile})`;
  return of === 'count' || of === 'rate' ? of : AGGREGATES[of];
}

function placeOf(metric: string, of: string): Place | undefined {
  if (of === 'rate') return SHARES[metric];
  const counted = of === 'count' ? COUNTS[metric] : undefined;
  if (counted) return counted;
  const [duration, sampled] = durationOf(metric) ?? [];
  if (duration === undefined || sampled === undefined) return undefined;
  return { metric: of === 'count' ? sampled : duration, sampled };
}

/** The metric of the durations with that name, and the one that counts them. */
function durationOf(metric: string): readonly [string, string] | undefined {
  if (OPERATIONS.has(metric)) return [`http_req_duration{operation:${metric}}`, `assay_answers{operation:${metric}}`];
  if (metric === 'kci.lag') return ['kci_lag', 'kci_events'];
  const event = /^kci\.(.+)$/.exec(metric)?.[1];
  return event === undefined ? undefined : [`kci_lag{event:${event}}`, `kci_events{event:${event}}`];
}
