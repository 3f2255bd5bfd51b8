import { expect, test } from 'vitest';
import type { JsonObject } from '../model.ts';
import { mapMembers, merge } from './members.ts';

test('each member is changed, and one without a value is left out', () => {
  const object = { a: 1, b: 2, c: 3 };
  expect(mapMembers(object, (value, name) => (name === 'b' ? undefined : Number(value) * 10))).toEqual({
    a: 10,
    c: 30,
  });
  expect(object).toEqual({ a: 1, b: 2, c: 3 });
});

test('an object that does not change is handed back as it is', () => {
  const object = { a: { deep: true } };
  expect(mapMembers(object, (value) => value)).toBe(object);
});

test('a member named __proto__ is a member', () => {
  const object = JSON.parse('{"__proto__": 1, "a": 2}') as JsonObject;
  const changed = mapMembers(object, () => 'x');
  expect(JSON.stringify(changed)).toBe('{"__proto__":"x","a":"x"}');
  expect(Object.getPrototypeOf(changed)).toBe(Object.prototype);
  expect(JSON.stringify(merge({ b: 1 }, object))).toBe('{"b":1,"__proto__":1,"a":2}');
});
