import type { Json, LoadInterval, LoadMetrics, Spread, Threshold, ThresholdVerdict } from '../model.ts';
import { errorAt, type Reading } from '../scenario/reading.ts';
import { didYouMean } from '../source/nearest.ts';
import { listed } from '../source/schema.ts';
import { parseDuration } from '../values/duration.ts';
import type { MetricKind } from './metrics.ts';

/** The statistics that a threshold on durations may use, and their members in `Spread`. */
const STATISTICS: Readonly<Record<string, keyof Spread>> = {
  min: 'min',
  mean: 'mean',
  median: 'median',
  p90: 'p90',
  p95: 'p95',
  p99: 'p99',
  'p99.9': 'p999',
  max: 'max',
  count: 'count',
};
/** Other names for them. */
const ALSO: Readonly<Record<string, string>> = {
  p50: 'median',
  med: 'median',
  avg: 'mean',
  average: 'mean',
  p100: 'max',
};

const EXAMPLES: Readonly<Record<MetricKind, string>> = { duration: 'p95 < 1500ms', count: '< 10', share: '< 0.5%' };
const FORM = /^(?:([a-z]+[\d.]*)\s*)?(<=|>=|<|>|=)?\s*(-?\d+(?:\.\d+)?)\s*(ms|s|m|h|d|%)?$/;

/**
 * Reads one condition on a metric: `p95 < 1500ms`, `< 0.5%`, `0`, `count >= 100`. Undefined, with a problem at the pointer,
 * if it is none; a wrong condition is never read as another one that would pass.
 */
export function readThreshold(
  reading: Reading,
  at: string,
  metric: string,
  condition: Json,
  metricKind: MetricKind,
): Threshold | undefined {
  const text = String(condition);
  const written: WrittenThreshold = { reading, at, metric, text, kind: metricKind };
  const parts = FORM.exec(text.trim());
  if (!parts) return unreadable(written);
  const [, statistic, is, number = '', unit] = parts;
  if (is === undefined && statistic !== undefined) return unreadable(written);
  if (number.startsWith('-'))
    return wrong(written, `"${text}" has a bound below 0`, 'nothing that is measured is ever below 0');
  // Durations can also be counted.
  const kind = metricKind === 'duration' && statistic === 'count' ? 'count' : metricKind;
  const bound = READERS[kind](written, { statistic, is, number, unit });
  if (bound === undefined) return undefined;
  return {
    metric,
    of: kind === 'share' ? 'rate' : (statistic ?? 'count'),
    is: (is ?? '=') as Threshold['is'],
    bound,
    text,
    span: reading.source.spanOf(at),
  };
}

interface WrittenThreshold {
  readonly reading: Reading;
  readonly at: string;
  readonly metric: string;
  readonly text: string;
  readonly kind: MetricKind;
}
interface Parts {
  readonly statistic: string | undefined;
  readonly is: string | undefined;
  readonly number: string;
  readonly unit: string | undefined;
}

/** The reader of the bound, by the kind of the metric. */
const READERS: Readonly<Record<MetricKind, (written: WrittenThreshold, parts: Parts) => number | undefined>> = {
  duration: (written, { statistic, is = '<', number, unit }) => {
    const { metric, text } = written;
    const known = Object.keys(STATISTICS);
    if (statistic === undefined) {
      const fix =
        unit === undefined || unit === '%' ? `write ${EXAMPLES.duration}` : `write p95 ${is} ${number}${unit}`;
      return wrong(written, `"${text}" does not say what of "${metric}"`, `durations have ${listed(known)}`, fix);
    }
    if (!Object.hasOwn(STATISTICS, statistic)) {
      const also = Object.hasOwn(ALSO, statistic) ? ALSO[statistic] : undefined;
      const fix = also === undefined ? likeOf(statistic) : `write ${also} ${is} ${number}${unit ?? ''}`;
      return wrong(written, `durations have no "${statistic}"`, `they have ${listed(known)}`, fix);
    }
    if (unit === undefined || unit === '%') {
      const why = 'the bound of durations is a number and one of ms, s, m, h, d';
      return wrong(
        written,
        `"${text}" has no unit of time`,
        why,
        unit === '%' ? `write ${EXAMPLES.duration}` : `write ${statistic} ${is} ${number}ms`,
      );
    }
    return parseDuration(`${number}${unit}`) ?? undefined;
  },
  count: (written, { statistic, is, number, unit }) => {
    const { metric, text } = written;
    const plain = `${is === undefined ? '' : `${is} `}${number}`;
    if (statistic !== undefined && statistic !== 'count')
      return wrong(
        written,
        `"${metric}" is a count and has no "${statistic}"`,
        'only durations have that',
        `write ${plain}`,
      );
    if (unit !== undefined || number.includes('.'))
      return wrong(written, `"${text}" is no count`, `"${metric}" is a count: a whole number without a unit`);
    return Number(number);
  },
  share: (written, { statistic, is = '<', number, unit }) => {
    const { metric, text } = written;
    // A share of 0 needs no unit.
    const bound = unit === '%' || Number(number) === 0 ? Number(number) : undefined;
    if (statistic !== undefined)
      return wrong(
        written,
        `"${metric}" is a share and has no "${statistic}"`,
        'only durations have that',
        `write ${is} ${number}${unit ?? '%'}`,
      );
    if (bound === undefined || (unit !== undefined && unit !== '%'))
      return wrong(
        written,
        `"${text}" does not say of how many`,
        `"${metric}" is a share, in percent`,
        `write ${is} ${number}%`,
      );
    if (bound > 100) return wrong(written, `"${text}" is more than all`, `"${metric}" is a share, in percent`);
    return bound / 100;
  },
};

