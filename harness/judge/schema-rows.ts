import { rowIdsOf } from '../contract/rows.ts';
import type { Json, JsonObject, Operation } from '../model.ts';
import { isObject, partsOf } from '../values/pointer.ts';

/** The rows that a schema names along a pointer into its value, nearest first. */
export function rowsAlong(schema: JsonObject | null | undefined, pointer: string): readonly string[] {
  const rows: string[] = [];
  let here: Json | undefined = schema ?? undefined;
  for (const part of [null, ...partsOf(pointer)]) {
    if (part !== null) here = isObject(here) ? below(here, part) : undefined;
    if (!isObject(here)) break;
    rows.unshift(...rowIdsOf(here['x-requirement']));
  }
  return rows;
}

/** The row of a parameter, by its place in a request. */
export function rowsOfParameter({ parameters }: Pick<Operation, 'parameters'>, place: string): readonly string[] {
  return parameters.flatMap(({ name, requirement }) => (place.endsWith(`/${name}`) ? (requirement ?? []) : []));
}

/** All rows that a schema names at a pointer into its value, or below. */
export function rowsWithin(schema: JsonObject | null | undefined, pointer: string): readonly string[] {
  const there = partsOf(pointer).reduce<Json | undefined>(
    (here, part) => (isObject(here) ? below(here, part) : undefined),
    schema ?? undefined,
  );
  return there === undefined ? [] : rowsIn(there);
}

function rowsIn(schema: Json): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap(rowsIn);
  if (!isObject(schema)) return [];
  return [...rowIdsOf(schema['x-requirement']), ...Object.values(schema).flatMap(rowsIn)];
}

function below(schema: JsonObject, part: string): Json | undefined {
  const { properties, items } = schema;
  if (isObject(properties) && Object.hasOwn(properties, part)) return properties[part];
  return /^\d+$/.test(part) ? items : undefined;
}
