import type { Problem, Span } from '../model.ts';
import { count, UNSEEN } from './text.ts';

/** The columns of an excerpt; longer lines are cut around the place. */
const WIDTH = 100;

/**
 * A problem as an author reads it: place and what happened, the line with the place underlined and why, and what to do.
 *
 *     scenarios/orders/cease.yaml:14:5  unknown verb "oder"
 *       14 |   - oder:
 *          |     ^^^^ a step starts with one of token, availability, slots, book, order, amend, cancel, http
 *       fix: did you mean "order"?
 *
 * Control characters of the file are made visible, so that no file can write to the reader's terminal.
 */
export function formatProblem(problem: Problem): string {
  const { span, severity, message, why, fix } = problem;
  const place = span ? `${span.file}:${span.line}:${span.col}  ` : '';
  const lines = [`${place}${severity === 'warning' ? 'warning: ' : ''}${message}`];
  if (span) lines.push(...excerptOf(span, why));
  else if (why !== undefined) lines.push(`  ${why}`);
  if (fix !== undefined) lines.push(`  fix: ${fix}`);
  return lines.map(pictured).join('\n');
}

/** All problems with a blank line between them, and a last line that counts them. Empty if there are none. */
export function formatProblems(problems: readonly Problem[]): string {
  if (problems.length === 0) return '';
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const sums = [[errors, 'error'] as const, [problems.length - errors, 'warning'] as const];
  const counts = sums.flatMap(([n, what]) => (n > 0 ? count(n, what) : []));
  return `${problems.map(formatProblem).join('\n\n')}\n\n${counts.join(', ')}\n`;
}

function excerptOf(span: Span, why: string | undefined): string[] {
  const number = String(span.line);
  const { text, col } = clipped(span.excerpt, span.col);
  const length = Math.max(1, Math.min(span.length, text.length - col + 1));
  const carets = `${' '.repeat(Math.max(0, col - 1))}${'^'.repeat(length)}`;
  return [`  ${number} | ${text}`, `  ${' '.repeat(number.length)} | ${carets}${why === undefined ? '' : ` ${why}`}`];
}

/** At most `WIDTH` columns of a line, including the place, with `…` where something was cut. */
function clipped(line: string, col: number): { readonly text: string; readonly col: number } {
  // A tab counts as one column; shown as one space, it keeps the carets aligned.
  const whole = line.replaceAll('\t', ' ');
  if (whole.length <= WIDTH) return { text: whole, col };
  const start = Math.max(0, Math.min(col - 1 - WIDTH / 4, whole.length - WIDTH));
  const end = start + WIDTH;
  const before = start > 0 ? '…' : '';
  const after = end < whole.length ? '…' : '';
  return { text: `${before}${whole.slice(start, end)}${after}`, col: col - start + before.length };
}

/** Invisible characters as pictures of C0 controls, the rest as U+FFFD: as many UTF-16 units, so that columns stay. */
function pictured(text: string): string {
  return text.replace(UNSEEN, (char) => {
    const code = char.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return code === 0x7f ? '\u2421' : '\ufffd'.repeat(char.length);
  });
}
