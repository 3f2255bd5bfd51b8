import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json, KciEvent, Pattern } from './model.ts';
import { eventNames, readPattern, recognise, walk } from './pattern.ts';
import { random } from './seed.ts';

const events = (...names: string[]): KciEvent[] => names.map((name) => ({ name, dates: {} }));
const never = (): boolean => false;
const pattern = (value: Json): Pattern => {
  const read = readPattern(value);
  expect(read.problems).toEqual([]);
  return read.pattern;
};

const journey: Json = ['ACK', 'UPDATE*', 'COMMITTED', { repeat: ['DELAY', 'RESUMED'] }, 'COMPLETED'];

describe('recognising a row of events', () => {
  test.each<[names: string[], state: string, next: string[]]>([
    [[], 'open', ['ACK']],
    [['ACK'], 'open', ['UPDATE', 'COMMITTED']],
    [['ACK', 'UPDATE', 'UPDATE', 'COMMITTED'], 'open', ['DELAY', 'COMPLETED']],
    [['ACK', 'COMMITTED', 'DELAY'], 'open', ['RESUMED']],
    [['ACK', 'COMMITTED', 'DELAY', 'RESUMED', 'DELAY', 'RESUMED', 'COMPLETED'], 'complete', []],
    [['ACK', 'COMPLETED'], 'impossible', ['UPDATE', 'COMMITTED']],
    [['ACK', 'COMMITTED', 'COMPLETED', 'UPDATE'], 'impossible', []],
  ])('%j is %s', (names, state, next) => {
    expect(recognise(pattern(journey), events(...names), never)).toMatchObject({ state, next });
  });

  test('the event that made it impossible is pointed at', () => {
    expect(recognise(pattern(journey), events('ACK', 'COMMITTED', 'CANCELLED'), never).at).toBe(2);
  });

  test('events that may interleave come unasked, and are still counted where they are asked for', () => {
    const may = (name: string): boolean => name === 'UPDATE';
    expect(recognise(pattern(['ACK', 'DONE']), events('UPDATE', 'ACK', 'UPDATE', 'DONE', 'UPDATE'), may).state).toBe(
      'complete',
    );
    expect(recognise(pattern(['ACK', 'UPDATE', 'DONE']), events('ACK', 'DONE'), may).state).toBe('impossible');
  });

  test('any order takes every order, once each', () => {
    const both = pattern([{ 'any-order': ['A', ['B', 'C']] }, 'Z']);
    for (const names of [
      ['A', 'B', 'C'],
      ['B', 'A', 'C'],
      ['B', 'C', 'A'],
    ]) {
      expect(recognise(both, events(...names, 'Z'), never).state).toBe('complete');
    }
    expect(recognise(both, events('C'), never).state).toBe('impossible');
  });

  test('counts are exact', () => {
    const counted = pattern('A{2,3}');
    expect([1, 2, 3, 4].map((n) => recognise(counted, events(...Array<string>(n).fill('A')), never).state)).toEqual([
      'open',
      'complete',
      'complete',
      'impossible',
    ]);
  });

  test('an item with a shape takes only events of that shape', () => {
    const done = pattern([{ COMPLETED: { match: { status: 'COMPLETED' } } }]);
    expect(recognise(done, [{ name: 'COMPLETED', status: 'PARTIAL', dates: {} }], never).state).toBe('impossible');
    expect(recognise(done, [{ name: 'COMPLETED', status: 'COMPLETED', dates: {} }], never).state).toBe('complete');
  });
});

const name = fc.constantFrom('A', 'B', 'C', 'D');
const anyPattern = fc.letrec<{ node: Pattern }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'pattern' },
    fc.record({ kind: fc.constant('event' as const), name }),
    fc.record({
      kind: fc.constantFrom('seq' as const, 'any-order' as const),
      of: fc.array(tie('node'), { maxLength: 3 }),
    }),
    fc.record({ kind: fc.constant('one-of' as const), of: fc.array(tie('node'), { minLength: 1, maxLength: 3 }) }),
    fc.record({
      kind: fc.constant('repeat' as const),
      of: tie('node'),
      min: fc.nat(1),
      max: fc.constantFrom(1, 2, null),
    }),
  ),
})).node;

describe('laws', () => {
  test('every walk of a pattern is recognised, and uses only its names', () => {
    fc.assert(
      fc.property(anyPattern, fc.string(), (each, seed) => {
        const names = walk(each, random(seed));
        fc.pre(names.length <= 12);
        expect(recognise(each, events(...names), never).state).toBe('complete');
        expect(names.every((one) => eventNames(each).includes(one))).toBe(true);
      }),
    );
  });

  test('a beginning of a walk is never impossible', () => {
    fc.assert(
      fc.property(anyPattern, fc.string(), (each, seed) => {
        const names = walk(each, random(seed)).slice(0, 6);
        for (let n = 0; n <= names.length; n++) {
          expect(recognise(each, events(...names.slice(0, n)), never).state).not.toBe('impossible');
        }
      }),
    );
  });
});

test('a pattern that is none says where and why', () => {
  expect(
    readPattern([
      'ACK',
      'B B',
      { C: { within: 'soon' } },
      { D: { when: 1 } },
      7,
      { 'one-of': 'A' },
      { A: null, B: null },
    ]).problems,
  ).toEqual([
    { at: '/1', message: '"B B" is no event pattern', fix: 'write NAME, NAME?, NAME*, NAME+ or NAME{2}' },
    { at: '/2/C/within', message: '"soon" is no duration', fix: 'write 500ms, 5s, 2m, 3h or 15d' },
    { at: '/3/D/when', message: 'unknown key "when"', fix: 'an event may have within and match' },
    { at: '/4', message: '7 is no event pattern' },
    { at: '/5/one-of', message: '"one-of" needs a list' },
    { at: '/6/B', message: '"B" stands beside "A"', fix: 'start a new list item with "- "' },
  ]);
});
