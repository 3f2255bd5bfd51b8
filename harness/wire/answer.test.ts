import { expect, test } from 'vitest';
import type { Operation, RefusalRule } from '../model.ts';
import { formatAnswers, isAnswered, isPartOf, parseAnswers, refusalFor } from './answer.ts';

test('answers are read as authors write them, and written back the same', () => {
  for (const text of [
    '202',
    '2xx',
    '422 INVALID_REQUEST',
    '400 MALFORMED_REQUEST | 422 INVALID_REQUEST',
    '401 invalid_client',
  ]) {
    expect(formatAnswers(parseAnswers(text) ?? [])).toBe(text);
  }
});

test.each(['', 'ok', '600', '2x', '202 two words', '202 |'])('%j is no answer', (text) => {
  expect(parseAnswers(text)).toBeNull();
});

test('a status, its class and its code decide', () => {
  const either = parseAnswers('400 MALFORMED_REQUEST | 422 INVALID_REQUEST') ?? [];
  expect(isAnswered(either, 422, 'INVALID_REQUEST')).toBe(true);
  expect(isAnswered(either, 422, 'MALFORMED_REQUEST')).toBe(false);
  expect(isAnswered(either, 400, undefined)).toBe(false);
  expect(isAnswered(parseAnswers('2xx') ?? [], 201, undefined)).toBe(true);
  expect(isAnswered(parseAnswers('2xx') ?? [], 301, undefined)).toBe(false);
});

const rule = (requirement: string, rest: Partial<RefusalRule>): RefusalRule => ({
  kinds: ['omit'],
  answers: [],
  requirement,
  ...rest,
});
const operation = {
  refusals: [
    rule('EXACT', { at: ['/query/address'] }),
    rule('CEASE', { at: ['/body/serviceId'], when: { orderType: 'CEASE' } }),
    rule('BELOW', { at: ['/body/*'] }),
  ],
} as unknown as Operation;

test('the first rule that speaks of the kind, the place and the body applies', () => {
  expect(refusalFor(operation, { kind: 'omit', at: '/query/address' }, undefined)?.requirement).toBe('EXACT');
  expect(refusalFor(operation, { kind: 'omit', at: '/body/serviceId' }, { orderType: 'CEASE' })?.requirement).toBe(
    'CEASE',
  );
  expect(refusalFor(operation, { kind: 'omit', at: '/body/serviceId' }, { orderType: 'NEW' })?.requirement).toBe(
    'BELOW',
  );
});

test('where no rule speaks there is none', () => {
  expect(refusalFor(operation, { kind: 'null', at: '/query/address' }, undefined)).toBeNull();
  expect(refusalFor(operation, { kind: 'omit', at: '/query/other' }, undefined)).toBeNull();
});

test('a list in a partial body means any of its values', () => {
  expect(isPartOf({ orderType: ['CEASE', 'MODIFY'] }, { orderType: 'MODIFY', id: 1 })).toBe(true);
  expect(isPartOf({ orderType: ['CEASE', 'MODIFY'] }, { orderType: 'NEW' })).toBe(false);
  expect(isPartOf({ a: { b: 1 } }, { a: { b: 1, c: 2 } })).toBe(true);
  expect(isPartOf({ a: 1 }, [])).toBe(false);
});
