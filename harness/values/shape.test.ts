import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '../model.ts';
import { literalShape, mismatches, shapeProblem } from './shape.ts';

const fits = (shape: Json, value: Json | undefined): boolean => mismatches(shape, value).length === 0;

describe('a shape', () => {
  test.each<[shape: Json, good: Json | undefined, bad: Json | undefined]>([
    ['~any', undefined, Symbol.iterator as unknown as Json],
    ['~present', null, undefined],
    ['~absent', undefined, null],
    ['~string', '', 1],
    ['~number', 1.5, '1.5'],
    ['~integer', 3, 3.5],
    ['~boolean', false, 'false'],
    ['~object', {}, []],
    ['~array', [], {}],
    ['~uuid', '0f8fad5b-d9cb-469f-a165-70867728950e', '0f8fad5b'],
    ['~date', '2026-02-28', '2026-02-28T00:00:00Z'],
    ['~date-time', '2026-02-28T10:00:00.000Z', '2026-02-28T10:00:00'],
    ['~date-time', '2026-02-28T10:00:00+01:00', '2026-13-28T10:00:00Z'],
    ['~date-time', '20260228T100000Z', '20260230T100000Z'],
    ['~in(A, B)', 'B', 'C'],
    ['~in(1, 2)', 2, 3],
    ['~not(A, B)', 'C', 'A'],
    ['~some(kind = AM)', [{ kind: 'PM' }, { kind: 'AM' }], [{ kind: 'PM' }]],
    [
      '~some(start = 2026-12-08T08:00:00.000Z)',
      [{ start: '2026-12-08T08:00:00Z' }, { start: '2026-12-09T08:00:00Z' }],
      [{ start: '2026-12-08T08:00:00.001Z' }, { start: '2026-12-08T08:00:00' }],
    ],
    ['~some(kind = AM, free = true)', [{ kind: 'AM', free: true }], [{ kind: 'AM', free: false }]],
    ['~every(kind != AM)', [{ kind: 'PM' }], [{ kind: 'AM' }]],
    ['~none(kind = AM)', [], [{ kind: 'AM' }]],
    ['~some(a.b = ~uuid)', [{ a: { b: '0f8fad5b-d9cb-469f-a165-70867728950e' } }], [{ a: { b: 'x' } }]],
    ['~len(>= 1)', [1], []],
    ['~len(2)', 'ab', 'abc'],
    ['~matches(^[A-Z]{2}, \\d$)', 'AB, 7', 'ab, 7'],
    ['~~tilde', '~tilde', 'tilde'],
    [{ a: 1 }, { a: 1, more: 2 }, { a: 2 }],
    [{ a: '~absent' }, {}, { a: 1 }],
    [{ 'a?': 1 }, {}, { a: 2 }],
    [{ 'a?': { b: 1 } }, { a: null }, { a: { b: 2 } }],
    [{ 'a?': { 'b?': '~string' } }, { a: {} }, { a: { b: 1 } }],
    [{ 'a??': 1 }, { 'a?': 1 }, { a: 1 }],
    [{ 'a???': 1 }, {}, { 'a?': 2 }],
    [[1, '~any'], [1, 2], [1]],
  ])('%j takes %j and refuses %j', (shape, good, bad) => {
    expect(fits(shape, good)).toBe(true);
    if (typeof bad !== 'symbol') expect(fits(shape, bad)).toBe(false);
  });

  test('each difference is named with its place, what was wanted and what came', () => {
    expect(mismatches({ a: { b: '~in(X, Y)' }, c: 1 }, { a: { b: 'Z' } })).toEqual([
      { pointer: '/a/b', expected: '~in(X, Y)', actual: '"Z"' },
      { pointer: '/c', expected: '1', actual: 'nothing' },
    ]);
  });

  test('a schema of the contract is asked by its name', () => {
    const isSchema = (name: string, value: Json): string | null =>
      name === 'Timeslot' && value === 'slot' ? null : 'no';
    expect(mismatches('~Timeslot', 'slot', isSchema)).toEqual([]);
    expect(mismatches('~Timeslot', 'tea', isSchema)).toHaveLength(1);
  });

  test('every JSON value fits itself when it is made literal', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.jsonValue(), fc.dictionary(fc.stringMatching(/^a?\?{0,4}$/), fc.jsonValue())),
        (value) => {
          expect(mismatches(literalShape(value as Json), value as Json)).toEqual([]);
        },
      ),
    );
  });

  test('a matcher that is none says what it should be', () => {
    expect(shapeProblem('~uuid')).toBeNull();
    expect(shapeProblem('plain')).toBeNull();
    expect(shapeProblem('~uid')).toBe('unknown matcher "~uid"');
    expect(shapeProblem('~toString')).toBe('unknown matcher "~toString"');
    expect(shapeProblem('~in()')).toBe('~in needs words in brackets');
    expect(shapeProblem('~uuid(1)')).toBe('~uuid takes no words in brackets');
    expect(shapeProblem('~some(kind)')).toBe('"kind" does not read "member = value"');
    expect(shapeProblem('~Timeslod', ['Timeslot'])).toBe('the contract has no schema "Timeslod"');
  });
});
