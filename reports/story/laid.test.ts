import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPattern, walk } from '../../harness/kci/pattern.ts';
import type { Json } from '../../harness/model.ts';
import { Sample } from '../testing/sample.ts';
import { layCourse } from './course.ts';
import { type Laid, stretchesOf } from './laid.ts';
import type { Arrival } from './moments.ts';

const { profile } = new Sample().end();

/** What came of an order, by the names of events, laid over a pattern as authors write it. */
function laid(pattern: Json, names: readonly string[]): Laid {
  const came = names.map((name, seq) => ({ kind: 'arrival', at: seq, event: { name, dates: {} }, delivery: { seq } }));
  return layCourse(readPattern(pattern).pattern, came as unknown as readonly Arrival[], profile).laid;
}

const name = ({ pattern }: Laid): string => (pattern.kind === 'event' ? pattern.name : pattern.kind);

/** `A`, `(B)` for what did not come, `C or D` for ways that were not taken, `E…` for what may come at any time. */
const told = (pattern: Json, names: readonly string[]): string[] =>
  stretchesOf(laid(pattern, names)).map(({ laid, others = [], isAnyTime = false }) => {
    const itself = laid.took.length > 0 ? name(laid) : `(${name(laid)})`;
    return [`${itself}${isAnyTime ? '…' : ''}`, ...others.map(name)].join(' or ');
  });

test('rows within rows are one row', () => {
  expect(told(['A', [['B'], ['C', 'D']]], ['A', 'B'])).toEqual(['A', 'B', '(C)', '(D)']);
});

test('of several ways the one is followed that was taken, and the others stand where it begins', () => {
  const pattern = { 'one-of': ['REFUSED', ['A', { 'one-of': ['B', ['C?', 'D', 'E']] }]] };
  expect(told(pattern, ['A', 'D'])).toEqual(['A or REFUSED', '(C) or B', 'D', '(E)']);
  expect(told(pattern, [])).toEqual(['(one-of)']);
});

test('what may come beside a course, in any order, stands at its end', () => {
  const pattern = { 'any-order': [['A', 'B'], 'ANSWER?'] };
  expect(told(pattern, ['A', 'ANSWER', 'B'])).toEqual(['A', 'B', 'ANSWER…']);
  expect(told({ 'any-order': ['A', 'B'] }, ['B'])).toEqual(['any-order']);
});

test('a group that may come several times stays one', () => {
  expect(told(['A', { repeat: ['B', 'C'] }], ['A', 'B', 'C', 'B'])).toEqual(['A', 'seq']);
});

test('nothing that came is lost on the way, and it stays in order within each stretch', () => {
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
      const seqs = stretchesOf(whole).map(({ laid: { took } }) => took.map(({ delivery }) => delivery.seq));
      expect(seqs.flat().toSorted((a, b) => a - b)).toEqual(whole.took.map(({ delivery }) => delivery.seq));
      for (const each of seqs) expect(each).toEqual(each.toSorted((a, b) => a - b));
    }),
  );
});
