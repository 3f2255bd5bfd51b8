import type { DoctorPart } from '../../../reports/words/doctor.ts';
import { EXIT, type ExitCode } from '../../application/exit.ts';
import type { Problem } from '../../model.ts';

/** `warning`: a run is possible, and something about it is worth knowing. */
export type LineState = 'ok' | 'warning' | 'problem' | 'not checked';

/** What to change, and the place of it: `acme.yaml:8`, or a file. */
export interface Remedy {
  readonly fix: string;
  readonly place?: string;
}

/** One thing that was looked at. */
export interface Line extends Partial<Remedy> {
  readonly part: DoctorPart;
  readonly subject: string;
  readonly state: LineState;
  /** What was seen, or why nothing was looked at. */
  readonly seen: string;
  /** The user's input is wrong, whatever answers at the target. */
  readonly isInput?: true;
}

/** Writes the lines of one part. */
export interface Pen {
  ok(subject: string, seen: string): Line;
  warning(subject: string, seen: string, remedy?: Remedy): Line;
  problem(subject: string, seen: string, remedy?: Remedy): Line;
  notChecked(subject: string, why: string): Line;
}

/** A pen for one part. */
export function penFor(part: DoctorPart): Pen {
  const line = (state: LineState, subject: string, seen: string, remedy: Partial<Remedy> = {}): Line => ({
    part,
    subject,
    state,
    seen,
    ...remedy,
  });
  return {
    ok: (subject, seen) => line('ok', subject, seen),
    warning: (subject, seen, remedy) => line('warning', subject, seen, remedy),
    problem: (subject, seen, remedy) => line('problem', subject, seen, remedy),
    notChecked: (subject, why) => line('not checked', subject, why),
  };
}

/** A problem of an input file, or of our own side of the wire, as a line. */
export function lineOfProblem(part: DoctorPart, subject: string, problem: Problem, isInput: boolean): Line {
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

/** The exit status of what was found: wrong input outweighs a wrong environment, and warnings are none. */
export function exitCodeOfLines(lines: readonly Line[]): ExitCode {
  if (lines.some(({ isInput }) => isInput === true)) return EXIT.input;
  return lines.some(({ state }) => state === 'problem') ? EXIT.environment : EXIT.passed;
}
