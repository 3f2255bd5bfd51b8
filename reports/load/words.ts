import type { LoadVerdict, ThresholdVerdict } from '../../harness/model.ts';
import { thousands } from '../words/text.ts';
import { spell } from '../words/times.ts';

/** How a load ended, in a word. */
export const outcomes: Readonly<Record<LoadVerdict['outcome'], string>> = {
  held: 'Held',
  crossed: 'Not held',
  incomplete: 'Incomplete',
};

/** A threshold as a sentence would have it: `availability: p95 < 1500ms`. */
export function thresholdName({ metric, text }: Pick<ThresholdVerdict, 'metric' | 'text'>): string {
  return `${metric}: ${text}`;
}

/** What was measured for a threshold, in its own unit, or why nothing was. */
export function measured({ of, actual, note }: ThresholdVerdict): string {
  if (actual === undefined) return note === undefined ? 'nothing was measured' : `nothing was measured: ${note}`;
  if (of === 'count') return thousands(actual);
  return of === 'rate' ? `${(actual * 100).toFixed(2)} %` : milliseconds(actual);
}

/** A duration, exact where it is short: `0.4 ms`, `120 ms`, `2 min 5 s`. */
export function milliseconds(ms: number): string {
  if (ms >= 999.5) return spell(ms);
  return ms >= 100 ? `${Math.round(ms)} ms` : `${ms.toFixed(1)} ms`;
}

/** `of 12,400 orders the events of 12,400 were judged` and so on: the sums that belong on the first screen. */
export function sums({
  metrics,
  cases,
  orders,
  startedAt,
  endedAt,
}: LoadVerdict): readonly (readonly [string, string])[] {
  const of = (name: string): string => thousands(metrics.counts[name] ?? 0);
  return [
    [
      'Journeys',
      `${of('journeys')} in ${spell(endedAt - startedAt)}: ${thousands(cases.passed)} passed, ${thousands(cases.failed)} failed, ${thousands(cases.inconclusive)} could not be judged`,
    ],
    ['Orders', `${thousands(orders.accepted)} accepted, the events of ${thousands(orders.judged)} judged`],
    [
      'Events',
      `${of('kci.received')} received, ${of('kci.missing')} orders lack some, ${of('kci.duplicate')} came again, ${of('kci.unexpected')} unexpected`,
    ],
    ['Requests', `${of('requests')}, ${of('errors')} not answered as expected`],
  ];
}
