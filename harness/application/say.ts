import { type Labels, paintLabels } from '../../reports/words/labels.ts';
import { EnvironmentError } from '../io/file-problem.ts';
import type { Problem } from '../model.ts';
import { formatProblem, formatProblems } from '../words/problem.ts';
import { EXIT, type ExitCode } from './exit.ts';
import { wantsColour } from './terminal.ts';

/** The labels of a problem. */
export const PROBLEM_LABELS: Labels = { 'warning:': 'yellow', 'fix:': 'cyan' };

/** Takes lines for people while something is drawn at the end of the terminal. */
let sink: ((text: string) => void) | undefined;

/** Prints a line for people on standard error, apart from what other programs read. */
export function say(text: string): void {
  if (sink) sink(text);
  else process.stderr.write(`${text}\n`);
}

/** Passes lines for people to `print`, until the returned function is called. */
export function sayThrough(print: (text: string) => void): () => void {
  sink = print;
  return () => {
    sink = undefined;
  };
}

/** Whether standard output is reserved for one report. */
let isReserved = false;

/** Reserves standard output for one report, or releases it. While reserved, everything else goes to standard error. */
export function reserveStdout(isForReport: boolean): void {
  isReserved = isForReport;
}

/** Prints a report unchanged, for a program. */
export function printReport(text: string): void {
  process.stdout.write(text);
}

/** Prints text on standard output; in a terminal, the labels of its lines are coloured. */
export function print(text: string, labels?: Labels): void {
  const painted = labels ? paintLabels(text, labels, wantsColour()) : text;
  if (isReserved) say(painted.replace(/\n$/, ''));
  else process.stdout.write(painted.endsWith('\n') ? painted : `${painted}\n`);
}

/** Prints a part of a line where `print` prints. */
export function printPart(text: string): void {
  (isReserved ? process.stderr : process.stdout).write(text);
}

let warned = 0;

/** How many warnings this command has printed so far. */
export const warningsSaid = (): number => warned;

/** Starts counting warnings anew, for a new command. */
export function resetWarningCount(): void {
  warned = 0;
}

/** Prints problems; no total is printed for a single one. */
export function sayProblems(problems: readonly Problem[]): void {
  warned += problems.filter(({ severity }) => severity === 'warning').length;
  const [first, ...rest] = problems;
  const text = first && rest.length === 0 ? formatProblem(first) : formatProblems(problems).trimEnd();
  say(paintLabels(text, PROBLEM_LABELS, wantsColour(process.env, process.stderr.isTTY === true)));
}

/**
 * Thrown to end a command with problems of the user's input or of the environment. Anything else thrown is a bug of Assay.
 */
export class Refusal extends Error {
  readonly problems: readonly Problem[];
  readonly exitCode: ExitCode;

  constructor(problems: readonly Problem[], exitCode: ExitCode = EXIT.input) {
    super(problems.map(({ message }) => message).join('; '));
    this.problems = problems;
    this.exitCode = exitCode;
  }
}

/** The problems and exit code of an error that ends a command this way; undefined for any other error. */
export function saidBy(error: unknown): Pick<Refusal, 'problems' | 'exitCode'> | undefined {
  if (error instanceof EnvironmentError) return { problems: [error.problem], exitCode: EXIT.environment };
  return error instanceof Refusal ? error : undefined;
}

/** A problem without a place in a file: of a flag, or of the environment. */
export function problem(message: string, why?: string, fix?: string): Problem {
  return { severity: 'error', message, why, fix };
}

/** The error to throw to end the command with one such problem. */
export function inputError(message: string, why?: string, fix?: string, exitCode?: ExitCode): Refusal {
  return new Refusal([problem(message, why, fix)], exitCode);
}

/** Ends the command if there are errors; else prints the warnings. */
export function refuseOn(problems: readonly Problem[]): void {
  if (problems.some(({ severity }) => severity === 'error')) throw new Refusal(problems);
  if (problems.length > 0) sayProblems(problems);
}
