import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLiteralFinder } from './literal-finder.ts';

const some = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'ä', '€', '.', '\\'), minLength: 4, maxLength: 40 });

test('all literals that a text holds are found, wherever they stand', () => {
  fc.assert(
    fc.property(fc.array(some, { minLength: 1, maxLength: 20 }), fc.nat(), some, some, (all, which, before, after) => {
      const finder = createLiteralFinder();
      for (const literal of all) finder.add(literal);
      const text = before + all[which % all.length] + after;

      expect(finder.candidatesIn(text)).toEqual(
        expect.arrayContaining(all.filter((literal) => text.includes(literal))),
      );
    }),
  );
});

test('a text without the end of any literal holds none', () => {
  const finder = createLiteralFinder();
  for (const literal of ['short', 'a-long-literal-of-a-token', 'a-long-literal-of-another']) finder.add(literal);

  expect(finder.candidatesIn('a-long-litera and shor, many times over '.repeat(100))).toEqual([]);
});

test('of literals that end alike, those that the text holds are named, each once', () => {
  const finder = createLiteralFinder();
  const end = 'x'.repeat(1_500);
  const tokens = Array.from({ length: 300 }, (_, i) => `token-${i}-${end}`);
  for (const literal of tokens) finder.add(literal);

  expect(finder.candidatesIn(`Bearer ${tokens[7]}, Bearer ${tokens[7]}`)).toEqual([tokens[7]]);
});
