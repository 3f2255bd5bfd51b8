import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '../model.ts';
import { getAt, partsOf, pointerOf, removeAt, setAt } from './pointer.ts';

const key = fc.string({ minLength: 1, maxLength: 4 }).filter((text) => text !== '-');

describe('a JSON Pointer', () => {
  test('reads members, elements and escaped names', () => {
    const root: Json = { a: [{ 'b/c': 1, 'd~e': 2 }] };
    expect(getAt(root, '/a/0/b~1c')).toBe(1);
    expect(getAt(root, '/a/0/d~0e')).toBe(2);
    expect(getAt(root, '')).toBe(root);
    expect(getAt(root, '/a/1/b')).toBeUndefined();
  });

  test('never reaches what an object inherits', () => {
    expect(getAt({}, '/constructor')).toBeUndefined();
    expect(getAt({}, '/__proto__')).toBeUndefined();
  });

  test('gives back the parts it was made of', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (parts) => {
        expect(partsOf(pointerOf(parts))).toEqual(parts);
      }),
    );
  });

  test('gets what was set, and leaves the original alone', () => {
    fc.assert(
      fc.property(fc.array(key, { minLength: 1, maxLength: 4 }), fc.jsonValue(), (parts, value) => {
        const root: Json = { kept: { x: 1 } };
        const before = JSON.stringify(root);
        const changed = setAt(root, pointerOf(parts), value as Json);
        expect(getAt(changed, pointerOf(parts))).toEqual(value);
        expect(JSON.stringify(root)).toBe(before);
      }),
    );
  });

  test('a removed member is gone and its neighbours stay', () => {
    expect(removeAt({ a: { b: 1, c: 2 }, d: [1, 2, 3] }, '/a/b')).toEqual({ a: { c: 2 }, d: [1, 2, 3] });
    expect(removeAt({ d: [1, 2, 3] }, '/d/1')).toEqual({ d: [1, 3] });
    expect(removeAt({ a: 1 }, '/b/c')).toEqual({ a: 1 });
  });
});
