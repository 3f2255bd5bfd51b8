import { compile } from 'json-p3';
import { expect, test } from 'vitest';
import { firstAt, pathProblem, select } from './path.ts';

const slots = {
  list: [
    { when: 'AM', n: 1 },
    { when: 'PM', n: 2 },
    { when: 'PM', n: 3 },
  ],
};

test('a path of members and a path with a filter select the same way', () => {
  expect(select('$.list', slots)).toEqual([slots.list]);
  expect(select("$.list[?@.when == 'PM'].n", slots)).toEqual([2, 3]);
  expect(select('$.list[0].when', slots)).toEqual(['AM']);
});

test.each([
  '$',
  '$.list',
  '$.list[1].when',
  '$.list[9]',
  '$.list.when',
  '$.list[0][0]',
  "$['list'][2]['n']",
  "$['none', 'other','list'][0].n",
  "$.list['n', 'when']",
  '$.deep[0][1]',
  "$['with-hyphen'].x",
  '$.toString',
  "$.list[?@.when == 'PM']",
  "$.list[?@.when=='PM'].n",
  "$[?@.x == 'one']",
  "$.list[?@.n == '1']",
  "$.list[0][?@.n == '1']",
  "$.list[?@.when == 'PM'][?@.n == '1']",
])('%s selects what the library selects', (path) => {
  const root = { ...slots, other: [{ n: 7 }], deep: [[1, [2]]], 'with-hyphen': { x: null }, one: { x: 'one' } };
  expect(select(path, root)).toEqual(compile(path).query(root).values());
});

test.each([
  '$.list[?@.n > 1].when',
  '$.list[*].n',
  '$..n',
  "$..['when', 'n']",
  "$.list[?@.when == 'PM'].n",
  '$.list[-1:]',
  '$.none[?@]',
  '$.list',
])('the first that %s selects is the first of all', (path) => {
  const root = { ...slots, deep: { n: [{ n: 5 }], m: { n: 6 } }, n: 0 };
  expect(firstAt(path)(root)).toEqual(select(path, root)[0]);
});

test.each(['', 'list', '.list', '$.', '$.list[01]', "$['list'", '$list', '$.list.2', "$['list',]"])(
  '"%s" is no path',
  (path) => {
    expect(pathProblem(path)).not.toBeNull();
  },
);

test('a path that leads nowhere selects nothing', () => {
  expect(select('$.none.at.all', slots)).toEqual([]);
  expect(select('$.list.length', slots)).toEqual([]);
  expect(select('$.toString', slots)).toEqual([]);
});

test('a broken path is a sentence, not an exception', () => {
  expect(pathProblem('$.a[0]')).toBeNull();
  expect(pathProblem('$.a[')).toContain('unclosed bracketed selection');
});
