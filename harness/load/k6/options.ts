import type { Options } from 'k6/options';
import type { Journey, Step, Target, Threshold, TrafficProfile, TrafficStage } from '../../model.ts';
import { MOMENTS, OPERATIONS } from '../metrics.ts';
import { k6Stages, peakOf } from './stages.ts';

/** What k6's options depend on. */
interface OptionsInput {
  readonly traffic: Pick<TrafficProfile, 'thresholds' | 'drainMs'>;
  /** The stages as they are to run, weights of the week included. */
  readonly stages: readonly TrafficStage[];
  readonly target: Pick<Target, 'deadlines' | 'tenants' | 'tls'>;
  /** Over all journeys: the longest usual time, and the longest time possible. */
  readonly walk: WalkTime;
  /** One of several instances: its share says nothing about the whole, so it has no thresholds. */
  readonly isSegment?: boolean | undefined;
}

/** A VU holds about 1 MB before it walks. */
const MAX_VUS = 1000;
const MIN_GRACE_MS = 10_000;
const SPARE_MS = 10_000;
/** More than usual, so that no starts are dropped when a target slows down. */
const ROOM = 2;

/**
 * How long a journey may go on after the last arrival: as long as its answers and waits may take, but no longer than events
 * are awaited. k6 aborts what takes longer, and its observations are lost.
 */
export function graceOf({ longestMs }: WalkTime, { drainMs }: Pick<TrafficProfile, 'drainMs'>): number {
  return Math.max(MIN_GRACE_MS, Math.min(Math.ceil(longestMs), drainMs));
}

/**
 * The options of a load: arrivals in an open model, a collector that runs in one VU (so in one of several instances), and
 * the thresholds that k6 can watch.
 */
export function k6Options(input: OptionsInput): Options {
  const { traffic, stages, target, walk, isSegment = false } = input;
  const { responseMs } = target.deadlines;
  const graceMs = graceOf(walk, traffic);
  const loadMs = stages.reduce((sum, { forMs }) => sum + forMs, 0);
  const vus = (busyMs: number): number => Math.min(MAX_VUS, Math.max(1, Math.ceil((peakOf(stages) * busyMs) / 1000)));
  const preAllocatedVUs = vus(walk.usualMs * ROOM);
  return {
    scenarios: {
      load: {
        executor: 'ramping-arrival-rate',
        exec: 'walk',
        tags: { to: 'gateway' },
        ...k6Stages(stages),
        preAllocatedVUs,
        maxVUs: Math.max(preAllocatedVUs, vus(walk.longestMs)),
        gracefulStop: `${graceMs}ms`,
      },
      kci: {
        executor: 'per-vu-iterations',
        exec: 'collect',
        vus: 1,
        iterations: 1,
        maxDuration: `${loadMs + Math.max(graceMs, traffic.drainMs) + SPARE_MS}ms`,
        gracefulStop: '0s',
      },
    },
    thresholds: isSegment ? {} : k6Thresholds(traffic.thresholds),
    setupTimeout: `${responseMs * target.tenants.length + SPARE_MS}ms`,
    // Without url: our queries carry JSON, and every address would become a time series of its own.
    systemTags: ['method', 'status', 'name', 'error_code', 'expected_response', 'scenario'],
    summaryTrendStats: ['count', 'min', 'avg', 'med', 'p(90)', 'p(95)', 'p(99)', 'max'],
    userAgent: 'assay (k6)',
    maxRedirects: 0,
    insecureSkipTLSVerify: target.tls?.insecure ?? false,
  };
}

const AGGREGATES: Readonly<Record<string, string>> = { median: 'med', mean: 'avg', min: 'min', max: 'max' };

/** Where k6 finds a metric, and the metric that shows whether there was anything to measure. */
type K6Metric = readonly [metric: string, sampled: string];

const OF_EVENTS: K6Metric[0] = 'kci_feeds';

/** Counts, and shares. */
const PLAIN: Readonly<Record<string, K6Metric>> = {
  'kci.received': ['kci_received', OF_EVENTS],
  'kci.missing': ['kci_missing', OF_EVENTS],
  'kci.duplicate': ['kci_duplicate', OF_EVENTS],
  'kci.unexpected': ['kci_unexpected', OF_EVENTS],
  dropped: ['dropped_iterations', 'iterations{scenario:load}'],
  requests: ['http_reqs{to:gateway}', 'http_reqs{to:gateway}'],
  journeys: ['iterations{scenario:load}', 'iterations{scenario:load}'],
  'unexpected-status': ['http_req_failed{to:gateway}', 'http_reqs{to:gateway}'],
  broken: ['broken', 'http_reqs{to:gateway}'],
};

