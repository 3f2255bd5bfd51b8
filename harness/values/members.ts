import type { Json, JsonObject } from '../model.ts';
import { isObject, pointerOf } from './pointer.ts';

/**
 * The object with each member changed; members that become undefined are removed. Returns the same object if nothing
 * changes, since most of a template is literal.
 */
export function mapMembers(object: JsonObject, change: (value: Json, name: string) => Json | undefined): JsonObject {
  let copy: Record<string, Json> | undefined;
  // Without `Object.entries`, which under k6 would cost more than the change.
  for (const name in object) {
    const value = object[name] as Json;
    const changed = change(value, name);
    if (changed === value) continue;
    copy ??= { ...object };
    // The copy already has the member as its own, even `__proto__`.
    if (changed === undefined) delete copy[name];
    else copy[name] = changed;
  }
  return copy ?? object;
}

/** The list with each item changed; items that become undefined are removed. Returns the same list if nothing changes. */
export function mapItems(
  items: readonly Json[],
  change: (value: Json, i: number) => Json | undefined,
): readonly Json[] {
  let copy: (Json | undefined)[] | undefined;
  for (let i = 0; i < items.length; i += 1) {
    const value = items[i] as Json;
    const changed = change(value, i);
    if (changed === value) continue;
    copy ??= [...items];
    copy[i] = changed;
  }
  if (copy === undefined) return items;
  return copy.includes(undefined) ? copy.filter((item) => item !== undefined) : (copy as readonly Json[]);
}

/**
 * The value with each text changed, given the text and its JSON Pointer; the same value if nothing changes. Objects for
 * which `left` is true are not changed.
 */
export function mapTexts(
  value: Json,
  change: (text: string, pointer: string) => Json,
  at = '',
  left?: (object: JsonObject) => boolean,
): Json {
  if (typeof value === 'string') return change(value, at);
  if (Array.isArray(value)) return mapItems(value, (each, i) => mapTexts(each, change, at + pointerOf([i]), left));
  if (!isObject(value) || left?.(value)) return value;
  return mapMembers(value, (each, name) => mapTexts(each, change, at + pointerOf([name]), left));
}

/** The object with each of its values changed. */
export function mapValues<K extends string, T, U>(
  object: Readonly<Record<K, T>>,
  change: (value: T, name: string) => U,
): Record<K, U> {
  const changed = Object.entries<T>(object).map(([name, value]) => [name, change(value, name)]);
  return Object.fromEntries(changed) as Record<K, U>;
}

/** Sets an own member, even `__proto__`. */
function putMember(object: Record<string, Json>, name: string, value: Json): void {
  if (name === '__proto__') Object.defineProperty(object, name, { value, enumerable: true, configurable: true });
  else object[name] = value;
}

/** `over` laid over `base`: maps are merged member by member, everything else is replaced. */
export function merge(base: JsonObject, over: JsonObject): JsonObject {
  const merged: Record<string, Json> = { ...base };
  for (const [name, value] of Object.entries(over)) {
    const below = Object.hasOwn(base, name) ? base[name] : undefined;
    putMember(merged, name, isObject(below) && isObject(value) ? merge(below, value) : value);
  }
  return merged;
}
