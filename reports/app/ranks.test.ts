import fc from 'fast-check';
import { expect, test } from 'vitest';
import { byRank, ranksOf } from './ranks.ts';

/** More texts than one step puts in order. */
const MANY = 9_001;

function ranksAtOnce(texts: readonly string[]): { ranks: readonly number[]; steps: number } {
  const work = ranksOf(texts);
  for (let steps = 1; ; steps += 1) {
    const { done, value } = work.next();
    if (done === true) return { ranks: value, steps };
  }
}

test('texts rank as in the alphabet, in as many steps as it takes', () => {
  const texts = Array.from({ length: MANY }, (_, nth) => `case ${(nth * 7_919) % MANY}`);
  const { ranks, steps } = ranksAtOnce(texts);
  const sorted = texts.toSorted();
  expect(texts.map((_, nth) => sorted[ranks[nth] ?? -1])).toEqual(texts);
  expect(steps).toBeGreaterThan(10);
  expect(ranksAtOnce([])).toEqual({ ranks: [], steps: 1 });
});

test('places are put in order by rank as by the language itself, however high the ranks', () => {
  const rank = fc.oneof(fc.nat({ max: 3 }), fc.nat(), fc.maxSafeNat());
  fc.assert(
    fc.property(fc.array(rank), (ranks) => {
      const places = [...ranks.keys()];
      const rankOf = (place: number) => ranks[place] ?? 0;
      expect(byRank(places, rankOf)).toEqual(places.toSorted((a, b) => rankOf(a) - rankOf(b)));
    }),
  );
});
