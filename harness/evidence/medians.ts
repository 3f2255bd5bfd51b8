import type { Observation } from '../model.ts';

/** The median of the answers' durations by operation, in ms, of operations with at least so many answers. */
export function medians(record: readonly Observation[], fewest = 1): ReadonlyMap<string, number> {
  const durations = new Map<string, number[]>();
  for (const seen of record) {
    if (seen.type !== 'response-received') continue;
    const known = durations.get(seen.verb);
    if (known) known.push(seen.tookMs);
    else durations.set(seen.verb, [seen.tookMs]);
  }
  return new Map([...durations].filter(([, all]) => all.length >= fewest).map(([verb, all]) => [verb, medianOf(all)]));
}

/** The median; of an even number of values the mean of the two in the middle. 0 of none. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
