import { expect, test } from 'vitest';
import { partOf, partProblem, wordLocator } from './part.ts';

test.each([
  [{ prefix: 'ORD-' }, 'ORD-123', 123],
  [{ prefix: 'ORD-' }, 'ORD-00123', '00123'],
  [{ prefix: 'ORD-' }, 'ORD-', undefined],
  [{ prefix: 'ORD-' }, 'XYZ-123', undefined],
  [{ prefix: 'ORD-' }, { id: 1 }, undefined],
  [{ pattern: '^([A-Z]+)/\\d+$' }, 'DONE/7', 'DONE'],
  [{ pattern: '^\\w+-(\\d+)(?:-x)?$' }, 'a-5-x', 5],
  [{ pattern: '^(\\d+)$' }, '1'.repeat(300), undefined],
])('of %j the part of %j is %j', (part, value, expected) => {
  expect(partOf(part)(value)).toBe(expected);
});

test.each([
  ['^ORD-(\\d+)$', null],
  ['^(?<id>[A-Z(+*]{2,4}\\)+\\d+)', null],
  ['^ORD-\\d+$', 'it has no group, and needs one, round the part that is meant'],
  ['^(a)(b)$', 'it has 2 groups, and needs one, round the part that is meant'],
  ['^(a+)+$', 'it repeats a group, which may take for ever'],
  ['^(a+)(?:x|y){2,}$', 'it repeats a group, which may take for ever'],
  ['^(a)\\1$', 'it looks back or ahead, which may take for ever'],
  ['^(?=a)(b)$', 'it looks back or ahead, which may take for ever'],
  ['^(.*.*.*.*)$', 'it repeats 4 things, and may repeat 3'],
  [`^(${'a?'.repeat(30)})$`, 'it leaves 30 things open, and may leave 8'],
])('of the pattern %s it is said: %s', (pattern, problem) => {
  expect(partProblem({ pattern })).toBe(problem);
});

test('what is no regular expression is told so', () => {
  expect(partProblem({ pattern: '^(' })).toMatch(/^Invalid regular expression/);
});

test('places are worded as the file has them', () => {
  expect(wordLocator(['$.a', { at: '$.b', part: { prefix: 'X-' } }])).toBe('$.a or $.b after "X-"');
});
