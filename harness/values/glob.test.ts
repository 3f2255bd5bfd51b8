import fc from 'fast-check';
import { expect, test } from 'vitest';
import { globOf } from './glob.ts';

test('a star stands for any text, also for none, for slashes and for line breaks', () => {
  const glob = globOf('orders/*#business*');
  const names = ['orders/provide-new#business', 'orders/a/b#business~omit:/body/orderType', 'orders/\n#business'];
  expect(names.filter((name) => glob.test(name))).toEqual(names);
  expect(['orders/provide-new#home', 'my-orders/provide-new#business'].filter((name) => glob.test(name))).toEqual([]);
});

test('everything else stands for itself, whatever it means to a regular expression', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (text, other) => {
      const name = text.replaceAll('*', '');
      expect(globOf(name).test(name)).toBe(true);
      expect(globOf(name).test(other)).toBe(name === other);
    }),
  );
});
