import { describe, expect, test } from 'vitest';
import { REAL } from '../testing/record-builder.ts';
import { eachEvent, joined, withEvent } from './body.ts';
import { readEvents } from './read.ts';

const wire = { contentType: 'application/json', path: '', format: 'json', batch: '$.a.list' } as const;

describe('a delivery of several events', () => {
  test('is read as one delivery for each', () => {
    expect(eachEvent(wire, { by: 1, a: { c: 2, list: ['x', 'y'] } })).toEqual([
      { by: 1, a: { c: 2, list: ['x'] } },
      { by: 1, a: { c: 2, list: ['y'] } },
    ]);
  });

  test('may be a list itself, or empty', () => {
    expect(eachEvent({ ...wire, batch: '$' }, ['x', 'y'])).toEqual([['x'], ['y']]);
    expect(eachEvent(wire, { a: { list: [] } })).toEqual([]);
  });

  test('without a list is none, but in XML, where one is no list and none is nothing', () => {
    expect(eachEvent(wire, { a: { list: 'x' } })).toBeUndefined();
    expect(eachEvent({ ...wire, format: 'xml' }, { a: { list: 'x' } })).toEqual([{ a: { list: ['x'] } }]);
    expect(eachEvent({ ...wire, format: 'xml' }, { a: '' })).toEqual([]);
  });

  test('is put together from those with the same beside the list', () => {
    const [x, y] = ['x', 'y'].map((event) => withEvent(wire, { by: 1 }, event));
    expect(joined(wire, [x ?? null, y ?? null])).toEqual({ by: 1, a: { list: ['x', 'y'] } });
    expect(joined(wire, [x ?? null, withEvent(wire, { by: 2 }, 'z')])).toBeUndefined();
    expect(joined(wire, [x ?? null, null])).toBeUndefined();
  });

  test('that has no list, or is no XML, is one event that says so', () => {
    const said = (over: object, text: string): readonly (string | undefined)[] =>
      readEvents({ ...REAL.profile, wire: { ...wire, ...over } }, [], text).map(({ event }) => event.unreadable);
    expect(said({}, '{"a":{"list":{}}}')).toEqual(['$.a.list is no list of events']);
    expect(said({ format: 'xml' }, '<a>')).toEqual([expect.stringMatching(/^the body is not XML: ./)]);
    expect(said({}, '')).toEqual(['there is no body']);
    expect(said({ batch: '$' }, '[1]')).toEqual([undefined]);
  });
});
