import type { LoadInterval, LoadVerdict, ThresholdVerdict } from '../model.ts';
import { holdsIn } from './threshold.ts';

/** A load rises where its rate grows by more than chance: this many times the first. */
const RISES = 1.2;

/**
 * The highest rate that holds, in a load that rises until something gives: that of the intervals before the first two in a row
 * that a crossed threshold does not hold in. Undefined where the rate does not rise, or no interval shows what gave.
 */
export function limitOf(
  thresholds: readonly ThresholdVerdict[],
  intervals: readonly LoadInterval[],
  intervalMs: number,
): LoadVerdict['limit'] {
  const begun = intervals.filter(({ arrivals }) => arrivals > 0);
  const rateOf = ({ arrivals }: LoadInterval): number => Math.round((arrivals * 10_000) / intervalMs) / 10;
  const crossed = thresholds.filter(({ outcome }) => outcome === 'failed');
  const givesIn = (nth: number): ThresholdVerdict | undefined =>
    crossed.find((each) => [nth, nth + 1].every((at) => holdsIn(each, begun[at]) === false));
  const first = begun.findIndex((_, nth) => givesIn(nth) !== undefined);
  const [slowest, here, gives] = [begun[0], begun[first], givesIn(first)];
  if (first < 1 || !slowest || !here || !gives || rateOf(here) < rateOf(slowest) * RISES) return undefined;
  const { metric, text } = gives;
  return { holdsAt: Math.max(...begun.slice(0, first).map(rateOf)), givesAt: rateOf(here), metric, text };
}
