import { expect, test } from 'vitest';
import type { ExpandOptions } from './expand.ts';
import { cease, input, plan, scenario, target } from './testing/sample.ts';

const messagesOf = (text: string, more: Partial<ExpandOptions> = {}) =>
  plan([scenario('x', text)], more).problems.map(({ severity, message }) => `${severity}: ${message}`);

test('two scenarios of one id', () => {
  expect(plan([cease, cease]).problems[0]?.message).toBe('the case id "orders/cease" stands twice');
});

test('two rows of one title', () => {
  const row = '{ title: Same, set: { /body/id: 1 }, expect: 422 }';
  expect(
    messagesOf(
      `scenario: S\nsteps:\n  - cancel: { order: 1, reasonCode: OTHER }\n    matrix: { rows: [${row}, ${row}] }`,
    ),
  ).toEqual(['error: a second row "Same" in one matrix']);
});

test('a row that does not say what is owed, where the contract does not either', () => {
  const text =
    'scenario: S\nsteps:\n  - http: { method: GET, path: /x }\n    expect: 200\n    matrix: { rows: [{ title: Odd, set: { /query/a: 1 } }] }';
  expect(messagesOf(text)).toEqual(['error: the row "Odd" does not say what is owed']);
});

test('a matrix that makes no case', () => {
  expect(
    messagesOf(
      'scenario: S\nsteps:\n  - availability: { address: { id: a, type: b } }\n    matrix: { derive: [bad-credentials] }',
    ),
  ).toEqual(['warning: the matrix of "availability" makes no case']);
});

test('defects that the contract says nothing of, once for all rows', () => {
  const { availability } = input.contract.operations;
  const operations = { ...input.contract.operations, availability: { ...availability, refusals: [] } };
  const text =
    'scenario: S\nfor-each: [a, b]\nsteps:\n  - availability: { address: { id: a, type: b } }\n    matrix: { derive: [omit] }';
  expect(messagesOf(text, { contract: { ...input.contract, operations } })).toEqual([
    'warning: left out of the matrix of "availability": omit:/query/address, omit:/query/address/id, omit:/query/address/type',
  ]);
});

test('a range of ids that is too small', () => {
  const text = 'scenario: S\ngiven: { a: $id.one, b: $id.two, c: $id.three }\nsteps: [token: ]';
  expect(messagesOf(text, { target: { ...target, ids: { from: 1, to: 2 } } })).toEqual([
    'error: the plan chooses 3 ids, and the target "acme" allows 2',
  ]);
});
