import type { LoadVerdict, Reason, Spread, ThresholdVerdict } from '../../harness/model.ts';
import { formatDuration } from '../../harness/values/duration.ts';
import { count, thousands } from '../../harness/words/text.ts';
import { type LiveLoad, spellWhole } from '../terminal/live-state.ts';
import { reasons } from '../words/words.ts';

/** The outcome of a load, in a word. */
export const loadOutcomes: Readonly<Record<LoadVerdict['outcome'], string>> = {
  held: 'Thresholds met',
  crossed: 'Thresholds crossed',
  incomplete: 'Incomplete',
};

/** The name of a threshold: `availability: p95 < 1500ms`. */
export function thresholdName({ metric, text }: Pick<ThresholdVerdict, 'metric' | 'text'>): string {
  return `${metric}: ${text}`;
}

/** The outcome of a threshold, in a word. */
export const thresholdOutcomes: Readonly<Record<ThresholdVerdict['outcome'], string>> = {
  passed: 'met',
  failed: 'crossed',
  unmeasured: 'not measured',
};

/** What went wrong so far; it comes first, however the load ended. Undefined if nothing did. */
export function wentWrong({ thresholds, cases }: Pick<LoadVerdict, 'thresholds' | 'cases'>): string | undefined {
  const crossed = thresholds.filter(({ outcome }) => outcome === 'failed').length;
  const told = [
    ...(crossed > 0 ? [`${crossed} of ${count(thresholds.length, 'threshold')} crossed`] : []),
    ...(cases.failed > 0 ? [`${count(cases.failed, 'journey')} failed`] : []),
  ];
  return told.length === 0 ? undefined : told.join(', ');
}

/** The highest rate that held, for a load that rises; undefined if it shows none. */
export function highestRate({ limit }: Pick<LoadVerdict, 'limit'>): string | undefined {
  if (!limit) return undefined;
  return `holds ${limit.holdsAt} journeys a second; at ${limit.givesAt} it crosses ${thresholdName(limit)}`;
}

/** How many thresholds were met, if not all could be measured. */
export function howManyMet({ thresholds }: Pick<LoadVerdict, 'thresholds'>): string | undefined {
  const of = (outcome: ThresholdVerdict['outcome']): number =>
    thresholds.filter((each) => each.outcome === outcome).length;
  const unmeasured = of('unmeasured');
  return unmeasured === 0 ? undefined : `${of('passed')} of ${thresholds.length} met, ${unmeasured} not measured`;
}

/** Whether an entry of `failures` lists contributions to a threshold, and not failed checks. */
export function isOfThreshold(
  thresholds: LoadVerdict['thresholds'],
  { check }: LoadVerdict['failures'][number],
): boolean {
  return thresholds.some(({ metric }) => metric === check);
}

/** Journeys with a failure, each with its summary. */
export function culprits({
  example,
  more,
}: LoadVerdict['failures'][number]): readonly { readonly journey: string; readonly summary: string }[] {
  const { result, journey } = example;
  return [...(result.outcome === 'failed' ? [{ journey, summary: result.finding.summary }] : []), ...more];
}

/** Durations in display order: for an operation from when sent, and from when due if that differs. */
export function durationRows({
  durations,
  fromDue,
  late,
}: LoadVerdict['metrics']): readonly (readonly [string, Spread])[] {
  return [
    ...Object.entries(durations).flatMap(([name, sent]): (readonly [string, Spread])[] => {
      const due = fromDue[name];
      return [[name, sent], ...(due && due.max > sent.max + MIN_MS ? [[`${name}, from when due`, due] as const] : [])];
    }),
    ...(late && late.max > MIN_MS ? [["sent late: the generator's", late] as const] : []),
  ];
}

/** The progress of a load. */
export function wayWords({ elapsedMs, durationMs, drainMs }: LiveLoad): string {
  return elapsedMs >= durationMs
    ? `all begun, KCIs are awaited for ${spellWhole(Math.max(0, durationMs + drainMs - elapsedMs))} at most`
    : `${spellWhole(elapsedMs)} of ${spellWhole(durationMs)}, and then up to ${spellWhole(drainMs)} for KCIs`;
}

/**
 * The durations shown while a load goes on: of operations, and the lag of events. Those of single events are only in
 * reports.
 */
export function liveDurations(durations: LiveLoad['durations']): readonly (readonly [string, Spread])[] {
  return Object.entries(durations).filter(([name]) => !name.startsWith('kci.') || name === 'kci.lag');
}

/** The least difference that is shown. */
const MIN_MS = 1;

/** The measurement for a threshold, in its own unit, or why there is none. */
export function measured({ of, actual, note }: ThresholdVerdict): string {
  if (actual === undefined) return note === undefined ? 'not measured' : `not measured: ${note}`;
  if (of === 'count') return thousands(actual);
  return of === 'rate' ? `${(actual * 100).toFixed(2)} %` : milliseconds(actual);
}

/** A duration, exact where it is short: `0.4 ms`, `120 ms`, `2 min 5 s`. */
export function milliseconds(ms: number): string {
  if (ms >= 999.5) return formatDuration(ms);
  return ms >= 100 ? `${Math.round(ms)} ms` : `${ms.toFixed(1)} ms`;
}

/** A load ends even if some still wait: `interrupted` does not mean that somebody interrupted it. */
const whyUnjudged: typeof reasons = { ...reasons, interrupted: 'the load was over while they waited' };

/** `of 12,400 orders the events of 12,400 were judged` and so on: the sums for the first screen. */
export function sums({
  metrics,
  cases,
  unjudged = {},
  orders,
  judged,
  engine,
  generator,
  startedAt,
  endedAt,
}: LoadVerdict): readonly (readonly [string, string])[] {
  const of = (name: string): string => {
    const value = metrics.counts[name];
    return value === undefined ? 'not measured' : thousands(value);
  };
  const why = Object.entries(unjudged).map(([reason, n]) => `${whyUnjudged[reason as Reason]} (${thousands(n)})`);
  return [
    [
      'Journeys',
      `${of('journeys')} in ${formatDuration(endedAt - startedAt)}: ${thousands(cases.passed)} passed, ${thousands(cases.failed)} failed, ${thousands(cases.inconclusive)} could not be judged${why.length === 0 ? '' : `: ${why.join(', ')}`}`,
    ],
    ...told(
      judged.whole < judged.of,
      'Judged',
      `${thousands(judged.whole)} of ${thousands(judged.of)} journeys whole; of the others orders, bookings and events, and ${engine === 'k6' ? 'the script' : 'the runner'} checked the rest`,
    ),
    ['Orders', `${thousands(orders.accepted)} accepted, the events of ${thousands(orders.judged)} judged`],
    [
      'Events',
      metrics.counts['kci.received'] === undefined
        ? 'not measured'
        : `${of('kci.received')} received, ${of('kci.missing')} orders lack some, ${of('kci.duplicate')} came again, ${of('kci.unexpected')} unexpected`,
    ],
    ['Requests', `${of('requests')}, ${of('errors')} not answered as expected`],
    ...told(
      generator !== undefined,
      'Generator',
      `${milliseconds(generator?.processorMs ?? 0)} of processor time, ${thousands(Math.ceil((generator?.memoryBytes ?? 0) / 1e6))} MB of memory at most`,
    ),
  ];
}

const told = (isTold: boolean, name: string, value: string): readonly (readonly [string, string])[] =>
  isTold ? [[name, value]] : [];
