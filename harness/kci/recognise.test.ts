import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json, KciEvent, Pattern } from '../model.ts';
import { random } from '../values/seed.ts';
import { beginningOf, eventNames, neededFirst, readPattern, walk } from './pattern.ts';
import { type Freedom, type Recognition, recognise } from './recognise.ts';

const events = (...names: string[]): KciEvent[] => names.map((name) => ({ name, dates: {} }));
const pattern = (value: Json): Pattern => {
  const read = readPattern(value);
  expect(read.problems).toEqual([]);
  return read.pattern;
};
const overtaking = (...names: string[]): Freedom => ({
  mayInterleave: () => false,
  mayOvertake: (name) => names.includes(name),
});

/** What must come next, at any of the positions. */
const needed = ({ positions }: Recognition): string[] => positions.flatMap(({ left }) => neededFirst(left));

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
    expect(recognise(pattern(journey), events(...names))).toMatchObject({ state, next });
  });

  test('the event that made it impossible is pointed at', () => {
    expect(recognise(pattern(journey), events('ACK', 'COMMITTED', 'CANCELLED')).at).toBe(2);
  });

  test('an event lacks what every way to it has before it, and nothing where no way leads to it any more', () => {
    const written = pattern([{ 'one-of': ['LOST', ['ACK', { repeat: ['DELAY', 'RESUMED'] }, 'COMMITTED', 'DONE']] }]);
    const lackingIn = (...names: string[]) => recognise(written, events(...names)).lacking;
    expect(lackingIn('DONE')).toEqual(['ACK']);
    expect(lackingIn('ACK', 'DONE')).toEqual(['COMMITTED']);
    expect(lackingIn('ACK', 'RESUMED')).toEqual(['DELAY']);
    expect(lackingIn('ACK', 'LOST')).toEqual([]);
    expect(lackingIn('ACK', 'STRANGE')).toEqual([]);
  });

  test('what is needed next leaves out what is optional, also where a round of it is over', () => {
    const course = pattern(['ACK', { repeat: ['DELAY', 'RESUMED'] }, { 'one-of': ['DONE', 'CANCELLED'] }]);
    expect(needed(recognise(course, events('ACK', 'DELAY', 'RESUMED')))).toEqual(['DONE', 'CANCELLED']);
    expect(needed(recognise(course, events('ACK', 'DELAY')))).toEqual(['RESUMED']);
    expect(needed(recognise(course, events('ACK', 'RESUMED')))).toEqual(['DONE', 'CANCELLED']);
  });

  test('events that may interleave come unasked, and are still counted where they are asked for', () => {
    const may = { mayInterleave: (name: string): boolean => name === 'UPDATE', mayOvertake: () => false };
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
      expect(recognise(both, events(...names, 'Z')).state).toBe('complete');
    }
    expect(recognise(both, events('C')).state).toBe('impossible');
  });

  test('counts are exact', () => {
    const counted = pattern('A{2,3}');
    expect([1, 2, 3, 4].map((n) => recognise(counted, events(...Array<string>(n).fill('A'))).state)).toEqual([
      'open',
      'complete',
      'complete',
      'impossible',
    ]);
  });

  test('an item with a shape takes only events of that shape', () => {
    const done = pattern([{ COMPLETED: { match: { status: 'COMPLETED' } } }]);
    expect(recognise(done, [{ name: 'COMPLETED', status: 'PARTIAL', dates: {} }]).state).toBe('impossible');
    expect(recognise(done, [{ name: 'COMPLETED', status: 'COMPLETED', dates: {} }]).state).toBe('complete');
  });
});

