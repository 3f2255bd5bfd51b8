import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json, KciEvent, Pattern } from '../model.ts';
import { getAt, pointerOf } from '../values/pointer.ts';
import { random } from '../values/seed.ts';
import { assign } from './assign.ts';
import { readPattern, walk } from './pattern.ts';
import { type Freedom, recognise } from './recognise.ts';

const events = (names: readonly string[]): KciEvent[] => names.map((name) => ({ name, dates: {} }));
const pattern = (value: Json): Pattern => readPattern(value).pattern;
const freedom = ({ unasked = '', early = '' }): Freedom => ({
  mayInterleave: (name) => name === unasked,
  mayOvertake: (name) => name === early,
});

const name = fc.constantFrom('A', 'B', 'C', 'D');
const { anyPattern } = fc.letrec<{ anyPattern: Json }>((tie) => ({
  anyPattern: fc.oneof(
    { maxDepth: 3 },
    name,
    fc.tuple(name, fc.constantFrom('?', '*', '+', '{2}', '{1,3}')).map((parts): Json => parts.join('')),
    fc.array(tie('anyPattern'), { minLength: 1, maxLength: 3 }).map((of): Json => of),
    fc.array(tie('anyPattern'), { minLength: 1, maxLength: 3 }).map((of): Json => ({ 'any-order': of })),
    fc.array(tie('anyPattern'), { minLength: 1, maxLength: 3 }).map((of): Json => ({ 'one-of': of })),
    tie('anyPattern').map((of): Json => ({ repeat: of })),
    tie('anyPattern').map((of): Json => ({ optional: of })),
  ),
}));

/** The pattern with each item under its own pointer. */
function renamed(node: Pattern, at = ''): Pattern {
  if (node.kind === 'event') return { kind: 'event', name: at };
  if (node.kind === 'repeat') return { ...node, of: renamed(node.of, `${at}/of`) };
  return { ...node, of: node.of.map((each, i) => renamed(each, at + pointerOf(['of', i]))) };
}

test('each event stands at its item, also where a name occurs several times', () => {
  const course = pattern(['ACK', { repeat: ['DELAY', 'RESUMED?'] }, 'COMMITTED', 'DELAY?', 'DONE']);
  expect(assign(course, events(['ACK', 'DELAY', 'RESUMED', 'COMMITTED', 'DELAY', 'DONE']))).toEqual({
    state: 'complete',
    items: ['/of/0', '/of/1/of/of/0', '/of/1/of/of/1/of', '/of/2', '/of/3/of', '/of/4'],
    needed: [],
    next: [],
  });
});

test('the branch is told that the later events need, not the first that fits', () => {
  const either = pattern([
    {
      'one-of': [
        ['A', 'B'],
        ['A', 'C'],
      ],
    },
  ]);
  expect(assign(either, events(['A', 'C'])).items).toEqual(['/of/0/of/1/of/0', '/of/0/of/1/of/1']);
});

test('what broke it has no item, and what was due instead is told', () => {
  expect(assign(pattern(['ACK', 'DELAY*', 'COMMITTED', 'DONE']), events(['ACK', 'DONE', 'COMMITTED']))).toEqual({
    state: 'impossible',
    at: 1,
    items: ['/of/0', undefined, undefined],
    needed: ['/of/2'],
    next: ['DELAY', 'COMMITTED'],
    lacking: ['COMMITTED'],
  });
});

test('an event lacks what every way to it has before it, and nothing where no way leads to it any more', () => {
  const written = pattern([{ 'one-of': ['LOST', ['ACK', { repeat: ['DELAY', 'RESUMED'] }, 'COMMITTED', 'DONE']] }]);
  const lackingIn = (...names: string[]) => assign(written, events(names)).lacking;
  expect(lackingIn('DONE')).toEqual(['ACK']);
  expect(lackingIn('ACK', 'DONE')).toEqual(['COMMITTED']);
  expect(lackingIn('ACK', 'RESUMED')).toEqual(['DELAY']);
  expect(lackingIn('ACK', 'LOST')).toEqual([]);
  expect(lackingIn('ACK', 'STRANGE')).toEqual([]);
});

test('an event that came unasked has no item', () => {
  const told = assign(pattern(['ACK', 'DONE']), events(['ACK', 'UPDATE', 'DONE']), freedom({ unasked: 'UPDATE' }));
  expect(told).toMatchObject({ state: 'complete', items: ['/of/0', undefined, '/of/1'] });
});

test('an event that overtook others stands at the item that it waits for', () => {
  const told = assign(pattern(['ACK', 'COMMITTED', 'DONE']), events(['ACK', 'DONE']), freedom({ early: 'DONE' }));
  expect(told).toMatchObject({ state: 'open', items: ['/of/0', '/of/2'], early: [1], next: ['COMMITTED'] });
});

test('what is needed next leaves out what is optional, also where a round of it is over', () => {
  const course = pattern(['ACK', { repeat: ['DELAY', 'RESUMED'] }, { 'one-of': ['DONE', 'CANCELLED'] }]);
  expect(assign(course, events(['ACK', 'DELAY', 'RESUMED'])).needed).toEqual(['/of/2/of/0', '/of/2/of/1']);
  expect(assign(course, events(['ACK', 'DELAY'])).needed).toEqual(['/of/1/of/of/1']);
});

test('every walk of a pattern is assigned completely, and the items in their turn walk the pattern', () => {
  fc.assert(
    fc.property(anyPattern, fc.string(), (written, seed) => {
      const read = pattern(written);
      const names = walk(read, random(seed));
      const { state, items } = assign(read, events(names));
      expect(state).toBe('complete');
      expect(items).not.toContain(undefined);
      expect(recognise(renamed(read), events(items.map(String))).state).toBe('complete');
    }),
    { numRuns: 300 },
  );
});

test('how far it gets, and what could come next, is what recognition says, whatever events may do', () => {
  fc.assert(
    fc.property(anyPattern, fc.array(name, { maxLength: 6 }), name, name, (written, names, unasked, early) => {
      const read = pattern(written);
      const row = events(names);
      for (const may of [freedom({}), freedom({ unasked }), freedom({ early }), freedom({ unasked, early })]) {
        const { early: _, ...recognised } = recognise(read, row, may);
        const told = assign(read, row, may);
        expect(told).toMatchObject(recognised);
        const needed = told.needed.map((at) => getAt(read as unknown as Json, `${at}/name`));
        expect(told.next).toEqual(expect.arrayContaining(needed as string[]));
        const reached = told.items.slice(0, told.at);
        // An event without an item came unasked.
        expect(reached.every((item, i) => item !== undefined || may.mayInterleave(names[i] ?? ''))).toBe(true);
        expect(told.items.slice(reached.length).every((item) => item === undefined)).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
});
