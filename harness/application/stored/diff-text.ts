import { resultLine } from '../../../reports/story/counts.ts';
import type { Labels } from '../../../reports/words/labels.ts';
import { clip, count, oneLine, thousands } from '../../../reports/words/text.ts';
import { moment, spell } from '../../../reports/words/times.ts';
import {
  type ChangedCase,
  type ChangedFailure,
  type ComparedRun,
  isWorse,
  type LookedAt,
  type RunDiff,
} from '../../evidence/diff.ts';

/** What `assay diff` begins its blocks with. */
export const DIFF_LABELS: Labels = {
  'NEW FAILURE': 'red',
  'NEW, WAIVED': 'yellow',
  FIXED: 'green',
  'LOST CASE': 'red',
  'LOST CHECK': 'red',
  'NEW CASE': 'cyan',
  'NEW CHECK': 'cyan',
  TIMING: 'yellow',
  BESIDE: 'dim',
  WORSE: 'red',
  'NOT WORSE': 'green',
};

const MOST = 20;

/** What is different between two runs, for a terminal or a CI log. */
export function diffText(before: ComparedRun, after: ComparedRun, found: RunDiff): string {
  const { newFailures, fixed, lost, added, timings } = found;
  const isWaived = (each: ChangedFailure): boolean => each.isWaived === true;
  const blocks = [
    block('NEW FAILURE', newFailures.filter((each) => !isWaived(each)).map(failureLine)),
    block('NEW, WAIVED', newFailures.filter(isWaived).map(failureLine)),
    block('FIXED', fixed.map(failureLine)),
    block('LOST CASE', lost.cases.map(caseLine)),
    block('LOST CHECK', lost.checks.map(checkLine)),
    block('NEW CASE', added.cases.map(caseLine)),
    block('NEW CHECK', added.checks.map(checkLine)),
    block(
      'TIMING',
      timings.map(
        ({ operation, beforeMs, afterMs, factor }) =>
          `${operation}: median ${spell(beforeMs)} → ${spell(afterMs)} (${factor} times)`,
      ),
    ),
    ...notes(before, after),
    `${isWorse(found) ? 'WORSE' : 'NOT WORSE'}  ${runWords(before)} → ${runWords(after)}`,
  ];
  return blocks.filter((each) => each !== '').join('\n\n');
}

function block(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return '';
  const rest = lines.length > MOST ? [`  and ${thousands(lines.length - MOST)} more`] : [];
  return [
    `${title}  ${thousands(lines.length)}`,
    ...lines.slice(0, MOST).map((line) => `  ${oneLine(line)}`),
    ...rest,
  ].join('\n');
}

function failureLine({ case: id, step, check, requirements, summary, other }: ChangedFailure): string {
  const where = step === undefined ? id : `${id}, step ${step}`;
  const was = other === 'not-run' ? ' (the case is in one of the runs only)' : '';
  return `${where}: ${check}${requirements.length === 0 ? '' : ` on ${requirements.slice(0, 3).join(' ')}`}: ${clip(summary, 200)}${was}`;
}

function caseLine({ case: id, other, reason }: ChangedCase): string {
  return `${id}: ${other}${reason === undefined ? '' : ` (${reason})`} in the other run`;
}

function checkLine({ case: id, step, check }: LookedAt): string {
  return step === undefined ? `${id}: ${check}` : `${id}, step ${step}: ${check}`;
}

/** What else is different, for it may explain the rest. */
function notes({ verdict: was }: ComparedRun, { verdict: is }: ComparedRun): string[] {
  const pairs = [
    ['target', was.target, is.target],
    ['address', was.baseUrl, is.baseUrl],
    ['build', was.build ?? 'not stated', is.build ?? 'not stated'],
    ['seed', String(was.seed), String(is.seed)],
    ['contract', was.contract.slice(0, 12), is.contract.slice(0, 12)],
    ['KCI profile', was.profile, is.profile],
    ['world', was.world, is.world],
    ['Assay', was.assay, is.assay],
  ] as const;
  const changed = pairs.filter(([, a, b]) => a !== b).map(([name, a, b]) => `  ${name}: ${oneLine(a)} → ${oneLine(b)}`);
  return changed.length === 0 ? [] : [['BESIDE', ...changed].join('\n')];
}

function runWords({ verdict }: ComparedRun): string {
  const { cases } = verdict.counts;
  return `${resultLine({ ...verdict, cases })}, on ${moment(verdict.startedAt)}: ${count(cases.passed, 'case')} passed, ${cases.failed} failed`;
}
