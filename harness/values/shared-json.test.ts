import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from '../model.ts';
import { packShared, unpackShared } from './shared-json.ts';

test('what was written in parts reads as it was, to the order of its members', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue({ noUnicodeString: false })), (values) => {
      const written = JSON.stringify(values);
      expect(JSON.stringify(unpackShared(packShared(JSON.parse(written) as Json[])))).toBe(written);
    }),
  );
});

test('what is alike is written once, and is one and the same when it is read', () => {
  const site = { id: '1', spans: [1, [2]], none: null };
  const text = packShared([{ site }, { other: 7, site: { ...site } }]);
  expect(text.match(/"id"/g)).toHaveLength(1);
  const [first, second] = unpackShared(text) as [{ site: Json }, { site: Json }];
  expect(second).toEqual({ other: 7, site });
  expect(second.site).toBe(first.site);
});

test('members without a value are left out, as JSON leaves them out', () => {
  const value = { a: undefined, b: [1, 'a'] } as unknown as Json;
  expect(unpackShared(packShared([value]))).toEqual([{ b: [1, 'a'] }]);
});
