import type { LoadVerdict } from '../harness/model.ts';
import { foldOf } from '../harness/record/fold.ts';
import type { ReportInput } from './input.ts';

/** Of a metric: labels and value of each of its samples. */
type Samples = readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[];
/** Its name, what it tells, and its samples. */
export type Metric = readonly [name: string, help: string, samples: Samples];

/** A run as a text file of gauges, for the textfile collector of Prometheus' node exporter: no times of their own, the last run counts. */
export function* prometheus({ verdict, record, profile }: ReportInput): Generator<string> {
  const { counts, requirements } = verdict;
  const took = new Map<string, number[]>();
  for (const { sent, response } of foldOf(record, profile).exchanges.values())
    if (response) took.set(sent.verb, [...(took.get(sent.verb) ?? []), response.tookMs]);
  const rows = Map.groupBy(requirements, ({ outcome }) => outcome);
  const outcomes = (of: Readonly<Record<string, number>>): Samples =>
    Object.entries(of).map(([outcome, n]) => [{ outcome }, n]);
  const seconds = (of: (all: readonly number[]) => number): Samples =>
    [...took].map(([operation, all]) => [{ operation }, of(all)]);
  yield exposition({ ...verdict, kind: 'run' }, [
    ['cases', 'Cases by outcome', outcomes(counts.cases)],
    ['checks', 'Checks by outcome', outcomes(counts.checks)],
    ['requirements', 'Requirements by verdict', [...rows].map(([outcome, those]) => [{ outcome }, those.length])],
    ['requests', 'Requests sent', [[{}, counts.requests]]],
    ['deliveries', 'Webhook deliveries received', [[{}, counts.deliveries]]],
    ['answer_seconds_sum', 'Time of all answers', seconds((all) => all.reduce((sum, each) => sum + each, 0) / 1_000)],
    ['answer_seconds_count', 'Answers', seconds((all) => all.length)],
    ['answer_seconds_max', 'Time of the slowest answer', seconds((all) => Math.max(...all) / 1_000)],
  ]);
}

/** A load as the same. */
export const loadPrometheus = (verdict: LoadVerdict): string =>
  exposition({ ...verdict, kind: 'load' }, gaugesOf(verdict));

/** What is said of a load in numbers, each a gauge. */
export function gaugesOf(verdict: LoadVerdict): readonly Metric[] {
  const { counts, durations } = verdict.metrics;
  const spread = Object.entries(durations).flatMap(([operation, { min, median, p90, p95, p99, max }]) =>
    Object.entries({ min, median, p90, p95, p99, max }).map(
      ([quantile, ms]) => [{ operation, quantile }, ms / 1_000] as const,
    ),
  );
  return [
    ['cases', 'Journeys by outcome', Object.entries(verdict.cases).map(([outcome, n]) => [{ outcome }, n])],
    ['count', 'What was counted', Object.entries(counts).map(([name, n]) => [{ name }, n])],
    ['duration_seconds', 'Times of operations and of events', spread],
    [
      'threshold_held',
      '1 where a threshold held, 0 where it was crossed',
      verdict.thresholds.flatMap(({ text, outcome }) =>
        outcome === 'unmeasured' ? [] : [[{ threshold: text }, outcome === 'passed' ? 1 : 0] as const],
      ),
    ],
  ];
}

interface Of {
  readonly kind: 'run' | 'load';
  readonly outcome: string;
  readonly assay: string;
  readonly target: string;
  readonly profile: string;
  readonly world: string;
  readonly startedAt: number;
  readonly endedAt: number;
}

function exposition(
  { kind, outcome, assay, target, profile, world, startedAt, endedAt }: Of,
  metrics: readonly Metric[],
): string {
  const all: readonly Metric[] = [
    ['info', 'What it was, and how it came out', [[{ outcome, assay, profile, world }, 1]]],
    ['started_timestamp_seconds', 'When it began', [[{}, startedAt / 1_000]]],
    ['ended_timestamp_seconds', 'When it ended', [[{}, endedAt / 1_000]]],
    ...metrics,
  ];
  return all
    .filter(([, , samples]) => samples.length > 0)
    .map(([name, help, samples]) => {
      const full = `assay_${kind}_${name}`;
      const lines = samples.map(([labels, value]) => {
        const said = Object.entries({ target, ...labels }).map(([label, text]) => `${label}="${escaped(text)}"`);
        return `${full}{${said.join(',')}} ${value}\n`;
      });
      return `# HELP ${full} ${help}.\n# TYPE ${full} gauge\n${lines.join('')}`;
    })
    .join('');
}

/** As the text format wants label values. */
function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
