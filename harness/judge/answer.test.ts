import { expect, test } from 'vitest';
import { parseAnswers } from '../wire/answer.ts';
import { errorCodeOf } from '../wire/answer-body.ts';
import { judgeAnswer } from './answer.ts';

const expecting = (text: string) => ({ answers: parseAnswers(text) ?? [] });
const answer = {
  status: 422,
  headers: [['X-Trace', 'a'] as const, ['x-trace', 'b'] as const],
  json: { code: 'OOPS', id: 7 },
};

test('an answer that is as expected has no mismatches', () => {
  const expectation = { ...expecting('400 | 422 OOPS'), headers: { 'x-trace': 'a, b' }, body: { id: '$sent.id' } };
  expect(judgeAnswer(expectation, answer, { scope: { sent: { id: 7 } } })).toEqual([]);
});

test('another status is the only mismatch that is named', () => {
  const expectation = { ...expecting('202'), headers: { none: '~present' }, body: { none: '~present' } };
  expect(judgeAnswer(expectation, answer, { scope: {} })).toEqual([
    { part: 'status', pointer: '', expected: '202', actual: '422 OOPS' },
  ]);
});

test('no answers to expect means that any is right', () => {
  expect(judgeAnswer({ answers: [] }, answer, { scope: {} })).toEqual([]);
});

test('headers and body are compared part by part', () => {
  const expectation = { ...expecting('422'), headers: { etag: '~present' }, body: { id: 8 } };
  expect(judgeAnswer(expectation, answer, { scope: {} })).toEqual([
    { part: 'headers', pointer: '/etag', expected: '~present', actual: 'nothing' },
    { part: 'body', pointer: '/id', expected: '8', actual: '7' },
  ]);
});

test('a text of the target that looks like a matcher is none', () => {
  const expectation = { ...expecting('422'), body: { code: '$sent.note' } };
  expect(judgeAnswer(expectation, answer, { scope: { sent: { note: '~any' } } })).toHaveLength(1);
});

test('both error bodies have a code', () => {
  expect(errorCodeOf({ code: 'A', uuid: 'x', messages: [] })).toBe('A');
  expect(errorCodeOf({ error: 'b', error_description: '' })).toBe('b');
  expect(errorCodeOf({ code: 5 })).toBeUndefined();
  expect(errorCodeOf('A')).toBeUndefined();
});
