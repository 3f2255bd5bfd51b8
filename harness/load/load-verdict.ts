import type { LoadMetrics, LoadVerdict, ThresholdVerdict, Traffic } from '../model.ts';
import type { Arrivals } from './arrivals.ts';
import { fellBehind } from './keeping-up.ts';
import { limitOf } from './limit.ts';
import { judgeThresholds } from './threshold.ts';

/** What a load left when it was over. */
interface LoadEnd
  extends Omit<
    LoadVerdict,
    'version' | 'outcome' | 'note' | 'traffic' | 'title' | 'thresholds' | 'limit' | 'failures'
  > {
  readonly traffic: Traffic;
  readonly arrivals: Arrivals;
  /** The least delay of requests that a threshold forbids; undefined where none does. */
  readonly lateMs: number | undefined;
  readonly isVirtual: boolean;
  /** Why nothing could be said of double bookings. */
  readonly noBooking: string | undefined;
  /** Why the load is not whole. */
  readonly incomplete: string | undefined;
  readonly failuresBy: (thresholds: readonly ThresholdVerdict[]) => LoadVerdict['failures'];
}

/** The verdict on a load that is over. */
export function loadVerdict(end: LoadEnd): LoadVerdict {
  const { traffic, arrivals, lateMs, isVirtual, noBooking, incomplete, failuresBy, ...left } = end;
  const { assay, cases, orders, judged, errors, slowest, ...come } = left;
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
    orders,
    judged,
    failures: failuresBy(thresholds),
    errors,
    slowest,
  };
}

/** Why a load that came to its end is none that anything can be said of; undefined where it is. */
function unmade(
  thresholds: readonly ThresholdVerdict[],
  metrics: LoadMetrics,
  { arrivals, lateMs, isVirtual }: Pick<LoadEnd, 'arrivals' | 'lateMs' | 'isVirtual'>,
): string | undefined {
  if (!isVirtual) return fellBehind(thresholds, metrics, arrivals, lateMs);
  const isBlank = thresholds.length > 0 && thresholds.every(({ outcome }) => outcome === 'unmeasured');
  return isBlank ? 'none of its thresholds can be measured on simulated time' : undefined;
}
