import fc from 'fast-check';
import { expect, test } from 'vitest';
import { repeatedKeys } from './repeated-keys.ts';

test.each([
  ['{"a":1,"b":2}', []],
  ['{"a":1,"a":2}', ['/a']],
  ['{"a":{"b":1},"b":{"a":1}}', []],
  ['[{"a":1},{"a":2,"a":2}]', ['/1/a']],
  ['{"a":"\\"a\\":","b":["a","a"]}', []],
  ['{"a":1,"\\u0061":2}', ['/a']],
  ['{"x/y":1, "x/y":2}', ['/x~1y']],
  ['{"a":[{"b":[]},{"b":1,"c":{},"b":[1,{"d":1,"d":1}]}]}', ['/a/1/b', '/a/1/b/1/d']],
  ['{"\\\\":1,"\\\\":2,"__proto__":1}', ['/\\']],
  ['"a"', []],
])('in %s stand twice: %j', (text, expected) => {
  expect(repeatedKeys(text)).toEqual(expected);
});

test('what JSON.stringify writes has no name twice', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(repeatedKeys(JSON.stringify(value))).toEqual([]);
    }),
  );
});

test('a member that is written once more is found wherever it lies', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), fc.nat(9), (value, depth) => {
      const [name = ''] = Object.keys(value);
      const twice = JSON.stringify(value).replace(/\}$/, () => `,${JSON.stringify(name)}:null}`);
      const text = '[0,'.repeat(depth) + twice + ']'.repeat(depth);
      const pointer = `${'/1'.repeat(depth)}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      expect(repeatedKeys(text)).toEqual([pointer]);
    }),
  );
});

test('no depth is too deep', () => {
  const depth = 200_000;
  expect(repeatedKeys(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)).toEqual([]);
});
