import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOSTILE } from '../../reports/testing/sample-runs.ts';
import { shellQuote } from './shell.ts';

test('a plain word needs no quotes, anything else has them', () => {
  expect(shellQuote('orders/provide-new')).toBe('orders/provide-new');
  expect(shellQuote("it's")).toBe(`'it'\\''s'`);
  expect(shellQuote('')).toBe(`''`);
  expect(shellQuote('a\u001bb')).toBe(`$'a\\x1bb'`);
});

test('bash hands every quoted text on unchanged', () => {
  const texts = [
    ...fc.sample(fc.string({ unit: 'binary' }), { numRuns: 200, seed: 7 }),
    HOSTILE,
    '-n',
    '~',
    '*',
    "$'",
    '\\',
  ].map(
    // No argument of a process can hold a NUL, and no pipe a lone surrogate.
    (text) => text.replaceAll('\0', '').toWellFormed(),
  );
  const script = `printf '%s\\0' ${texts.map(shellQuote).join(' ')}`;
  const out = execFileSync('bash', ['-c', script], { encoding: 'utf8' });
  expect(out.split('\0').slice(0, -1)).toEqual(texts);
});
