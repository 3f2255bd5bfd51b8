import type { LoadVerdict, Spread, ThresholdVerdict } from '../../harness/model.ts';
import { oneLine, thousands } from '../../harness/words/text.ts';
import type { Labels } from '../words/labels.ts';
import {
  culprits,
  durationRows,
  highestRate,
  howManyMet,
  isOfThreshold,
  loadOutcomes,
  measured,
  milliseconds,
  sums,
  thresholdName,
  wentWrong,
} from './words.ts';

/** The labels at the end of a load. */
export const LOAD_LABELS: Labels = {
  'THRESHOLDS MET': 'green',
  'THRESHOLDS CROSSED': 'red',
  INCOMPLETE: 'yellow',
  '✓': 'green',
  '✗': 'red',
  '!': 'yellow',
  '-': 'yellow',
};

const MAX_LISTED = 10;
/** The most journeys named for one kind. */
const NAMED = 3;

const SIGNS: Readonly<Record<ThresholdVerdict['outcome'], string>> = { passed: '✓', failed: '✗', unmeasured: '-' };

/** The result of a load, for a terminal. */
export function loadText(verdict: LoadVerdict, reports: readonly string[]): string {
  const { metrics, target, profile, seed, engine } = verdict;
  const nameOf = (each: ThresholdVerdict): string => oneLine(thresholdName(each));
  const widest = Math.max(0, ...verdict.thresholds.map((each) => nameOf(each).length));
  const wrong = wentWrong(verdict);
  const met = howManyMet(verdict);
  const isHeld = verdict.outcome === 'held';
  const rate = highestRate(verdict);
  const blocks = [
    [
      `${loadOutcomes[verdict.outcome].toUpperCase()}  ${isHeld && met !== undefined ? `${met}: ` : ''}${oneLine(`${verdict.title}: ${target}, KCI profile ${profile}`)}, seed ${seed}, engine ${engine}`,
      ...(wrong === undefined ? [] : [`  ✗ ${wrong}`]),
      ...(rate === undefined ? [] : [`  ${oneLine(rate)}`]),
      ...(verdict.note === undefined ? [] : [`  ${oneLine(verdict.note)}`]),
      ...(isHeld || met === undefined ? [] : [`  - thresholds: ${met}`]),
    ],
    verdict.thresholds.map(
      (each) => `  ${SIGNS[each.outcome]} ${nameOf(each).padEnd(widest)}  ${oneLine(measured(each))}`,
    ),
    table(durationRows(metrics)),
    [
      ...verdict.failures
        .slice(0, MAX_LISTED)
        .flatMap((failure) => [
          `  ✗ ${thousands(failure.times)} × ${oneLine(`${failure.check}: ${failure.summary}`)}`,
          ...(isOfThreshold(verdict.thresholds, failure) ? culprits(failure) : [])
            .slice(0, NAMED)
            .map(({ journey, summary }) => `      ${oneLine(`${journey || 'no journey'}: ${summary}`)}`),
        ]),
      ...Object.entries(verdict.errors)
        .slice(0, MAX_LISTED)
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

/** The least width of a column; narrower ones would be hard to tell apart. */
const MIN_WIDE = 11;

function table(rows: ReturnType<typeof durationRows>): string[] {
  if (rows.length === 0) return [];
  const cellsOf = ({ count, median, p95, p99, max }: Spread): string[] => [
    thousands(count),
    ...[median, p95, p99, max].map(milliseconds),
  ];
  const lines = [
    ['', 'count', 'median', 'p95', 'p99', 'max'],
    ...rows.map(([name, spread]) => [oneLine(name), ...cellsOf(spread)]),
  ];
  const wide = Math.max(MIN_WIDE, ...lines.flatMap(([, ...cells]) => cells.map((each) => each.length + 1)));
  return lines.map(
    ([name = '', ...cells]) => `  ${name.padEnd(28)}${cells.map((each) => each.padStart(wide)).join('')}`,
  );
}
