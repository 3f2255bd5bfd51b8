import type { LoadInterval } from '../../harness/model.ts';
import { formatDuration } from '../../harness/values/duration.ts';
import { count, thousands } from '../../harness/words/text.ts';
import { milliseconds } from './words.ts';

/** Some intervals of a load by index: `from` inclusive, `to` exclusive. */
export type IntervalRange = ReturnType<typeof rangeWithin>;

/** What happened in a range, as words: `From 2 min to 5 min`, `3,000 journeys`, … */
export function rangeWords(
  intervals: readonly LoadInterval[],
  intervalMs: number,
  { from, to }: IntervalRange,
): string[] {
  const inside = intervals.slice(from, to);
  const sum = (of: 'arrivals' | 'requests' | 'errors' | 'deliveries'): number =>
    inside.reduce((total, interval) => total + interval[of], 0);
  const requests = sum('requests');
  const errors = sum('errors');
  const share = requests === 0 ? '' : ` (${((errors / requests) * 100).toFixed(2)} %)`;
  return [
    `${formatDuration(from * intervalMs)} to ${formatDuration(to * intervalMs)}`,
    count(sum('arrivals'), 'journey'),
    count(requests, 'request'),
    `${count(errors, 'error')}${share}`,
    count(sum('deliveries'), 'event'),
    ...worst(inside, from, intervalMs),
  ];
}

/**
 * The slowest p95 of an interval, over all operations. Percentiles of intervals cannot be added, so none is given for the
 * range.
 */
function worst(inside: readonly LoadInterval[], from: number, intervalMs: number): string[] {
  const all = inside.flatMap(({ durations }, nth) =>
    Object.entries(durations)
      .filter(([name]) => !name.startsWith('kci.'))
      .map(([name, { p95 }]) => ({ name, p95, at: from + nth })),
  );
  if (all.length === 0) return [];
  const { name, p95, at } = all.reduce((most, each) => (each.p95 > most.p95 ? each : most));
  return [`slowest p95 ${milliseconds(p95)}, ${name} at ${formatDuration(at * intervalMs)}`];
}

/** A valid range: at least one interval, inside the load, from left to right. */
export function rangeWithin(length: number, one: number, other: number) {
  const within = (nth: number): number => Math.min(Math.max(Math.round(nth), 0), length);
  const from = Math.min(within(Math.min(one, other)), Math.max(length - 1, 0));
  return { from, to: Math.max(within(Math.max(one, other)), from + 1) };
}

/** Shown if nothing is selected. */
export function wholeWords(intervals: readonly LoadInterval[], intervalMs: number): string {
  return `All ${thousands(intervals.length)} intervals of ${formatDuration(intervalMs)}. Drag over a curve to look closer at all of them.`;
}
