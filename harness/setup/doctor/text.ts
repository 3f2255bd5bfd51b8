import { doctorParts } from '../../../reports/words/doctor.ts';
import type { Labels } from '../../../reports/words/labels.ts';
import { count, oneLine } from '../../../reports/words/text.ts';
import type { Line, LineState } from './line.ts';

/** How the doctor found things. */
export const DOCTOR_LABELS: Labels = {
  ok: 'green',
  problem: 'red',
  warning: 'yellow',
  'not checked': 'dim',
  fix: 'cyan',
};

const STATE_WIDTH = 13;
const SUBJECT_WIDTH = 39;

/** Words of the lines one below another, under the heading of each part; what to change stands below what was seen. */
export function lineText(line: Line, before: Line | undefined): string {
  const { part, state, subject, seen, fix, place } = line;
  const heading = before?.part === part ? '' : `${before ? '\n' : ''}${doctorParts[part]}\n`;
  const head = `  ${state.padEnd(STATE_WIDTH)}${subject.padEnd(SUBJECT_WIDTH)} ${oneLine(seen)}`;
  if (fix === undefined) return `${heading}${head}`;
  const indent = ' '.repeat(2 + STATE_WIDTH + SUBJECT_WIDTH + 1);
  return `${heading}${head}\n${indent}${place === undefined ? 'fix' : `fix in ${oneLine(place)}`}: ${oneLine(fix)}`;
}

/** How many lines of each state there are, the worst first. */
export function countsOf(lines: readonly Line[]): Readonly<Record<LineState, number>> {
  const of = (state: LineState): number => lines.filter((each) => each.state === state).length;
  return { problem: of('problem'), warning: of('warning'), 'not checked': of('not checked'), ok: of('ok') };
}

/** The last line: what was found in all, and what comes next. */
export function closingText(lines: readonly Line[], next: string): string {
  const { problem, warning, 'not checked': unchecked, ok } = countsOf(lines);
  const counts = [
    problem > 0 ? count(problem, 'problem') : '',
    warning > 0 ? count(warning, 'warning') : '',
    unchecked > 0 ? `${unchecked} not checked` : '',
    `${ok} ok`,
  ];
  const advice = problem > 0 ? 'Change what the fixes say, and look again.' : `The set-up stands. Next: ${next}`;
  return `\n${counts.filter((each) => each !== '').join(', ')}. ${advice}`;
}
