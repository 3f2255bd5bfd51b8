import type { Json, JsonObject } from '../model.ts';
import { isObject } from './pointer.ts';

/** `over` laid over `base`: maps are merged member by member, everything else is replaced. */
export function merge(base: JsonObject, over: JsonObject): JsonObject {
  const merged: Record<string, Json> = { ...base };
  for (const [name, value] of Object.entries(over)) {
    const below = Object.hasOwn(base, name) ? base[name] : undefined;
    merged[name] = isObject(below) && isObject(value) ? merge(below, value) : value;
  }
  return merged;
}
