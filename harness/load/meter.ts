import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import type { LoadInterval, LoadMetrics, Spread } from '../model.ts';
import { DAY_MS } from '../values/duration.ts';

/** All measurements of a load. */
export type Meter = ReturnType<typeof createMeter>;

/** The counts that each interval shows, by member. */
const TOLD = { arrivals: 'journeys', requests: 'requests', errors: 'errors', deliveries: 'kci.received' } as const;

interface Interval {
  readonly counts: Map<string, number>;
  readonly durations: Map<string, DurationHistogram>;
  pending: number;
}

/** Significant figures: three for the whole load, two for each of the many intervals. */
const FIGURES = { whole: 3, interval: 2 } as const;

/** When the time series begins, and how long its intervals are. */
interface MeterOptions {
  readonly startAt: number;
  readonly intervalMs: number;
  /**
   * On virtual time answers take no time, unless the fake is made to take some. Operations that took none count as
   * unmeasured.
   */
  readonly isVirtual?: boolean;
}

/**
 * Takes all measurements of a load, without a clock of its own. Order does not matter: the same measurements give the same
 * numbers. Memory depends on the number of names and intervals, not on how much is measured (about 300 kB for each
 * duration, 40 kB more in each interval), so `intervalMs` is best chosen with `intervalFor`.
 */
export function createMeter({ startAt, intervalMs, isVirtual = false }: MeterOptions) {
  let beginning = startAt;
  const durations = new Map<string, DurationHistogram>();
  const fromDue = new Map<string, DurationHistogram>();
  let late: DurationHistogram | undefined;
  const counts = new Map<string, number>();
  const shares = new Map<string, { hits: number; of: number }>();
  const intervals: (Interval | undefined)[] = [];

  const intervalAt = (at: number): Interval => {
    const nth = Math.max(0, Math.floor((at - beginning) / intervalMs));
    intervals[nth] ??= { counts: new Map(), durations: new Map(), pending: 0 };
    return intervals[nth];
  };
  return {
    /** Moves the start of the time series: preparation before the first journey does not count. */
    startAt: (at: number): void => {
      beginning = at;
    },
    /** Something took `ms` and ended at `at` (ms since the epoch). `dueMs`: the time from when it should have begun. */
    duration: (name: string, ms: number, at: number, dueMs?: number): void => {
      spreadIn(durations, name, FIGURES.whole).add(ms);
      if (dueMs !== undefined) spreadIn(fromDue, name, FIGURES.whole).add(dueMs);
      if (isDrawn(name)) spreadIn(intervalAt(at).durations, name, FIGURES.interval).add(ms);
    },
    /** Something happened `by` times. 0: it did not happen, but is measured, so that a threshold on it can pass. */
    count: (name: string, at: number, by = 1): void => {
      add(counts, name, by);
      add(intervalAt(at).counts, name, by);
    },
    /** Counts one member of a share's total; `isHit`: it is part of the share. */
    share: (name: string, isHit: boolean): void => {
      const { hits, of } = shares.get(name) ?? { hits: 0, of: 0 };
      shares.set(name, { hits: hits + Number(isHit), of: of + 1 });
    },
    /** Orders start (1) or stop (-1) waiting for their events. */
    pending: (change: number, at: number): void => {
      intervalAt(at).pending += change;
    },
    /** A request left `ms` after it was due. */
    late: (ms: number): void => {
      late ??= createSpread(FIGURES.whole);
      late.add(ms);
    },
    /** The whole load so far. */
    metrics: (): LoadMetrics => ({
      durations: spreads(measured(durations, isVirtual)),
      fromDue: isVirtual ? {} : spreads(fromDue),
      ...(isVirtual || !late ? {} : { late: late.spread() }),
      counts: byName(counts),
      shares: byName(shares),
    }),
    /** The time series from the start until `endAt`; what was measured later is in the last interval. */
    intervals: (endAt: number): LoadInterval[] => {
      const names = new Set(measured(durations, isVirtual).keys());
      return series(intervals, Math.max(1, Math.ceil((endAt - beginning) / intervalMs)), intervalMs, names);
    },
  };
}

/** Single events have no curve of their own, only `kci.lag` for all of them: a profile may have dozens. */
const isDrawn = (name: string): boolean => !name.startsWith('kci.') || name === 'kci.lag';

/** What a histogram records for 0, µs. */
const NOTHING_US = 1;

