import { expect, test } from 'vitest';
import type { JsonObject } from '../model.ts';
import { validateAgainst } from './schema.ts';
import { parseSource } from './source.ts';

const schema: JsonObject = {
  type: 'object',
  required: ['title', 'limits'],
  additionalProperties: false,
  properties: {
    title: { type: 'string', description: 'one line for people' },
    limits: {
      type: 'object',
      properties: { concurrency: { type: 'integer', minimum: 1 } },
      additionalProperties: false,
    },
    use: { enum: ['shared', 'exclusive', 'once'] },
  },
};

test('what one key asks for beside it is missing where it is not there', () => {
  const source = parseSource('told: { learn: line }\n', 'w.yaml');
  const asked = { properties: { told: { dependentRequired: { learn: ['of'] } } } };
  expect(validateAgainst(asked, source).map(({ message, why }) => [message, why])).toEqual([
    ['"of" is missing', '"told" must have it beside "learn"'],
  ]);
});

test('every problem is told at once, at its place, with what is allowed', () => {
  const source = parseSource('titel: 7\nlimits:\n  concurency: 2\n  concurrency: 0\nuse: share\n', 'w.yaml');
  expect(
    validateAgainst(schema, source).map(({ span, message, why, fix }) => [span?.line, span?.col, message, why, fix]),
  ).toEqual([
    [1, 1, '"title" is missing', 'the file must have it: one line for people', undefined],
    [1, 1, 'unknown key "titel"', 'the file may have title, limits or use', 'did you mean "title"?'],
    [3, 3, 'unknown key "concurency"', '"limits" may have concurrency', 'did you mean "concurrency"?'],
    [4, 16, '0 must be >= 1', undefined, undefined],
    [5, 6, '"share" is not one of shared, exclusive or once', undefined, 'did you mean "shared"?'],
  ]);
});

test('a merge key is none in YAML 1.2, and its author is told what to do', () => {
  const source = parseSource('title: x\nlimits: { <<: &few { concurrency: 2 } }\n', 'w.yaml');
  expect(validateAgainst(schema, source)).toMatchObject([
    { message: 'unknown key "<<"', fix: expect.stringContaining('YAML 1.2 has no merge keys') },
  ]);
});

test('what must hold something and is empty is said to be so', () => {
  const lists: JsonObject = {
    properties: { roles: { minProperties: 1, description: 'kinds of addresses' }, two: { minItems: 2 } },
  };
  const problems = validateAgainst(lists, parseSource('roles: {}\ntwo: [1]\n', 'w.yaml'));
  expect(problems.map(({ message, why }) => [message, why])).toEqual([
    ['"roles" is empty', 'kinds of addresses'],
    ['[1] must NOT have fewer than 2 items', undefined],
  ]);
});

test('a choice between kinds of values and words names all of them', () => {
  const choices: JsonObject = {
    properties: {
      rate: { type: ['number', 'string'], pattern: '^unlimited$' },
      by: { oneOf: [{ enum: ['headers', 'query'] }, { type: 'array' }] },
    },
  };
  const problems = validateAgainst(choices, parseSource('rate: unlimted\nby: hedaers\n', 'w.yaml'));
  expect(problems.map(({ message, fix }) => [message, fix])).toEqual([
    ['"unlimted" is not a number or unlimited', 'did you mean "unlimited"?'],
    ['"hedaers" is not headers, query or a list', 'did you mean "headers"?'],
  ]);
});

test('a file that fits has no problems', () => {
  expect(validateAgainst(schema, parseSource('title: x\nlimits: {}\n', 'w.yaml'))).toEqual([]);
});
