import type { Json, JsonObject } from '../model.ts';
import { getAt, isObject } from '../values/pointer.ts';

/**
 * Returns a function that puts what each `$ref` of a document leads to in its place. Members beside a `$ref` lie over
 * those of what it leads to: a place may have its own requirement. Shared parts stay shared.
 * @param broken told of every reference that leads nowhere or back to itself.
 */
export function createInliner(document: Json, broken: (ref: string) => void): (value: Json) => Json {
  const done = new Map<string, Json>();
  const open = new Set<string>();

  const resolve = (ref: string): Json => {
    const known = done.get(ref);
    if (known !== undefined) return known;
    const found = ref.startsWith('#') ? getAt(document, ref.slice(1)) : undefined;
    if (found === undefined || open.has(ref)) {
      broken(ref);
      return {};
    }
    open.add(ref);
    const value = inline(found);
    open.delete(ref);
    done.set(ref, value);
    return value;
  };

  const inline = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(inline);
    if (!isObject(value)) return value;
    const { $ref, ...beside } = value;
    const members = (object: JsonObject) =>
      Object.fromEntries(Object.entries(object).map(([name, each]) => [name, inline(each)]));
    if (typeof $ref !== 'string') return members(value);
    const target = resolve($ref);
    if (Object.keys(beside).length === 0) return target;
    return isObject(target) ? { ...target, ...members(beside) } : target;
  };
  return inline;
}
