import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from '../../harness/model.ts';
import { jsonLines } from './json-lines.ts';

const marked = (value: Json, pointer: string) =>
  jsonLines(value, pointer)
    .filter((line) => line.marked)
    .map((line) => line.text.trim());

test('the lines read as JSON.stringify writes them', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json = JSON.parse(JSON.stringify(value)) as Json;
      expect(
        jsonLines(json)
          .map((line) => line.text)
          .join('\n'),
      ).toBe(JSON.stringify(json, null, 2));
    }),
  );
});

test('the whole value that a pointer leads to is marked', () => {
  expect(marked({ a: { b: [1, 2] }, c: 3 }, '/a/b')).toEqual(['"b": [', '1,', '2', ']']);
  expect(marked({ a: 1, c: 3 }, '/c')).toEqual(['"c": 3']);
});

test('where a member is missing, the line of its parent is marked', () => {
  expect(marked({ a: { b: 1 } }, '/a/missing/deep')).toEqual(['"a": {']);
  expect(marked({}, '/missing')).toEqual(['{}']);
});
