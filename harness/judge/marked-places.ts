import type { Json, JsonObject } from '../model.ts';
import { oncePer, remembered } from '../values/once.ts';
import { isObject } from '../values/pointer.ts';

/** A path of member names; `*` for each element of a list. */
export type MemberPath = readonly string[];

interface MarkedPlace {
  readonly path: MemberPath;
  readonly rule: JsonObject;
}

/** Every place below a schema that has this keyword. */
export function placesWith(keyword: string, schema: JsonObject | null | undefined): readonly MarkedPlace[] {
  return schema ? placesIn(schema)(keyword) : [];
}

const MAX_KEYWORDS = 100;
/** Cached, since the same few schemas are used for every answer. */
const placesIn = oncePer((schema: JsonObject) =>
  remembered(MAX_KEYWORDS, (keyword: string) => placesBelow(keyword, schema, [])),
);

function placesBelow(keyword: string, schema: Json | undefined, path: MemberPath): readonly MarkedPlace[] {
  if (!isObject(schema)) return [];
  const rule = schema[keyword];
  const members = isObject(schema.properties) ? Object.entries(schema.properties) : [];
  return [
    ...(isObject(rule) ? [{ path, rule }] : []),
    ...members.flatMap(([name, member]) => placesBelow(keyword, member, [...path, name])),
    ...placesBelow(keyword, schema.items, [...path, '*']),
  ];
}

/** Whether a body shows everything on a path. Only the outermost list may be empty. */
export function isShown([name, ...rest]: MemberPath, value: Json | undefined, isInList = false): boolean {
  if (value === undefined || value === null) return false;
  if (name === undefined) return true;
  if (name !== '*') return isObject(value) && isShown(rest, value[name], isInList);
  if (!Array.isArray(value) || (value.length === 0 && isInList)) return false;
  return value.every((each: Json) => isShown(rest, each, true));
}

/** The values at a path. */
export function valuesAt([name, ...rest]: MemberPath, value: Json | undefined): readonly Json[] {
  if (value === undefined || value === null) return [];
  if (name === undefined) return [value];
  if (name === '*') return Array.isArray(value) ? value.flatMap((each: Json) => valuesAt(rest, each)) : [];
  return isObject(value) ? valuesAt(rest, value[name]) : [];
}
