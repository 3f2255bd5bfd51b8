import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mixOf, nthTenant } from './schedule.ts';

const SPAN = { file: 'f.yaml', line: 1, col: 1, length: 1, excerpt: '' };
const mixed = (...percents: readonly number[]) => ({
  mix: percents.map((percent, i) => ({ scenario: `s${i}`, percent, span: SPAN })),
});
const counts = (entryOf: (index: number) => number, from: number, to: number, entries: number): number[] => {
  const found = Array.from({ length: entries }, () => 0);
  for (let i = from; i < to; i += 1) found[entryOf(i)] = (found[entryOf(i)] ?? 0) + 1;
  return found;
};
const percents = fc
  .array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 12 })
  .map((weights) => weights.map((weight) => (weight * 100) / weights.reduce((sum, each) => sum + each)));

test('a hundred arrivals have the shares of the mix', () => {
  const entryOf = mixOf(mixed(78, 17, 4, 1), 7);

  expect(counts(entryOf, 0, 100, 4)).toEqual([78, 17, 4, 1]);
});

test('the shares hold on every stretch of arrivals, to about one each', () => {
  fc.assert(
    fc.property(percents, fc.nat(), fc.nat(1_000_000), fc.integer({ min: 1, max: 500 }), (all, seed, from, length) => {
      const found = counts(mixOf(mixed(...all), seed), from, from + length, all.length);
      for (const [i, percent] of all.entries())
        expect(Math.abs((found[i] ?? 0) - (length * percent) / 100)).toBeLessThan(4);
    }),
  );
});

test('what an arrival is depends on its index and the seed alone', () => {
  const mix = mixed(50, 30, 20);
  const inOrder = Array.from({ length: 60 }, (_, i) => mixOf(mix, 7)(i));
  const oneByOne = mixOf(mix, 7);

  expect(inOrder.toReversed()).toEqual(inOrder.map((_, i) => oneByOne(59 - i)));
  expect(Array.from({ length: 60 }, (_, i) => mixOf(mix, 8)(i))).not.toEqual(inOrder);
});

test('each of four segments has the shares of the whole', () => {
  const entryOf = mixOf(mixed(70, 20, 10), 3);

  for (const segment of [0, 1, 2, 3]) {
    const [first = 0, second = 0, third = 0] = counts((i) => entryOf(4 * i + segment), 0, 100, 3);
    expect(Math.max(Math.abs(first - 70), Math.abs(second - 20), Math.abs(third - 10))).toBeLessThanOrEqual(3);
  }
});

test('tenants take turns, and each has the whole mix', () => {
  const entryOf = mixOf(mixed(80, 20), 7);
  const tenants = ['first', 'second'];

  const ofSecond = [...Array(200).keys()].filter((i) => nthTenant(tenants, i) === 'second');
  expect(ofSecond).toHaveLength(100);
  expect(Math.abs(ofSecond.filter((i) => entryOf(i) === 1).length - 20)).toBeLessThanOrEqual(2);
  expect(() => nthTenant([], 0)).toThrow('a load has at least one tenant');
});
