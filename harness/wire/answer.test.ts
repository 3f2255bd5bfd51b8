import { expect, test } from 'vitest';
import { formatAnswers, isAnswered, parseAnswers } from './answer.ts';

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
