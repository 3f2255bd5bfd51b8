import type { LoadInterval, LoadMetrics, LoadVerdict, ThresholdVerdict, TrafficProfile } from '../model.ts';
import type { Arrivals } from './arrivals.ts';
import { holdsIn, judgeThresholds } from './threshold.ts';

/** What the verdict of a load is made of. */
interface LoadEnd
  extends Omit<
    LoadVerdict,
    'version' | 'outcome' | 'note' | 'traffic' | 'title' | 'thresholds' | 'limit' | 'failures'
  > {
  readonly traffic: TrafficProfile;
  readonly arrivals: Arrivals;
  /** The least delay of requests that a threshold does not tolerate; undefined if none has such a limit. */
  readonly lateMs: number | undefined;
  readonly isVirtual: boolean;
  /** Why nothing is known of double bookings. */
  readonly noBooking: string | undefined;
  /** Why the load is incomplete. */
  readonly incomplete: string | undefined;
  readonly failuresBy: (thresholds: readonly ThresholdVerdict[]) => LoadVerdict['failures'];
}

/** The verdict on a load that is over. */
export function concludeLoad(end: LoadEnd): LoadVerdict {
  const { traffic, arrivals, lateMs, isVirtual, noBooking, incomplete, failuresBy, ...left } = end;
  const { assay, cases, unjudged, orders, judged, errors, slowest, ...come } = left;
  const measuring = { isVirtual, ...(noBooking === undefined ? {} : { why: { 'double-bookings': noBooking } }) };
  const judgedWhole = judgeThresholds(traffic.thresholds, come.metrics, measuring);
  const note = incomplete ?? unmade(judgedWhole, come.metrics, { arrivals, lateMs, isVirtual });
  const isWhole = note === undefined;
  const thresholds = isWhole
    ? judgedWhole
    : judgeThresholds(traffic.thresholds, come.metrics, { ...measuring, isPart: true });
  const isCrossed = thresholds.some(({ outcome }) => outcome === 'failed');
  const limit = limitOf(thresholds, come.intervals, come.intervalMs);
  return {
    version: 1,
    assay,
    outcome: !isWhole ? 'incomplete' : isCrossed ? 'crossed' : 'held',
    ...(isWhole ? {} : { note }),
    traffic: traffic.id,
    title: traffic.title,
    ...come,
    thresholds,
    ...(limit ? { limit } : {}),
    cases,
    ...(unjudged && Object.keys(unjudged).length > 0 ? { unjudged } : {}),
    orders,
    judged,
    failures: failuresBy(thresholds),
    errors,
    slowest,
  };
}

/** Why a finished load is inconclusive; undefined if it is not. */
function unmade(
  thresholds: readonly ThresholdVerdict[],
  metrics: LoadMetrics,
  { arrivals, lateMs, isVirtual }: Pick<LoadEnd, 'arrivals' | 'lateMs' | 'isVirtual'>,
): string | undefined {
  if (!isVirtual) return fellBehind(thresholds, metrics, arrivals, lateMs);
  const isBlank = thresholds.length > 0 && thresholds.every(({ outcome }) => outcome === 'unmeasured');
  return isBlank ? 'none of its thresholds can be measured on simulated time' : undefined;
}

/** A delay beyond which a load is not the specified one: this share of its length, and at least the minimum below. */
const LATE_SHARE = 0.1;
const LATE_LEAST_MS = 5_000;

/** Why a load says nothing reliable about the gateway, because its generator did not keep up; undefined if it did. */
function fellBehind(
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
  // If arrivals were dropped, others take their places and seem later than they were.
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

/** The rate must grow by more than chance for a load to rise: to this many times the first. */
const RISES = 1.2;

/**
 * The highest rate that held, in a load that rises until a threshold is crossed: the rate before the first two consecutive
 * intervals in which a crossed threshold does not hold. Undefined if the rate does not rise, or no interval shows which
 * threshold.
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