/**
 * The thresholds that k6 can watch, by metric, with the tag of a part of it. Each has a companion that something was
 * measured at all, because k6 passes a threshold on a metric without samples. Assay judges all of them, including those
 * left out here.
 */
export function k6Thresholds(thresholds: readonly Threshold[]): Record<string, string[]> {
  const found = thresholds.flatMap(({ metric, of, is, bound }): (readonly [metric: string, expression: string])[] => {
    const isPlain = of === 'rate' || (of === 'count' && metric in PLAIN);
    const [measured, sampled] = (isPlain ? PLAIN[metric] : durationOf(metric)) ?? [];
    if (measured === undefined || sampled === undefined) return [];
    const compared = `${aggregateOf(of)}${is === '=' ? '==' : is}${bound}`;
    return [
      [of === 'count' && !isPlain ? sampled : measured, compared],
      [sampled, 'count>0'],
    ];
  });
  const byMetric = Map.groupBy(found, ([metric]) => metric);
  const distinct = (pairs: typeof found): string[] => [...new Set(pairs.map(([, expression]) => expression))];
  return Object.fromEntries([...byMetric].map(([metric, pairs]) => [metric, distinct(pairs)]));
}

/** `p95` as `p(95)`. */
function aggregateOf(of: string): string {
  const percentile = /^p(\d+(?:\.\d+)?)$/.exec(of)?.[1];
  return percentile === undefined ? (AGGREGATES[of] ?? of) : `p(${percentile})`;
}

/** The metric of the durations with this name, and the one that counts them. */
function durationOf(metric: string): K6Metric | undefined {
  if (OPERATIONS.has(metric)) return [`http_req_duration{operation:${metric}}`, `http_reqs{operation:${metric}}`];
  if (metric === 'kci.lag') return ['kci_lag', 'kci_events'];
  const event = /^kci\.(.+)$/.exec(metric)?.[1];
  if (event === undefined) return undefined;
  const tag = MOMENTS.some((moment) => moment === event) ? 'moment' : 'event';
  return [`kci_lag{${tag}:${event}}`, `kci_events{${tag}:${event}}`];
}

/** How long a journey keeps a VU busy, ms. */
export interface WalkTime {
  readonly usualMs: number;
  /** With every answer at its deadline and every wait to its end. */
  readonly longestMs: number;
}

/** What an answer takes under load where the target was not asked before. */
const TYPICAL_ANSWER_MS = 250;
/** If it was asked: this factor times that answer time, and at least the minimum below. */
const SLOWER_UNDER_LOAD = 4;
const MIN_ANSWER_MS = 50;
/** How long a wait for an event usually takes, if its limit is longer. */
const TYPICAL_AWAIT_MS = 5_000;
/** How long a wait until a moment may take, if the target file sets no limit. */
const MAX_WAIT_MS = 600_000;

/**
 * How long a journey takes, in ms, from its steps and from the target's answer time before the load, if that was measured.
 */
export function walkTime(
  { steps }: Journey,
  { deadlines }: Target,
  think: TrafficProfile['think'],
  answerMs = TYPICAL_ANSWER_MS,
): WalkTime {
  const underLoadMs = Math.min(TYPICAL_ANSWER_MS, Math.max(MIN_ANSWER_MS, answerMs * SLOWER_UNDER_LOAD));
  const times = steps.map((step) => stepTime(step, deadlines, underLoadMs));
  const pauses = Math.max(0, steps.length - 1);
  return {
    usualMs: sum(times.map(({ usualMs }) => usualMs)) + (pauses * (think.fromMs + think.toMs)) / 2,
    longestMs: sum(times.map(({ longestMs }) => longestMs)) + pauses * think.toMs,
  };
}

function stepTime(step: Step, { responseMs, kciMs, waitMs }: Target['deadlines'], answerMs: number): WalkTime {
  switch (step.kind) {
    case 'call':
    case 'parallel':
      return { usualMs: Math.min(answerMs, responseMs), longestMs: responseMs };
    case 'await': {
      const longestMs = Math.min(step.withinMs, kciMs ?? Number.POSITIVE_INFINITY);
      return { usualMs: Math.min(TYPICAL_AWAIT_MS, longestMs), longestMs };
    }
    case 'wait': {
      const longestMs = Math.min(step.forMs ?? MAX_WAIT_MS, waitMs ?? MAX_WAIT_MS);
      return { usualMs: longestMs, longestMs };
    }
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
