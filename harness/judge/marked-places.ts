import type { Json, JsonObject } from '../model.ts';
import { isObject } from '../pointer.ts';

/** Names of members; `*` for each element of a list. */
export type Path = readonly string[];

/** Every place below a schema that has this keyword. */
export function placesWith(
  keyword: string,
  schema: Json | undefined,
  path: Path = [],
): { path: Path; rule: JsonObject }[] {
  if (!isObject(schema)) return [];
  const rule = schema[keyword];
  const members = isObject(schema.properties) ? Object.entries(schema.properties) : [];
  return [
    ...(isObject(rule) ? [{ path, rule }] : []),
    ...members.flatMap(([name, member]) => placesWith(keyword, member, [...path, name])),
    ...placesWith(keyword, schema.items, [...path, '*']),
  ];
}

/** Whether a body tells what stands at a path: some value does, or the list that would hold it is empty. */
export function isShown(path: Path, body: Json | undefined): boolean {
  const lists = valuesAt(path.slice(0, path.indexOf('*')), body);
  return valuesAt(path, body).length > 0 || lists.some((list) => Array.isArray(list) && list.length === 0);
}

/** The values that stand at a path. */
export function valuesAt([name, ...rest]: Path, value: Json | undefined): readonly Json[] {
  if (value === undefined || value === null) return [];
  if (name === undefined) return [value];
  if (name === '*') return Array.isArray(value) ? value.flatMap((each: Json) => valuesAt(rest, each)) : [];
  return isObject(value) ? valuesAt(rest, value[name]) : [];
}
