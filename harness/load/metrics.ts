import type { KciProfile } from '../model.ts';
import { isCallVerb, STEP_VERBS } from '../scenario/vocabulary.ts';

/** What a metric is: durations have percentiles, counts are whole numbers, shares go from 0 to 1. */
export type MetricKind = 'duration' | 'count' | 'share';

/** Counted from the start of a load: 0 is a measurement, too. */
export const ALWAYS_COUNTED: readonly string[] = [
  'journeys',
  'requests',
  'errors',
  'orders',
  'kci.received',
  'kci.missing',
  'kci.duplicate',
  'kci.unexpected',
  'dropped',
];
/** Double bookings only where a booking is watched. */
const COUNTS = [...ALWAYS_COUNTED, 'double-bookings'];
/** Of requests (`unexpected-status`, `broken`) and of journeys (`failed`, `inconclusive`). */
const SHARES = ['unexpected-status', 'broken', 'failed', 'inconclusive'];

/** The operations by which answers are measured. */
export const OPERATIONS: ReadonlySet<string> = new Set(STEP_VERBS.filter(isCallVerb));

/**
 * Moments of an order, whatever a profile calls its events: `kci.begun` is its first event, `kci.completed` one that
 * fulfils it.
 */
export const MOMENTS = ['begun', 'completed'] as const;

/**
 * All metrics of a load, by name: answer times of the verbs, the lag of each KCI event of the profile after its order's
 * 202, counts and shares.
 */
export function metricsOf({ events }: Pick<KciProfile, 'events'>): ReadonlyMap<string, MetricKind> {
  const durations = [...OPERATIONS, 'kci.lag', ...[...MOMENTS, ...Object.keys(events)].map((name) => `kci.${name}`)];
  return new Map<string, MetricKind>([
    ...durations.map((name) => [name, 'duration'] as const),
    ...COUNTS.map((name) => [name, 'count'] as const),
    ...SHARES.map((name) => [name, 'share'] as const),
  ]);
}
