import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import type { Spread } from '../model.ts';

export type SpreadOf = ReturnType<typeof createSpread>;

/** Histograms count whole µs, up to half a year: KCIs of real orders take weeks. */
const UNIT = 1000;
const HIGHEST = 180 * 86_400_000 * UNIT;

/**
 * Gathers durations in an HdrHistogram, so of constant size: percentiles are exact to `figures` significant figures, and so are mean, least
 * and greatest. What is below 1 µs counts as 1 µs.
 */
export function createSpread(figures: number) {
  const histogram = createHistogram({ lowest: 1, highest: HIGHEST, figures });
  let told: Spread | undefined;
  return {
    histogram,
    add: (ms: number): void => histogram.record(Math.min(HIGHEST, Math.max(1, Math.round(ms * UNIT)))),
    addAll: (other: { readonly histogram: RecordableHistogram }): void => histogram.add(other.histogram),
    /** How they are spread so far; ms to three decimals. */
    spread: (): Spread => {
      // Asked for again and again while a load goes on, and of what is over it is the same.
      if (told?.count !== histogram.count) told = spreadOf(histogram);
      return told;
    },
  };
}

function spreadOf(histogram: RecordableHistogram): Spread {
  const ms = (us: number): number => Math.round(us) / UNIT;
  // A percentile is the upper end of its class, which may lie above the greatest.
  const at = (percent: number): number => ms(Math.min(histogram.max, histogram.percentile(percent)));
  return {
    count: histogram.count,
    min: ms(histogram.min),
    mean: ms(histogram.mean),
    median: at(50),
    p90: at(90),
    p95: at(95),
    p99: at(99),
    p999: at(99.9),
    max: ms(histogram.max),
  };
}
