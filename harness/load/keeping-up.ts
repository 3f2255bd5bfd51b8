import type { LoadMetrics, ThresholdVerdict } from '../model.ts';
import type { Arrivals } from './arrivals.ts';

/** What left so late makes another load than the one that was meant, whatever its thresholds are: by the length of it, and at least. */
const LATE_SHARE = 0.1;
const LATE_LEAST_MS = 5_000;

/** Why a load says nothing certain of the gateway, for its generator did not make it as it was meant; undefined where it did. */
export function fellBehind(
  thresholds: readonly ThresholdVerdict[],
  { counts, shares, late: lateness }: LoadMetrics,
  { count: arrivals, durationMs }: Pick<Arrivals, 'count' | 'durationMs'>,
  lateMs: number | undefined,
): string | undefined {
  const { dropped = 0 } = counts;
  const isAllowed = thresholds.some(({ metric, outcome }) => metric === 'dropped' && outcome === 'passed');
  const blurred = thresholds.filter(({ outcome }) => outcome === 'unmeasured');
  const { late } = shares;
  const mostMs = Math.max(LATE_LEAST_MS, durationMs * LATE_SHARE);
  // Where arrivals were dropped, others stand for them, and look later than they were.
  const isDelayed = dropped === 0 && lateness !== undefined && lateness.p95 > mostMs;
  const told = [
    ...(dropped > 0 && !isAllowed
      ? [`${dropped} of ${arrivals} arrivals (${percent(dropped, arrivals)}) were not begun`]
      : []),
    ...(isDelayed
      ? [`one in twenty requests left more than ${Math.round(lateness.p95 / 1000)} s after it was due`]
      : []),
    ...(blurred.length > 0 && late && late.hits > 0
      ? [`${percent(late.hits, late.of)} of the requests left more than ${lateMs} ms after they were due`]
      : []),
    ...(blurred.length > 0
      ? [`of ${thresholds.length} thresholds ${blurred.length} cannot be told from the generator's own delay`]
      : []),
  ];
  return told.length === 0
    ? undefined
    : `the generator did not keep up: ${told.join('; ')}. Send the load in more segments, or from a faster machine`;
}

function percent(hits: number, of: number): string {
  return `${Number(((hits / of) * 100).toPrecision(2))} %`;
}
