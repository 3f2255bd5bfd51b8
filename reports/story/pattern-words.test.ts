import { expect, test } from 'vitest';
import { readPattern } from '../../harness/kci/pattern.ts';
import type { Json } from '../../harness/model.ts';
import { patternWords } from './pattern-words.ts';

test.each<[written: Json, words: string]>([
  ['A', 'A'],
  ['A?', 'optional A'],
  ['A*', 'any number of times A'],
  ['A+', '1 or more times A'],
  ['A{2}', '2 times A'],
  ['A{0,3}', 'at most 3 times A'],
  ['A{2,4}', '2 to 4 times A'],
  [{ A: { within: '2d' } }, 'A within 2 d'],
  [['A', 'B?', 'C'], 'A, then optional B, then C'],
  [{ 'one-of': ['A', ['B', 'C']] }, 'one of: A, (B, then C)'],
  [{ 'any-order': ['A', { repeat: ['B', 'C?'] }] }, 'in any order: A, any number of times (B, then optional C)'],
  [{ repeat: [{ 'one-of': ['A'] }] }, 'any number of times A'],
  [[], 'nothing'],
])('%j reads: %s', (written, words) => {
  expect(patternWords(readPattern(written).pattern)).toBe(words);
});
