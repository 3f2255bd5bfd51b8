import { type Labels, paintLabels } from '../../reports/words/labels.ts';
import { formatProblem, formatProblems, PROBLEM_LABELS } from '../../reports/words/problem.ts';
import { EnvironmentError } from '../io/file-problem.ts';
import type { Problem } from '../model.ts';
import { EXIT, type ExitCode } from './exit.ts';
import { wantsColour } from './terminal.ts';

/** Where lines for people go while something is drawn at the end of the terminal. */
let sink: ((text: string) => void) | undefined;

/** Prints a line for people on standard error, where it does not mix with what other programs read. */
export function say(text: string): void {
  if (sink) sink(text);
  else process.stderr.write(`${text}\n`);
}

/** Has lines for people printed by somebody else, until the returned function is called. */
export function sayThrough(print: (text: string) => void): () => void {
  sink = print;
  return () => {
    sink = undefined;
  };
}

/** Whether standard output is for one report and nothing else. */
let isReserved = false;

/** Keeps standard output for one report, or no longer: all else that is printed goes where lines for people go. */
export function reserveStdout(isForReport: boolean): void {
  isReserved = isForReport;
}

/** Prints a report as it is, for the program that reads it. */
export function printReport(text: string): void {
  process.stdout.write(text);
}

/** Prints text for people or programs on standard output; in a terminal the labels of its lines have their colours. */
export function print(text: string, labels?: Labels): void {
  const painted = labels ? paintLabels(text, labels, wantsColour()) : text;
  if (isReserved) say(painted.replace(/\n$/, ''));
  else process.stdout.write(painted.endsWith('\n') ? painted : `${painted}\n`);
}

/** Prints a part of a line where text for people goes that may be read by programs. */
export function printPart(text: string): void {
  (isReserved ? process.stderr : process.stdout).write(text);
}

let warned = 0;

/** How many warnings this command has said so far. */
export const warningsSaid = (): number => warned;

/** A command begins, of which no warning was said yet. */
export function resetWarningCount(): void {
  warned = 0;
}

/** Prints what is wrong; a single problem is not counted. */
export function sayProblems(problems: readonly Problem[]): void {
  warned += problems.filter(({ severity }) => severity === 'warning').length;
  const [first, ...rest] = problems;
  const text = first && rest.length === 0 ? formatProblem(first) : formatProblems(problems).trimEnd();
  say(paintLabels(text, PROBLEM_LABELS, wantsColour(process.env, process.stderr.isTTY === true)));
}

/**
 * Thrown to end a command with problems of the user's input or of the environment; everything else that is thrown is our
 * fault.
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

/** What a command that is ended so has to say; undefined where something is thrown for another reason. */
export function saidBy(error: unknown): Pick<Refusal, 'problems' | 'exitCode'> | undefined {
  if (error instanceof EnvironmentError) return { problems: [error.problem], exitCode: EXIT.environment };
  return error instanceof Refusal ? error : undefined;
}

/** A problem without a place, of the user's flags or of the environment. */
export function problem(message: string, why?: string, fix?: string): Problem {
  return { severity: 'error', message, why, fix };
}

/** What to throw to end the command with one problem of that kind. */
export function inputError(message: string, why?: string, fix?: string, exitCode?: ExitCode): Refusal {
  return new Refusal([problem(message, why, fix)], exitCode);
}

/** Ends the command where there are errors; prints warnings and goes on. */
export function refuseOn(problems: readonly Problem[]): void {
  if (problems.some(({ severity }) => severity === 'error')) throw new Refusal(problems);
  if (problems.length > 0) sayProblems(problems);
}