/** Percentiles all look alike, so another one is never suggested. */
function likeOf(statistic: string): string | undefined {
  return /^p\d/.test(statistic) ? undefined : didYouMean(statistic, Object.keys(STATISTICS)).fix;
}

function unreadable(written: WrittenThreshold): undefined {
  const why = 'a condition is what of the metric, a comparison (< <= = >= >) and a bound';
  return wrong(written, `"${written.text}" is no condition`, why, `write it as ${EXAMPLES[written.kind]}`);
}

function wrong({ reading, at }: WrittenThreshold, message: string, why: string, fix?: string): undefined {
  return errorAt(reading, at, message, { why, fix });
}

/** What is known of a load besides its numbers. */
interface Measuring {
  /** By metric: why it was not measured. */
  readonly why?: Readonly<Record<string, string>>;
  /** Answers take no time, except what the fake is made to take. */
  readonly isVirtual?: boolean;
  /** The load was interrupted or not fully started: too low a number says nothing. */
  readonly isPart?: boolean;
}

/** The share of a threshold's bound that the generator may cause, and the least that a clock of whole ms can tell. */
const SMALL_PART = 0.05;
const MIN_MS = 2;

/** How late requests may leave for a threshold on their answers to be judged. */
function allowedLateMs(bound: number): number {
  return Math.max(MIN_MS, bound * SMALL_PART);
}

/** The allowed lateness for the strictest threshold on answers; undefined if there is none. */
export function strictestLateMs(thresholds: readonly Threshold[]): number | undefined {
  const bounds = thresholds.filter(isOfAnswers).map(({ bound }) => bound);
  return bounds.length === 0 ? undefined : allowedLateMs(Math.min(...bounds));
}

/**
 * Whether each threshold holds. One whose metric was never measured does not, if it could have been. Answers are judged
 * from when requests were due, but only if the result is the same from when they were sent, and requests left in time:
 * delays of the generator are not the gateway's fault.
 */
export function judgeThresholds(
  thresholds: readonly Threshold[],
  metrics: LoadMetrics,
  measuring: Measuring = {},
): ThresholdVerdict[] {
  const { why = {}, isPart = false } = measuring;
  return thresholds.map((threshold) => {
    const { metric, is, bound } = threshold;
    if (isOfAnswers(threshold)) {
      const note = unreliable(threshold, metrics, measuring);
      if (note !== undefined) return { ...threshold, outcome: 'unmeasured', note };
    }
    const actual = actualOf(threshold, metrics);
    if (actual === undefined) {
      const note = why[metric];
      return { ...threshold, outcome: isPart ? 'unmeasured' : 'failed', ...(note === undefined ? {} : { note }) };
    }
    const holds = HOLDS[is](actual, bound);
    if (!holds && isPart && actual < bound)
      return { ...threshold, outcome: 'unmeasured', note: `${actual} until then` };
    return { ...threshold, actual, outcome: holds ? 'passed' : 'failed' };
  });
}

/** A threshold on how long answers took. */
function isOfAnswers({ metric, of }: Threshold): boolean {
  return of !== 'count' && of !== 'rate' && !metric.startsWith('kci.');
}

/** Why a threshold on answers cannot be judged; undefined if it can be, or there were no answers. */
function unreliable(threshold: Threshold, metrics: LoadMetrics, { isVirtual = false }: Measuring): string | undefined {
  const { of, is, bound, metric } = threshold;
  const sent = statisticOf(metrics.durations[metric], of);
  const holds = (ms: number): boolean => HOLDS[is](ms, bound);
  // If the fake was made to slow down, a crossed threshold is certain.
  if (isVirtual) return sent !== undefined && !holds(sent) ? undefined : 'answers take no time on simulated time';
  if (sent === undefined) return undefined;
  const due = statisticOf(metrics.fromDue[metric], of);
  const late = statisticOf(metrics.late, of) ?? 0;
  const isLate = due !== undefined && late > allowedLateMs(bound);
  const isItsDoing = !holds(sent) && holds(Math.max(0, sent - late));
  if (!isLate && !isItsDoing && holds(sent) === holds(due ?? sent)) return undefined;
  return `${of} ${inMs(sent)} from when sent, ${inMs(due ?? sent)} from when due; the generator was ${inMs(late)} late`;
}

function inMs(ms: number): string {
  return `${Math.round(ms * 10) / 10} ms`;
}

function actualOf({ metric, of }: Threshold, metrics: LoadMetrics): number | undefined {
  const { durations, fromDue, counts, shares } = metrics;
  const spread = fromDue[metric] ?? durations[metric];
  if (of === 'rate') {
    const share = shares[metric];
    return share && share.of > 0 ? share.hits / share.of : undefined;
  }
  if (of === 'count') return counts[metric] ?? spread?.count;
  return statisticOf(spread, of);
}

/** Whether a threshold holds in one interval; undefined if that cannot be told. */
export function holdsIn({ metric, of, is, bound }: Threshold, interval: LoadInterval | undefined): boolean | undefined {
  const { durations = {}, errors = 0, requests = 0 } = interval ?? {};
  const isShare = metric === 'unexpected-status' && of === 'rate' && requests > 0;
  const actual = isShare ? errors / requests : statisticOf(durations[metric], of);
  return actual === undefined ? undefined : HOLDS[is](actual, bound);
}

function statisticOf(spread: Spread | undefined, of: string): number | undefined {
  const statistic = STATISTICS[of];
  return statistic === undefined ? undefined : spread?.[statistic];
}

const HOLDS: Readonly<Record<Threshold['is'], (actual: number, bound: number) => boolean>> = {
  '<': (actual, bound) => actual < bound,
  '<=': (actual, bound) => actual <= bound,
  '=': (actual, bound) => actual === bound,
  '>=': (actual, bound) => actual >= bound,
  '>': (actual, bound) => actual > bound,
};
