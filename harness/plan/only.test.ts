import { expect, test } from 'vitest';
import type { Journey } from '../model.ts';
import { pickOnly } from './selection.ts';

const ids = [
  'orders/cease',
  'orders/cease~omit:/body/id',
  'orders/new#home',
  'orders/new#home~omit:/body/id',
  'orders/new#work',
  'token/issue',
];
const journeys = ids.map((id) => ({ id, scenario: id.split(/[#~]/)[0] }) as Journey);
const picked = (...only: string[]) => pickOnly(journeys, only).journeys.map(({ id }) => id);

test('a case id picks that case alone', () => {
  expect(picked('orders/new#home')).toEqual(['orders/new#home']);
  expect(picked('orders/cease')).toEqual(['orders/cease']);
});

test('a scenario that is no case of its own picks all its cases', () => {
  expect(picked('orders/new')).toEqual(['orders/new#home', 'orders/new#home~omit:/body/id', 'orders/new#work']);
});

test('a star stands for any text, and the rest is taken literally', () => {
  expect(picked('orders/cease*')).toEqual(['orders/cease', 'orders/cease~omit:/body/id']);
  expect(picked('*~omit:*')).toEqual(['orders/cease~omit:/body/id', 'orders/new#home~omit:/body/id']);
  expect(picked('orders/.*e*')).toEqual([]);
});

test('a folder picks all in it', () => {
  expect(picked('token')).toEqual(['token/issue']);
  expect(picked('token/')).toEqual(['token/issue']);
  expect(picked('tok')).toEqual([]);
});

test('several names pick each case once, in the order of the plan', () => {
  expect(picked('token', 'orders/cease', 'orders/cease*')).toEqual([
    'orders/cease',
    'orders/cease~omit:/body/id',
    'token/issue',
  ]);
});

test('a name that picks nothing is a problem, with the nearest one', () => {
  expect(pickOnly(journeys, ['orders/ceese']).problems).toEqual([
    {
      severity: 'error',
      message: 'no case is named "orders/ceese"',
      why: 'a name is a case id, a scenario, a folder of scenarios, or a pattern with *',
      fix: 'did you mean "orders/cease"?',
    },
  ]);
});