function measured(
  all: ReadonlyMap<string, DurationHistogram>,
  isVirtual: boolean,
): ReadonlyMap<string, DurationHistogram> {
  if (!isVirtual) return all;
  return new Map([...all].filter(([name, { histogram }]) => name.startsWith('kci.') || histogram.max > NOTHING_US));
}

function series(
  found: readonly (Interval | undefined)[],
  length: number,
  intervalMs: number,
  names: ReadonlySet<string>,
): LoadInterval[] {
  let pending = 0;
  return Array.from({ length }, (_, nth) => {
    const here = nth === length - 1 ? found.slice(nth) : [found[nth]];
    const parts = here.filter((each) => each !== undefined);
    const countOf = (name: string): number => parts.reduce((sum, { counts }) => sum + (counts.get(name) ?? 0), 0);
    pending += parts.reduce((sum, part) => sum + part.pending, 0);
    return {
      fromMs: nth * intervalMs,
      arrivals: countOf(TOLD.arrivals),
      requests: countOf(TOLD.requests),
      errors: countOf(TOLD.errors),
      deliveries: countOf(TOLD.deliveries),
      pending,
      durations: spreads(new Map([...together(parts)].filter(([name]) => names.has(name)))),
    };
  });
}

function together(parts: readonly Interval[]): ReadonlyMap<string, DurationHistogram> {
  if (parts.length === 1) return parts[0]?.durations ?? new Map();
  const all = new Map<string, DurationHistogram>();
  for (const { durations } of parts)
    for (const [name, spread] of durations) spreadIn(all, name, FIGURES.interval).addAll(spread);
  return all;
}

function spreadIn(spreads: Map<string, DurationHistogram>, name: string, figures: number): DurationHistogram {
  const known = spreads.get(name);
  if (known) return known;
  const spread = createSpread(figures);
  spreads.set(name, spread);
  return spread;
}

function add(counts: Map<string, number>, name: string, by: number): void {
  counts.set(name, (counts.get(name) ?? 0) + by);
}

/** In the order of their names, so that the same measurements are the same bytes. */
function byName<V>(map: ReadonlyMap<string, V>): Record<string, V> {
  return Object.fromEntries([...map].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function spreads(map: ReadonlyMap<string, DurationHistogram>): LoadMetrics['durations'] {
  return byName(new Map([...map].map(([name, spread]) => [name, spread.spread()])));
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const INTERVALS_MS = [1, 2, 5, 10, 15, 30]
  .flatMap((each) => [each * SECOND_MS, each * MINUTE_MS])
  .concat([1, 2, 3, 6, 12].map((each) => each * HOUR_MS))
  .toSorted((a, b) => a - b);
const MAX_INTERVALS = 240;

/** A round interval length that gives a load of this duration at most 240 intervals. */
export function intervalFor(durationMs: number): number {
  return (
    INTERVALS_MS.find((each) => durationMs / each <= MAX_INTERVALS) ??
    Math.ceil(durationMs / MAX_INTERVALS / DAY_MS) * DAY_MS
  );
}

/** A collection of durations. */
type DurationHistogram = ReturnType<typeof createSpread>;

/** Histograms count whole µs, up to half a year: KCIs of real orders take weeks. */
const US_PER_MS = 1000;
const HIGHEST_US = 180 * DAY_MS * US_PER_MS;

/**
 * Collects durations in an HdrHistogram, so in constant memory: percentiles, mean, min and max are exact to `figures`
 * significant figures. Anything below 1 µs counts as 1 µs.
 */
function createSpread(figures: number) {
  const histogram = createHistogram({ lowest: 1, highest: HIGHEST_US, figures });
  let told: Spread | undefined;
  return {
    histogram,
    add: (ms: number): void => histogram.record(Math.min(HIGHEST_US, Math.max(1, Math.round(ms * US_PER_MS)))),
    addAll: (other: { readonly histogram: RecordableHistogram }): void => histogram.add(other.histogram),
    /** The spread so far; ms to three decimals. */
    spread: (): Spread => {
      // Asked for repeatedly during a load; for past intervals it does not change.
      if (told?.count !== histogram.count) told = spreadOf(histogram);
      return told;
    },
  };
}

function spreadOf(histogram: RecordableHistogram): Spread {
  const ms = (us: number): number => Math.round(us) / US_PER_MS;
  // A percentile is the upper end of its bucket, which may exceed the maximum.
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
