import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPattern, walk } from '../../harness/kci/pattern.ts';
import type { Json, KciProfile } from '../../harness/model.ts';
import { Sample } from '../testing/sample.ts';
import { type Course, layCourse } from './course.ts';
import type { ArrivalMoment } from './moments.ts';

const { profile } = new Sample().end();

/** What came of an order, by the names of events, laid over a pattern as authors write it. */
function laid(pattern: Json, names: readonly string[], events: KciProfile['events'] = {}): Course {
  const came = names.map((name, seq) => ({
    kind: 'arrival',
    at: seq,
    event: { name, sequence: seq, dates: {} },
    delivery: { seq },
  }));
  return layCourse(
    {
      ...({ kind: 'owed', name: 'placed', since: 0, withinMs: 1, terms: [], never: [], once: [] } as const),
      pattern: readPattern(pattern).pattern,
      isSilence: false,
    },
    {
      arrivals: came as unknown as readonly ArrivalMoment[],
      found: [],
      all: [],
      profile: { ...profile, events },
    },
  );
}

test('what had to come and did not is open: of optional parts and of several ways only where they were begun', () => {
  expect(laid(['A', [['B'], ['C', 'D']]], ['A', 'B']).open).toEqual(['C', 'D']);
  expect(laid({ 'one-of': ['B', ['A', 'C*']] }, ['A']).open).toEqual([]);
  expect(laid({ 'one-of': ['B', ['A', 'C', 'D?']] }, ['A']).open).toEqual(['C']);
  expect(laid(['A', { 'one-of': ['B', 'C'] }], ['A']).open).toEqual(['one of: B, C']);
  expect(laid(['A', { optional: ['B', 'C'] }, 'D'], ['A']).open).toEqual(['D']);
  expect(laid(['A', { optional: ['B', 'C'] }, 'D'], ['A', 'B']).open).toEqual(['C', 'D']);
});

test('of several ways that need the same, that is open', () => {
  expect(laid(['A', { 'one-of': [['B', 'D'], 'B'] }], ['A']).open).toEqual(['one of: (B, then D), B']);
  expect(laid(['A', { 'one-of': ['B', ['C?', 'B']] }], ['A']).open).toEqual(['B']);
});

test('an event that overtook others is told as before its place, and is not open itself', () => {
  const overtaking = { C: { when: ['C'], overtakes: true } };
  const course = laid(['A', 'B', 'C'], ['A', 'C'], overtaking);
  expect([...course.came.values()]).toEqual(['', 'before its place']);
  expect(course.open).toEqual(['B']);
  expect(laid(['A', { 'one-of': ['D', ['B', 'C']] }], ['A', 'C'], overtaking).open).toEqual(['B']);
});

test('an event that may interleave came unasked where the pattern does not ask for it', () => {
  const interleaving = { C: { when: ['C'], interleaves: true } };
  expect([...laid(['A', 'B'], ['A', 'C', 'B'], interleaving).came.values()][1]).toBe('unasked, as the profile lets it');
  expect([...laid(['A', 'C*', 'B'], ['A', 'C', 'B'], interleaving).came.values()][1]).toBe('');
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
      expect([...whole.came].map(([{ delivery }, place]) => [delivery.seq, place])).toEqual(
        names.map((_, i) => [i, '']),
      );
      expect([whole.state, whole.open, whole.derailed]).toEqual(['complete', [], undefined]);
    }),
  );
});
