import { expect, test } from 'vitest';
import type { Problem, Span } from '../model.ts';
import { formatProblem, formatProblems } from './problem.ts';

const span: Span = { file: 'scenarios/orders/cease.yaml', line: 14, col: 5, length: 4, excerpt: '  - oder:' };
const problem: Problem = {
  severity: 'error',
  span,
  message: 'unknown verb "oder"',
  why: 'a step starts with one of token, order',
  fix: 'did you mean "order"?',
};

test('a problem shows its place, the line with carets and why, and the fix', () => {
  expect(formatProblem(problem)).toBe(
    [
      'scenarios/orders/cease.yaml:14:5  unknown verb "oder"',
      '  14 |   - oder:',
      '     |     ^^^^ a step starts with one of token, order',
      '  fix: did you mean "order"?',
    ].join('\n'),
  );
});

test('a problem without a place keeps why and fix', () => {
  const { severity, message, why } = problem;

  expect(formatProblem({ severity, message, why: why ?? '', fix: 'x' })).toBe(
    'unknown verb "oder"\n  a step starts with one of token, order\n  fix: x',
  );
});

test('a warning says that it is one', () => {
  expect(formatProblem({ severity: 'warning', message: 'capture "a" is never used' })).toBe(
    'warning: capture "a" is never used',
  );
});

test('problems are counted on the last line', () => {
  const warning: Problem = { severity: 'warning', message: 'b' };
  const error: Problem = { severity: 'error', message: 'a' };

  expect(formatProblems([error, warning, error])).toBe('a\n\nwarning: b\n\na\n\n2 errors, 1 warning\n');
  expect(formatProblems([warning])).toBe('warning: b\n\n1 warning\n');
  expect(formatProblems([])).toBe('');
});

test('a file cannot write to the terminal of the reader', () => {
  const hostile = formatProblem({
    severity: 'error',
    span: { ...span, file: 'a\u001b[2J.yaml', excerpt: 'x\u001b]0;\u0007\u202e\u200b\tend', col: 1, length: 2 },
    message: 'a\r\nb\u0085\u007f',
  });

  expect(hostile).toBe(['a␛[2J.yaml:14:1  a␍␊b\ufffd␡', '  14 | x␛]0;␇\ufffd\ufffd end', '     | ^^'].join('\n'));
});

test('carets stand under what they mean, whatever cannot be seen before it', () => {
  const tagged = { ...span, excerpt: '\u{e0041}: X', col: 4, length: 1 };
  const shown = formatProblem({ severity: 'error', span: tagged, message: 'a' }).split('\n');
  expect(shown.slice(1)).toEqual(['  14 | \ufffd\ufffd: X', '     |    ^']);
});

test('a long line is cut around the place', () => {
  const excerpt = `${'a'.repeat(300)}HERE${'b'.repeat(300)}`;

  const [, line, carets] = formatProblem({
    severity: 'error',
    span: { ...span, excerpt, col: 301, length: 4 },
    message: 'm',
  }).split('\n');

  expect(line).toBe(`  14 | …${'a'.repeat(25)}HERE${'b'.repeat(71)}…`);
  expect(carets).toBe(`     | ${' '.repeat(26)}^^^^`);
});

test('the end of a long line is shown whole', () => {
  const [, line, carets] = formatProblem({
    severity: 'error',
    span: { ...span, excerpt: 'a'.repeat(500), col: 500, length: 40 },
    message: 'm',
  }).split('\n');

  expect(line).toBe(`  14 | …${'a'.repeat(100)}`);
  expect(carets).toBe(`     | ${' '.repeat(100)}^`);
});
