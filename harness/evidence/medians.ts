import type { Observation } from '../model.ts';

/** The median of the answers' durations by operation, in ms, of operations with at least so many answers. */
export function medians(record: readonly Observation[], fewest = 1): ReadonlyMap<string, number> {
  const answers = Map.groupBy(
    record.filter((seen) => seen.type === 'response-received'),
    ({ verb }) => verb,
  );
  const enough = [...answers].filter(([, all]) => all.length >= fewest);
  return new Map(enough.map(([verb, all]) => [verb, medianOf(all.map(({ tookMs }) => tookMs))]));
}

/** The median; of an even number of values the mean of the two in the middle. 0 of none. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
