import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOSTILE } from '../testing/sample-runs.ts';
import { code, codeBlock, prose } from './markdown.ts';

const text = fc.string({ unit: fc.constantFrom('`', '\n', '#', '*', '<', '|', 'a', ' ', '\\', '[', '>') });

test('code in a line ends where we end it', () => {
  fc.assert(
    fc.property(text, (any) => {
      const told = code(any);
      const fence = /^`+/.exec(told)?.[0] ?? '';
      const inside = told.slice(fence.length, -fence.length);
      expect(told.endsWith(fence)).toBe(true);
      expect([...inside.matchAll(/`+/g)].some(([run]) => run.length === fence.length)).toBe(false);
      expect(told).not.toContain('\n');
    }),
  );
});

test('a block of code ends where we end it', () => {
  fc.assert(
    fc.property(text, (any) => {
      const told = codeBlock(any, 'text').split('\n');
      const fence = /^`+/.exec(told[0] ?? '')?.[0] ?? '';
      const closings = told.slice(1).filter((line) => /^ {0,3}`+\s*$/.test(line) && line.trim().length >= fence.length);
      expect(closings).toEqual([fence]);
    }),
  );
});

test('prose of a target is no markup', () => {
  expect(prose('# <b>*not* [a](link)</b> `x` | 1. y')).toBe(
    '\\# \\<b\\>\\*not\\* \\[a\\](link)\\</b\\> \\`x\\` \\| 1. y',
  );
  expect(prose('1. a list')).toBe('1\\. a list');
  expect(prose(HOSTILE)).not.toMatch(/[\n\p{Cc}\p{Cf}]|(?<!\\)[<|`]/u);
});
