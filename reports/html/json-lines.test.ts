import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from '../../harness/model.ts';
import { excerpt, jsonLines } from './json-lines.ts';

const marked = (value: Json, pointer: string) =>
  jsonLines(value, [{ pointer }])
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

test('what is said of it is told once, where the value ends', () => {
  const lines = jsonLines({ a: { b: [1, 2] } }, [{ pointer: '/a/b', note: 'expected three of them' }]);
  expect(lines.filter(({ note }) => note !== undefined)).toEqual([
    { text: '    ]', marked: true, note: 'expected three of them' },
  ]);
});

test('where a member is missing, its place below the parent is told', () => {
  const lines = jsonLines({ a: { b: 1 } }, [{ pointer: '/a/missing/deep', note: 'expected a string' }]);
  expect(lines.slice(1, 4)).toEqual([
    { text: '  "a": {', marked: false },
    { text: '    "missing": …', marked: false, isMissing: true, note: 'expected a string' },
    { text: '    "b": 1', marked: false },
  ]);
  expect(jsonLines({}, [{ pointer: '/missing' }]).map(({ text }) => text)).toEqual(['{', '  "missing": …', '}']);
});

test('several places can be marked at once', () => {
  const lines = jsonLines({ a: 1, b: 2, c: 3 }, [{ pointer: '/a' }, { pointer: '/c' }]);
  expect(lines.filter((line) => line.marked).map(({ text }) => text)).toEqual(['  "a": 1,', '  "c": 3']);
});

test('an excerpt shows the marked lines with a few around them, and counts the rest', () => {
  const value = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`m${i}`, i]));
  const told = excerpt(jsonLines(value, [{ pointer: '/m9' }]), 1);
  expect(told.map((each) => (typeof each === 'number' ? each : each.map(({ text }) => text.trim())))).toEqual([
    9,
    ['"m8": 8,', '"m9": 9,', '"m10": 10,'],
    10,
  ]);
});

test('of a long marked value an excerpt tells the beginning and the end, and how much is left out', () => {
  const list = Array.from({ length: 500 }, (_, i) => i);
  const told = excerpt(jsonLines({ before: 1, list, after: 2 }, [{ pointer: '/list', note: 'expected fewer' }]));
  expect(told.map((each) => (typeof each === 'number' ? each : each.length))).toEqual([14, 478, 14]);
  expect(told.flat().filter((each) => typeof each !== 'number' && each.note !== undefined)).toHaveLength(1);
});
