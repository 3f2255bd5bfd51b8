import { resultLine } from '../../../reports/story/counts.ts';
import { inCases, type OfCase, spoken } from '../../../reports/story/fix.ts';
import type { Labels } from '../../../reports/words/labels.ts';
import {
  type ChangedCase,
  type ChangedCause,
  type ChangedFailure,
  type ComparedRun,
  isWorse,
  type LookedAt,
  type RunDiff,
} from '../../evidence/diff.ts';
import { formatDuration } from '../../values/duration.ts';
import { isInProcess } from '../../wire/in-process.ts';
import { clip, count, oneLine, thousands } from '../../words/text.ts';
import { formatUtc } from '../../words/times.ts';
import { type Alike, unlike } from '../folder/alike.ts';

/** The labels that begin blocks of `assay diff`. */
export const DIFF_LABELS: Labels = {
  'NEW CAUSE': 'red',
  'FIXED CAUSE': 'green',
  'NEW FAILURE': 'red',
  'NEW, WAIVED': 'yellow',
  'FIXED FAILURE': 'green',
  'LOST CASE': 'red',
  'LOST CHECK': 'red',
  'NEW CASE': 'cyan',
  'NEW CHECK': 'cyan',
  TIMING: 'yellow',
  BESIDE: 'dim',
  WORSE: 'red',
  'NOT WORSE': 'green',
};

const MAX_LISTED = 20;

/** The differences of two runs, for a terminal or a CI log. */
export function diffText(before: ComparedRun, after: ComparedRun, found: RunDiff): string {
  const { causes, newFailures, fixed, lost, added, timings } = found;
  const isWaived = (each: ChangedFailure): boolean => each.isWaived === true;
  const blocks = [
    titledBlock('NEW CAUSE', causes.new.map(causeLine)),
    titledBlock('FIXED CAUSE', causes.fixed.map(causeLine)),
    titledBlock('NEW FAILURE', inCases(newFailures.filter((each) => !isWaived(each))).map(failureLine)),
    titledBlock('NEW, WAIVED', inCases(newFailures.filter(isWaived)).map(failureLine)),
    titledBlock('FIXED FAILURE', inCases(fixed).map(failureLine)),
    titledBlock('LOST CASE', lost.cases.map(caseLine)),
    titledBlock('LOST CHECK', lost.checks.map(checkLine)),
    titledBlock('NEW CASE', added.cases.map(caseLine)),
    titledBlock('NEW CHECK', added.checks.map(checkLine)),
    titledBlock(
      'TIMING',
      timings.map(
        ({ operation, beforeMs, afterMs, factor }) =>
          `${operation}: median ${formatDuration(beforeMs)} → ${formatDuration(afterMs)} (${factor} times)`,
      ),
    ),
    ...notes(before, after),
    `${isWorse(found) ? 'WORSE' : 'NOT WORSE'}  ${runWords(before)} → ${runWords(after)}`,
  ];
  return blocks.filter((each) => each !== '').join('\n\n');
}

/** A title with the number of its lines, and the lines; empty if there are none. */
export function titledBlock(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return '';
  const rest = lines.length > MAX_LISTED ? [`  and ${thousands(lines.length - MAX_LISTED)} more`] : [];
  return [
    `${title}  ${thousands(lines.length)}`,
    ...lines.slice(0, MAX_LISTED).map((line) => `  ${oneLine(line)}`),
    ...rest,
  ].join('\n');
}

function causeLine({ kind, cases }: ChangedCause): string {
  return `${clip(spoken(kind), 200)}: ${cases === 0 ? 'the run as a whole' : count(cases, 'case')}`;
}

function failureLine({ more, ...first }: OfCase<ChangedFailure>): string {
  const { case: id, step, check, requirements, summary, other } = first;
  const where = step === undefined ? id : `${id}, step ${step}`;
  const was = other === 'not-run' ? ' (the case is in one of the runs only)' : '';
  return `${where}: ${check}${requirements.length === 0 ? '' : ` on ${requirements.slice(0, 3).join(' ')}`}: ${clip(summary, 200)}${more === 0 ? '' : `, and ${count(more, 'more finding')}`}${was}`;
}

function caseLine({ case: id, other, reason }: ChangedCase): string {
  return `${id}: ${other === 'not-run' ? 'not run' : other}${reason === undefined ? '' : ` (${reason})`} in the other run`;
}

function checkLine({ case: id, step, check }: LookedAt): string {
  return step === undefined ? `${id}: ${check}` : `${id}, step ${step}: ${check}`;
}

/** Other differences, which may explain the rest. */
function notes(before: ComparedRun, after: ComparedRun): string[] {
  const parts = ({ verdict }: ComparedRun): Alike[] => {
    const { target, baseUrl, build = 'not stated', seed, contract, profile, world, assay } = verdict;
    const all = {
      target,
      address: baseUrl,
      build,
      seed,
      contract: contract.slice(0, 12),
      'KCI profile': profile,
      world,
    };
    return Object.entries({ ...all, Assay: assay }).map(([what, is]) => [what, is, String(is)]);
  };
  const changed = unlike(parts(before), parts(after)).map(
    ({ what, was, is }) => `  ${what}: ${oneLine(was)} → ${oneLine(is)}`,
  );
  return changed.length === 0 ? [] : [['BESIDE', ...changed].join('\n')];
}

function runWords({ verdict }: ComparedRun): string {
  const { cases } = verdict.counts;
  const when = isInProcess(verdict.baseUrl) ? 'simulated time' : formatUtc(verdict.startedAt);
  return `${resultLine({ ...verdict, cases })}, on ${when}: ${count(cases.passed, 'case')} passed, ${cases.failed} failed`;
}
