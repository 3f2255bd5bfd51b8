import type { LoadVerdict, Spread, ThresholdVerdict } from '../../harness/model.ts';
import type { Labels } from '../words/labels.ts';
import { oneLine, thousands } from '../words/text.ts';
import { measured, milliseconds, outcomes, sums, thresholdName } from './words.ts';

/** What a load ends with. */
export const LOAD_LABELS: Labels = {
  HELD: 'green',
  'NOT HELD': 'red',
  INCOMPLETE: 'yellow',
  '✓': 'green',
  '✗': 'red',
  '!': 'yellow',
};

const MOST = 10;

/** What a load came to, for a terminal. */
export function loadText(verdict: LoadVerdict, reports: readonly string[]): string {
  const { metrics, target, profile, seed, engine } = verdict;
  const nameOf = (each: ThresholdVerdict): string => oneLine(thresholdName(each));
  const widest = Math.max(0, ...verdict.thresholds.map((each) => nameOf(each).length));
  const blocks = [
    [
      `${outcomes[verdict.outcome].toUpperCase()}  ${oneLine(`${verdict.title}: ${target}, KCI profile ${profile}`)}, seed ${seed}, engine ${engine}`,
      ...(verdict.note === undefined ? [] : [`  ${oneLine(verdict.note)}`]),
    ],
    verdict.thresholds.map(
      (each) => `  ${each.outcome === 'passed' ? '✓' : '✗'} ${nameOf(each).padEnd(widest)}  ${measured(each)}`,
    ),
    table(metrics.durations),
    [
      ...verdict.failures
        .slice(0, MOST)
        .map(({ check, summary, times }) => `  ✗ ${thousands(times)} × ${oneLine(`${check}: ${summary}`)}`),
      ...Object.entries(verdict.errors)
        .slice(0, MOST)
        .map(([kind, times]) => `  ! ${thousands(times)} × ${oneLine(kind)}`),
    ],
    [
      ...sums(verdict).map(([name, value]) => `  ${name.toLowerCase().padEnd(12)}${value}`),
      ...reports.map((path, i) => `  ${(i === 0 ? 'reports' : '').padEnd(12)}${path}`),
    ],
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

/** Narrower would be hard to tell apart. */
const LEAST_WIDE = 11;

function table(durations: LoadVerdict['metrics']['durations']): string[] {
  const rows = Object.entries(durations);
  if (rows.length === 0) return [];
  const cellsOf = ({ count, median, p95, p99, max }: Spread): string[] => [
    thousands(count),
    ...[median, p95, p99, max].map(milliseconds),
  ];
  const lines = [
    ['', 'count', 'median', 'p95', 'p99', 'max'],
    ...rows.map(([name, spread]) => [oneLine(name), ...cellsOf(spread)]),
  ];
  const wide = Math.max(LEAST_WIDE, ...lines.flatMap(([, ...cells]) => cells.map((each) => each.length + 1)));
  return lines.map(
    ([name = '', ...cells]) => `  ${name.padEnd(26)}${cells.map((each) => each.padStart(wide)).join('')}`,
  );
}
