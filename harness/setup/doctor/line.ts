import { type DoctorPart, type DoctorState, doctorParts } from '../../../reports/words/doctor.ts';
import type { Labels } from '../../../reports/words/labels.ts';
import { EXIT, type ExitCode } from '../../application/exit.ts';
import type { Problem } from '../../model.ts';
import { oneLine } from '../../words/text.ts';
import type { DoctorLine } from '../../workbench/protocol.ts';

/** One thing that was checked. */
export interface CheckedLine extends DoctorLine {
  /** The user's input is wrong, whatever answers at the target. */
  readonly isInput?: true;
}

/** Writes the lines of one part. */
export function linesFor(part: DoctorPart) {
  const writing =
    (state: DoctorState) =>
    (subject: string, seen: string, remedy: Partial<Pick<CheckedLine, 'fix' | 'place'>> = {}): CheckedLine => ({
      part,
      subject,
      state,
      seen,
      ...remedy,
    });
  return {
    ok: writing('ok'),
    warning: writing('warning'),
    problem: writing('problem'),
    notChecked: writing('not checked'),
  };
}

/** A problem of an input file, or of our own side of the wire, as a line. */
export function lineOfProblem(part: DoctorPart, subject: string, problem: Problem, isInput: boolean): CheckedLine {
  const { span, severity, message, why, fix } = problem;
  return {
    part,
    subject,
    state: severity === 'warning' ? 'warning' : 'problem',
    seen: why === undefined ? message : `${message}; ${why}`,
    ...(fix === undefined ? {} : { fix }),
    ...(span === undefined ? {} : { place: `${span.file}:${span.line}` }),
    ...(isInput && severity === 'error' ? { isInput } : {}),
  };
}

/** The exit code: wrong input outweighs a wrong environment, and warnings do not count. */
export function exitCodeOfLines(lines: readonly CheckedLine[]): ExitCode {
  if (lines.some(({ isInput }) => isInput === true)) return EXIT.input;
  return lines.some(({ state }) => state === 'problem') ? EXIT.environment : EXIT.passed;
}

/** The states of lines, with their colours. */
export const DOCTOR_LABELS: Labels = {
  ok: 'green',
  problem: 'red',
  warning: 'yellow',
  'not checked': 'dim',
  fix: 'cyan',
};

const STATE_WIDTH = 13;
const SUBJECT_WIDTH = 39;

/** The text of a line, under the heading of its part if that is new; what to change is below what was seen. */
export function lineText(line: CheckedLine, before: CheckedLine | undefined): string {
  const { part, state, subject, seen, fix, place } = line;
  const heading = before?.part === part ? '' : `${before ? '\n' : ''}${doctorParts[part]}\n`;
  const head = `  ${state.padEnd(STATE_WIDTH)}${subject.padEnd(SUBJECT_WIDTH)} ${oneLine(seen)}`;
  const where = place === undefined ? '' : ` in ${oneLine(place)}`;
  if (fix === undefined) return `${heading}${head}${where === '' ? '' : `;${where}`}`;
  const indent = ' '.repeat(2 + STATE_WIDTH + SUBJECT_WIDTH + 1);
  return `${heading}${head}\n${indent}fix${where}: ${oneLine(fix)}`;
}
