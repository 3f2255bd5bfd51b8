import { expect, test } from 'vitest';
import type { RowVerdict } from '../../harness/model.ts';
import { failed, Sample } from '../testing/sample.ts';
import { opening, promiseIds, promiseOf, quoted } from './describe.ts';
import { runStory } from './run-story.ts';

const row: RowVerdict = {
  id: 'ORD-04',
  level: 'stated',
  place: 'Endpoints 4. POST service-orders',
  sentence: 'Response 202 with no body.',
  outcome: 'breached',
  passed: 0,
  failed: 1,
  cases: [],
  facets: [],
};

test('a stated promise names its place in the spec, an assumed one the profile, or that the target agreed', () => {
  expect(promiseOf(row, 'supplier')).toBe('Spec, Endpoints 4. POST service-orders: "Response 202 with no body."');
  const assumed = { ...row, level: 'assumed', sentence: 'KCIs come in order.' } as const;
  expect(promiseOf({ ...assumed, place: 'KCI profile, lifecycle' }, 'supplier')).toBe(
    'Assumed, KCI profile supplier, lifecycle: "KCIs come in order."',
  );
  expect(promiseOf({ ...assumed, place: 'Standards' }, 'supplier')).toBe(
    'Agreed with the target, Standards: "KCIs come in order."',
  );
  const silent = { ...assumed, place: 'Silences', sentence: 'Nothing says what comes.' };
  expect(promiseOf({ ...silent, note: 'agreed with the target: 201' }, 'supplier')).toBe(
    'Agreed with the target, Silences: "Nothing says what comes."; 201',
  );
  const long = `agreed with the target: ${'what an order does, '.repeat(20)}`;
  expect(promiseOf({ ...silent, note: long }, 'supplier')).toMatch(/; what an order does, .{80,100}…$/);
});

test('a table row is quoted by its cells', () => {
  expect(quoted('| id | integer | yes |  | Identifier of the order |')).toBe(
    'id · integer · yes · Identifier of the order',
  );
  expect(quoted('one | two')).toBe('one | two');
});

test('of many rows the first three are named', () => {
  const run = new Sample();
  const finding = { summary: 'broken', expected: 'x', actual: 'y' };
  const checks = [['A', 'B', 'C', 'D', 'E'], ['A', 'B', 'C'], []].map((requirements) =>
    failed('orders/a', 'http.body', finding, { requirements }),
  );
  run.case('orders/a', 'A', 'failed', { findings: checks });
  expect(runStory(run.end()).stories[0]?.found.map((one) => promiseIds(one))).toEqual([
    'A B C and 2 more',
    'A B C',
    'http.body',
  ]);
});

test('a finding is called as a sentence begins, and an id that it begins with stays as it is', () => {
  const late = {
    summary: '',
    expected: '',
    actual: '',
    fact: { is: 'never-came', event: 'x-late', never: [], stream: [] },
  };
  expect(opening('the first event came late', late as never)).toBe('The first event came late');
  const failed = { ...late, fact: { is: 'status', verb: 'order', status: 500 } };
  expect(opening('order answered 500', failed as never)).toBe('Order answered 500');
  expect(opening('x-late came, which must not come', late as never)).toBe('x-late came, which must not come');
});
