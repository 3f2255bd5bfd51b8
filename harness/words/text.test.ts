import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOSTILE } from '../../reports/testing/sample-runs.ts';
import { clip, count, oneLine, visible } from './text.ts';

test('what cannot be seen is written as an escape', () => {
  expect(visible('a\u001b[31m\u0000\u202e\ud800b\nc\td\r')).toBe('a\\u001b[31m\\u0000\\u202e\\ud800b\nc\td\\r');
  expect(visible('\u{e0041}')).toBe('\\u{e0041}');
});

test('letters of every script stay as they are', () => {
  expect(visible("Siân O'Neill, 東京, Ωμέγα, 👍")).toBe("Siân O'Neill, 東京, Ωμέγα, 👍");
});

test('one line has no line breaks of any kind', () => {
  expect(oneLine('a\nb\r\nc\u2028d\te')).toBe('a\\nb\\r\\nc\\u2028d\\te');
  expect(oneLine(HOSTILE)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
});

test('making text visible twice is making it visible once', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => visible(visible(text)) === visible(text)));
});

test('clipped text says how much is missing and is never cut inside a character', () => {
  expect(clip('abcdef', 3)).toBe('abc… (3 characters more)');
  expect(clip('ab👍', 3)).toBe('ab… (2 characters more)');
  expect(clip('abc', 3)).toBe('abc');
});

test('numbers are grouped and nouns agree', () => {
  expect(count(1, 'case')).toBe('1 case');
  expect(count(1_234_567, 'case')).toBe('1,234,567 cases');
  expect(count(2, 'delivery', 'deliveries')).toBe('2 deliveries');
});
