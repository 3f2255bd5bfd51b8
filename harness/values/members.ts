import type { Json, JsonObject } from '../model.ts';
import { isObject, pointerOf } from './pointer.ts';

/**
 * The object with each member changed, without those for which there is no value any more. Where nothing changes it is
 * the object itself: most of a template is literal, and a run fills many.
 */
export function mapMembers(object: JsonObject, change: (value: Json, name: string) => Json | undefined): JsonObject {
  let copy: Record<string, Json> | undefined;
  // No entries are made of the members: under k6 their making would cost more than the change.
  for (const name in object) {
    const value = object[name] as Json;
    const changed = change(value, name);
    if (changed === value) continue;
    copy ??= { ...object };
    // The copy has the member as its own already, also one named `__proto__`.
    if (changed === undefined) delete copy[name];
    else copy[name] = changed;
  }
  return copy ?? object;
}

/** The list with each item changed in the same way; it, too, is the list itself where nothing changes. */
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
 * The value with each text changed, by what it says and the JSON Pointer to where it stands; itself where nothing changes.
 * Objects that are to be `left` are.
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

/** Makes it a member of the object's own, also one named `__proto__`. */
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