describe('recognising events that may overtake', () => {
  test.each<[names: string[], state: string, next: string[], early?: number[]]>([
    [['ACK', 'COMPLETED'], 'open', ['UPDATE', 'COMMITTED'], [1]],
    [['COMPLETED', 'ACK'], 'open', ['UPDATE', 'COMMITTED'], [0]],
    [['ACK', 'COMPLETED', 'COMMITTED'], 'complete', ['DELAY', 'COMPLETED']],
    [['ACK', 'COMPLETED', 'COMMITTED', 'DELAY'], 'open', ['RESUMED'], [1]],
    [['ACK', 'COMPLETED', 'COMMITTED', 'DELAY', 'RESUMED'], 'complete', ['DELAY', 'COMPLETED']],
    [['ACK', 'COMMITTED', 'COMPLETED'], 'complete', ['DELAY', 'COMPLETED']],
  ])('%j is %s', (names, state, next, early) => {
    const found = recognise(pattern(journey), events(...names), overtaking('COMPLETED'));
    expect([found.state, found.next, found.early]).toEqual([state, next, early]);
  });

  test.each<[what: string, names: string[], at: number]>([
    ['one that may not', ['ACK', 'COMPLETED', 'DELAY'], 2],
    ['one too many', ['ACK', 'COMPLETED', 'COMPLETED'], 2],
    ['one that has no place in the course', ['ACK', 'CANCELLED'], 1],
    ['one that comes after its place', ['ACK', 'COMMITTED', 'COMPLETED', 'RESUMED'], 3],
  ])('%s fails all the same', (_, names, at) => {
    const freedom = overtaking('COMPLETED', 'CANCELLED');
    expect(recognise(pattern(journey), events(...names), freedom)).toMatchObject({ state: 'impossible', at });
  });

  test('an event takes the place that the others leave it', () => {
    const twice = pattern(['A*', 'B', 'A']);
    expect(recognise(twice, events('A', 'B'), overtaking('A')).state).toBe('complete');
    expect(recognise(twice, events('A', 'B')).state).toBe('open');
    expect(recognise(twice, events('A', 'A', 'B'), overtaking('A')).state).toBe('complete');
  });

  test('an event has its place within what may come any number of times, once', () => {
    const once = pattern([{ optional: [{ repeat: ['A', 'B'] }] }]);
    expect(recognise(once, events('B', 'A', 'B', 'A'), overtaking('B')).state).toBe('complete');
  });

  test('only an event of the right shape takes a place with a shape', () => {
    const shaped = pattern(['B', { A: { match: { status: 'X' } } }, 'C', { A: { match: { status: 'Y' } } }]);
    const a = (status: string): KciEvent => ({ name: 'A', status, dates: {} });
    const [b, c] = events('B', 'C') as [KciEvent, KciEvent];
    expect(recognise(shaped, [a('Y'), a('X'), b, c], overtaking('A')).state).toBe('complete');
    expect(recognise(shaped, [a('Y'), a('Y'), b, c], overtaking('A'))).toMatchObject({ state: 'impossible', at: 1 });
  });

  test('an event may both overtake and come unasked', () => {
    const both: Freedom = { mayInterleave: (name) => name === 'U', mayOvertake: (name) => name === 'U' };
    expect(recognise(pattern(['A', 'U', 'B']), events('U', 'A', 'B'), both).state).toBe('complete');
    expect(recognise(pattern(['A', 'B']), events('U', 'A', 'U', 'B'), both).state).toBe('complete');
  });

  test('a flood of them is followed to its end', () => {
    const flood = events(...Array<string>(300).fill('A'), 'B');
    expect(recognise(pattern(['A*', 'B', 'C']), flood, overtaking('A')).state).toBe('open');
    expect(recognise(pattern(['B', 'A*', 'C']), flood, overtaking('A')).state).toBe('open');
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
        expect(recognise(each, events(...names)).state).toBe('complete');
        expect(names.every((one) => eventNames(each).includes(one))).toBe(true);
      }),
    );
  });

  test('a beginning of a walk is never impossible', () => {
    fc.assert(
      fc.property(anyPattern, fc.string(), (each, seed) => {
        const names = walk(each, random(seed)).slice(0, 6);
        for (let n = 0; n <= names.length; n++) {
          expect(recognise(each, events(...names.slice(0, n))).state).not.toBe('impossible');
        }
      }),
    );
  });

  test('what is needed next is among what could come next, whatever events may do', () => {
    fc.assert(
      fc.property(anyPattern, fc.array(name, { maxLength: 6 }), name, name, (each, names, unasked, early) => {
        for (const mayOvertake of [() => false, (one: string) => one === early]) {
          const found = recognise(each, events(...names), { mayInterleave: (one) => one === unasked, mayOvertake });
          expect(found.next).toEqual(expect.arrayContaining(needed(found)));
        }
      }),
      { numRuns: 300 },
    );
  });

  test('a walk of which overtaking events have come earlier is recognised', () => {
    fc.assert(
      fc.property(anyPattern, fc.string(), fc.subarray(['A', 'B', 'C', 'D']), (each, seed, free) => {
        const chance = random(seed);
        const names = walk(each, chance);
        fc.pre(names.length <= 8);
        const moved = names.reduce<string[]>((row, one) => {
          const to = free.includes(one) ? Math.floor(chance() * (row.length + 1)) : row.length;
          return row.toSpliced(to, 0, one);
        }, []);
        expect(recognise(each, events(...moved), overtaking(...free)).state).toBe('complete');
      }),
    );
  });

  test('what overtaking makes right is right when each such event is put in some place after its own', () => {
    fc.assert(
      fc.property(anyPattern, fc.string(), name, (each, seed, free) => {
        const chance = random(seed);
        const names = walk(each, chance).toSorted(() => chance() - 0.5);
        fc.pre(names.length <= 6);
        const isRight = recognise(each, events(...names), overtaking(free)).state === 'complete';
        expect(isRight).toBe(
          laterRows(names, free).some((row) => recognise(each, events(...row)).state === 'complete'),
        );
      }),
      { numRuns: 500 },
    );
  });

  test('a final event that may not overtake ends the row, whatever may overtake', () => {
    fc.assert(
      fc.property(anyPattern, fc.string(), name, (each, seed, late) => {
        const names = walk(each, random(seed));
        fc.pre(names.length <= 8 && names.includes(late));
        const ended: Pattern = { kind: 'seq', of: [each, { kind: 'event', name: 'END' }] };
        const moved = [...names.toSpliced(names.lastIndexOf(late), 1), 'END', late];
        expect(recognise(ended, events(...names, 'END'), overtaking(late)).state).toBe('complete');
        expect(recognise(ended, events(...moved), overtaking('A', 'B', 'C', 'D')).state).toBe('impossible');
      }),
    );
  });

  test('the beginnings of a pattern are the beginnings of its walks', () => {
    fc.assert(
      fc.property(anyPattern, fc.string(), fc.array(name, { maxLength: 4 }), (each, seed, others) => {
        const names = walk(each, random(seed)).slice(0, 6);
        for (let n = 0; n <= names.length; n++) {
          expect(recognise(beginningOf(each), events(...names.slice(0, n))).state).toBe('complete');
        }
        const isBeginning = recognise(each, events(...others)).state !== 'impossible';
        expect(recognise(beginningOf(each), events(...others)).state).toBe(isBeginning ? 'complete' : 'impossible');
      }),
    );
  });
});

/** The rows that come of moving events of a name later, by any way. */
function laterRows(names: readonly string[], free: string): readonly (readonly string[])[] {
  const [first, ...rest] = names;
  if (first === undefined) return [[]];
  const rows = laterRows(rest, free);
  return rows.flatMap((row) =>
    first === free ? Array.from({ length: row.length + 1 }, (_, i) => row.toSpliced(i, 0, first)) : [[first, ...row]],
  );
}
