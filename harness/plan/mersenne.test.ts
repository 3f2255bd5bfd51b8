import { generateMersenne53Randomizer } from '@faker-js/faker';
import { expect, test } from 'vitest';
import { mersenne } from './mersenne.ts';

test.each([0, 1, 42, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1])("numbers from the seed %i are the package's", (seed) => {
  const [ours, theirs] = [mersenne(), generateMersenne53Randomizer()];
  ours.seed(7);
  ours.next();
  for (const each of [ours, theirs]) each.seed(seed);
  const drawn = ({ next }: typeof ours): number[] => Array.from({ length: 2_000 }, () => next());
  expect(drawn(ours)).toEqual(drawn(theirs));
});
