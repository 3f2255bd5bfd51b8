import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPattern, walk } from '../../harness/kci/pattern.ts';
import type { Json } from '../../harness/model.ts';
import { Sample } from '../testing/sample.ts';
import { layCourse } from './course.ts';
import type { Laid } from './laid.ts';
import type { Arrival } from './moments.ts';

const { profile } = new Sample().end();

/** What came of an order, by the names of events, laid over a pattern as authors write it. */
function laid(pattern: Json, names: readonly string[]): Laid {
  const came = names.map((name, seq) => ({ kind: 'arrival', at: seq, event: { name, dates: {} }, delivery: { seq } }));
  return layCourse(readPattern(pattern).pattern, came as unknown as readonly Arrival[], profile).laid;
}

const told = ({ pattern, parts, took }: Laid): Json =>
  pattern.kind === 'event' ? `${pattern.name} ${took.length}` : parts.map(told);

test('each part of a pattern has what came of it, and groups of one are left out', () => {
  expect(told(laid(['A', [['B'], ['C', 'D']]], ['A', 'B']))).toEqual(['A 1', ['B 1', ['C 0', 'D 0']]]);
  expect(told(laid({ 'one-of': ['REFUSED', ['A', 'B*']] }, ['A', 'B', 'B']))).toEqual(['REFUSED 0', ['A 1', 'B 2']]);
});

test('nothing that came is lost on the way, and it stays in order', () => {
  const { any } = fc.letrec<{ any: Json }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom<Json>('A', 'B', 'C?', 'D*'),
      fc.array(tie('any'), { minLength: 1, maxLength: 3 }),
      fc.array(tie('any'), { minLength: 1, maxLength: 3 }).map((of): Json => ({ 'any-order': of })),
      fc.array(tie('any'), { minLength: 1, maxLength: 3 }).map((of): Json => ({ 'one-of': of })),
    ),
  }));
  fc.assert(
    fc.property(any, fc.infiniteStream(fc.double({ min: 0, max: 0.99, noNaN: true })), (pattern, coins) => {
      const names = walk(readPattern(pattern).pattern, () => coins.next().value ?? 0);
      const whole = laid(pattern, names);
      expect(whole.took.map(({ delivery }) => delivery.seq)).toEqual(names.map((_, i) => i));
    }),
  );
});
