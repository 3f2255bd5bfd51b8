import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chainOf, linesOf, tamperings } from './chain.ts';

const bytes = (...lines: readonly string[]): Uint8Array => Buffer.from(lines.map((line) => `${line}\n`).join(''));
const chain = chainOf(bytes('a', 'b', 'c', 'd', 'e'));

test('lines are what stands between line breaks; a last one without is a line as well', () => {
  const text = (whole: string): string[] => linesOf(Buffer.from(whole)).map((line) => Buffer.from(line).toString());
  expect(text('a\n\nb\n')).toEqual(['a', '', 'b']);
  expect(text('a\nb')).toEqual(['a', 'b']);
  expect(text('')).toEqual([]);
});

test('untouched lines are as they were chained', () => {
  expect(tamperings(chain, bytes('a', 'b', 'c', 'd', 'e'))).toEqual([]);
});

test.for([
  ['changed', ['a', 'B', 'c', 'd', 'e'], [{ line: 2, at: 2, what: 'changed' }]],
  ['dropped', ['a', 'c', 'd', 'e'], [{ line: 2, at: 2, what: 'dropped' }]],
  ['dropped at the end', ['a', 'b', 'c', 'd'], [{ line: 5, at: 5, what: 'dropped' }]],
  ['added', ['a', 'b', 'new', 'c', 'd', 'e'], [{ line: 3, at: 3, what: 'added' }]],
  ['repeated', ['a', 'b', 'b', 'c', 'd', 'e'], [{ line: 3, at: 3, what: 'repeated', other: 2 }]],
  ['repeated elsewhere', ['a', 'b', 'c', 'd', 'a', 'e'], [{ line: 5, at: 5, what: 'repeated', other: 1 }]],
  ['repeated at the end', ['a', 'b', 'c', 'd', 'e', 'e'], [{ line: 6, at: 6, what: 'repeated', other: 5 }]],
  ['swapped with the next', ['a', 'c', 'b', 'd', 'e'], [{ line: 2, at: 2, what: 'swapped', other: 3 }]],
  ['swapped with another', ['a', 'e', 'c', 'd', 'b'], [{ line: 2, at: 2, what: 'swapped', other: 5 }]],
] as const)('a line that was %s is told so', ([, now, told]) => {
  expect(tamperings(chain, bytes(...now))).toEqual(told);
});

test('several are told in order', () => {
  expect(tamperings(chain, bytes('A', 'c', 'd', 'd', 'e'))).toEqual([
    { line: 1, at: 1, what: 'changed' },
    { line: 2, at: 2, what: 'dropped' },
    { line: 5, at: 4, what: 'repeated', other: 4 },
  ]);
});

test('no other list of lines has the same chain', () => {
  const lines = fc.array(fc.stringMatching(/^[abc]{0,2}$/), { maxLength: 8 });
  fc.assert(
    fc.property(lines, lines, (one, other) => {
      const same = JSON.stringify(one) === JSON.stringify(other);
      expect(tamperings(chainOf(bytes(...one)), bytes(...other)).length === 0).toBe(same);
    }),
    { seed: 1 },
  );
});
