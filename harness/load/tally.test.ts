import { expect, test } from 'vitest';
import { createTally } from './totals.ts';

const asIs = (text: string): string => text;

test('kinds are counted, and listed in the order of the alphabet', () => {
  const kinds = createTally();
  for (const kind of ['order 504', 'book 409', 'order 504']) kinds.add(kind);
  expect(Object.entries(kinds.counts(asIs))).toEqual([
    ['book 409', 1],
    ['order 504', 2],
  ]);
});

test('kinds that differ in a secret alone are one', () => {
  const kinds = createTally();
  for (const code of ['one', 'two']) kinds.add(`order 400 ${code}`);
  expect(kinds.counts((text) => text.replace(/one|two/, '[secret]'))).toEqual({ 'order 400 [secret]': 2 });
});

test('a gateway with a code of its own for every error, or with an endless one, fills no memory', () => {
  const kinds = createTally();
  for (let n = 0; n < 2_000; n += 1) kinds.add(`order 400 CODE_${n}`);
  kinds.add(`order 400 ${'x'.repeat(100_000)}`);
  const counts = kinds.counts(asIs);
  expect(Object.keys(counts)).toHaveLength(501);
  expect(counts.others).toBe(1_501);
});
