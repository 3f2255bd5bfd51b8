import { expect, test } from 'vitest';
import { createPools, distinctNumbers } from './context.ts';
import { world } from './testing/sample.ts';

test('no number is given out twice, down to the last', () => {
  const draw = distinctNumbers(10, 19);
  const drawn = Array.from({ length: 10 }, (_, i) => draw(`name ${i}`));
  expect(new Set(drawn).size).toBe(10);
  expect(drawn.every((number) => number !== undefined && number >= 10 && number <= 19)).toBe(true);
  expect(draw('one more')).toBeUndefined();
});

test('a name has its number whoever draws before it', () => {
  const alone = distinctNumbers(1, 2_000_000_000)('orders/cease');
  const draw = distinctNumbers(1, 2_000_000_000);
  for (let i = 0; i < 500; i++) draw(`other ${i}`);
  expect(draw('orders/cease')).toBe(alone);
});

test('a range of one beyond what 32 bits hold is reached', () => {
  expect(distinctNumbers(900_100_000_000, 900_100_000_000)('a')).toBe(900_100_000_000);
});

test('only roles with a range have a pool, and shared ones give a number to many', () => {
  const shared = {
    ...world,
    roles: { any: { use: 'shared', range: { type: 'UPRN', from: 1, to: 1, digits: 1 } } },
  } as const;
  const pools = createPools({ from: 1, to: 9 }, shared);
  expect([pools.sites('any')?.('a'), pools.sites('any')?.('b')]).toEqual([1, 1]);
  const { sites } = createPools({ from: 1, to: 9 }, world);
  const having = Object.keys(world.roles).filter((role) => sites(role));
  expect(having).toEqual(['newLine', 'shortRoad', 'activeService', 'delayedLine']);
});

test('a number near an end of the range is given out as seldom as any other', () => {
  const draw = distinctNumbers(1, 9_000_000);
  const low = Array.from({ length: 50 }, (_, i) => draw(`low ${i}`, 'low') ?? 0);
  const high = Array.from({ length: 50 }, (_, i) => draw(`high ${i}`, 'high') ?? 0);
  expect(Math.max(...low)).toBeLessThan(10_000);
  expect(Math.min(...high)).toBeGreaterThan(8_990_000);
  expect(new Set([...low, ...high]).size).toBe(100);
  // Above 32 bits, whatever the range is.
  const large = Array.from({ length: 50 }, (_, i) => draw(`large ${i}`, 'large') ?? 0);
  expect(Math.min(...large)).toBeGreaterThan(2 ** 32);
  expect(large.every(Number.isSafeInteger)).toBe(true);
});
