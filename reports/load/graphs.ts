import type { LoadInterval, LoadVerdict } from '../../harness/model.ts';
import { thousands } from '../../harness/words/text.ts';
import type { PackedLanes } from '../html/lanes-packed.ts';
import { milliseconds, thresholdName } from './words.ts';

/** A line of a graph; undefined values are gaps. */
export interface GraphLine {
  readonly name: string;
  /** The page colour of the line. */
  readonly tone: 'first' | 'second' | 'third' | 'bad';
  readonly values: readonly (number | undefined)[];
}

/** A graph over the time of a load, as data: the page draws it once, and its script again for a closer look. */
export interface Graph {
  readonly title: string;
  readonly unit: keyof typeof spellings;
  readonly lines: readonly GraphLine[];
  /** The bound of a threshold, with its name. */
  readonly limit?: { readonly at: number; readonly name: string };
}

/** The data for the graphs; the page holds it for its script. */
export type LoadData = Pick<LoadVerdict, 'intervals' | 'intervalMs' | 'thresholds'> & {
  readonly metrics: Pick<LoadVerdict['metrics'], 'durations' | 'counts'>;
};
/** The id of the element that holds the data. */
export const LOAD_DATA = 'assay-load';

/** Orders of a load, with the journey of each. */
export interface LoadLanes {
  readonly packed: PackedLanes;
  readonly cases: readonly string[];
}

/** The text of a value, by the unit of its graph. */
export const spellings = {
  rate: (value: number): string => `${Number(value.toPrecision(3))}/s`,
  count: (value: number): string => thousands(Math.round(value)),
  ms: milliseconds,
};

const PERCENTILES = [
  ['median', 'first'],
  ['p95', 'second'],
  ['p99', 'third'],
] as const;

/**
 * The measurements as graphs: arrivals, events, and percentiles of each operation and of the events' lag, with the
 * thresholds' bounds.
 */
export function graphsOf({ intervals, intervalMs, metrics, thresholds }: LoadData): readonly Graph[] {
  const perSecond = (of: (interval: LoadInterval) => number): readonly number[] =>
    intervals.map((interval) => (of(interval) * 1_000) / intervalMs);
  const durations = (name: string, title: string): Graph => {
    const limit = thresholds.find((each) => each.metric === name && each.of === 'p95' && each.outcome !== 'unmeasured');
    return {
      title,
      unit: 'ms',
      lines: PERCENTILES.map(([of, tone]) => ({
        name: of,
        tone,
        values: intervals.map(({ durations: each }) => each[name]?.[of]),
      })),
      ...(limit && { limit: { at: limit.bound, name: thresholdName(limit) } }),
    };
  };
  const events: Graph = {
    title: 'Events, and orders that await some',
    unit: 'count',
    lines: [
      { name: 'events', tone: 'first', values: intervals.map(({ deliveries }) => deliveries) },
      { name: 'orders waiting', tone: 'third', values: intervals.map(({ pending }) => pending) },
    ],
  };
  const operations = Object.keys(metrics.durations).filter((name) => !name.startsWith('kci.'));
  return [
    {
      title: 'Arrivals, requests and errors',
      unit: 'rate',
      lines: [
        { name: 'journeys', tone: 'first', values: perSecond(({ arrivals }) => arrivals) },
        { name: 'requests', tone: 'second', values: perSecond(({ requests }) => requests) },
        { name: 'errors', tone: 'bad', values: perSecond(({ errors }) => errors) },
      ],
    },
    ...(metrics.counts['kci.received'] === undefined ? [] : [events]),
    ...operations.map((name) => durations(name, name)),
    ...(metrics.durations['kci.lag'] === undefined
      ? []
      : [durations('kci.lag', 'Events, after the acceptance of their order')]),
  ];
}
