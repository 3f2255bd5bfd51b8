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

test('a text without the beginning of any literal holds none', () => {
  const finder = createLiteralFinder();
  for (const literal of ['short', 'a-long-literal-of-a-token', 'a-long-literal-of-another']) finder.add(literal);

  expect(finder.candidatesIn('a-long-litera and shor, many times over '.repeat(100))).toEqual([]);
});

test('a text that begins a literal names those that begin so, each once', () => {
  const finder = createLiteralFinder();
  for (const literal of ['a-long-literal-of-a-token', 'a-long-literal-of-another']) finder.add(literal);

  expect(finder.candidatesIn('a-long-literal-of-a-third, a-long-literal-of-a-fourth')).toEqual([
    'a-long-literal-of-a-token',
    'a-long-literal-of-another',
  ]);
});
