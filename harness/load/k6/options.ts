import type { Options } from 'k6/options';
import type { Target, Traffic, TrafficStage } from '../../model.ts';
import { k6Stages, peakOf } from './stages.ts';
import { k6Thresholds } from './thresholds.ts';
import type { WalkTime } from './walk-time.ts';

/** What k6's options depend on. */
export interface OptionsInput {
  readonly traffic: Pick<Traffic, 'thresholds' | 'drainMs'>;
  /** The stages as they are to run, weights of the week included. */
  readonly stages: readonly TrafficStage[];
  readonly target: Pick<Target, 'deadlines' | 'tenants' | 'tls'>;
  /** Of the journeys: the longer of the usual times, and the longest of all. */
  readonly walk: WalkTime;
  /** The most VUs that this machine is given to hold. */
  readonly mostVus?: number | undefined;
  /** One of several instances: its share says nothing of the whole, and is held against no threshold. */
  readonly isSegment?: boolean | undefined;
}

/** A VU holds about 1 MB before it walks. */
const MOST_VUS = 1000;
const LEAST_GRACE_MS = 10_000;
const SPARE_MS = 10_000;
/** More than the usual, so that a target that slows down drops no starts. */
const ROOM = 2;

/**
 * How long after the last arrival a journey may go on: as long as its answers and waits may take, but no longer than
 * events are awaited. k6 breaks off what takes longer, and what that observed is lost.
 */
export function graceOf({ longestMs }: WalkTime, { drainMs }: Pick<Traffic, 'drainMs'>): number {
  return Math.max(LEAST_GRACE_MS, Math.min(Math.ceil(longestMs), drainMs));
}

/**
 * The options of a load: arrivals in an open model, a collector that one VU (and so one instance of several) runs, and
 * the thresholds that k6 can watch.
 */
export function k6Options(input: OptionsInput): Options {
  const { traffic, stages, target, walk, mostVus = MOST_VUS, isSegment = false } = input;
  const { responseMs } = target.deadlines;
  const graceMs = graceOf(walk, traffic);
  const loadMs = stages.reduce((sum, { forMs }) => sum + forMs, 0);
  const vus = (busyMs: number): number => Math.min(mostVus, Math.max(1, Math.ceil((peakOf(stages) * busyMs) / 1000)));
  const preAllocatedVUs = vus(walk.usualMs * ROOM);
  return {
    scenarios: {
      load: {
        executor: 'ramping-arrival-rate',
        exec: 'walk',
        tags: { to: 'gateway' },
        ...k6Stages(stages),
        stages: [...k6Stages(stages).stages],
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
    thresholds: Object.fromEntries(
      Object.entries(isSegment ? {} : k6Thresholds(traffic.thresholds)).map(([metric, each]) => [metric, [...each]]),
    ),
    setupTimeout: `${responseMs * target.tenants.length + SPARE_MS}ms`,
    // Without url: our queries carry JSON, and every address would be a time series of its own.
    systemTags: ['method', 'status', 'name', 'error_code', 'expected_response', 'scenario'],
    summaryTrendStats: ['count', 'min', 'avg', 'med', 'p(90)', 'p(95)', 'p(99)', 'max'],
    userAgent: 'assay (k6)',
    maxRedirects: 0,
    insecureSkipTLSVerify: target.tls?.insecure ?? false,
  };
}
