import type { Json, JsonObject } from '../model.ts';
import { isObject } from '../values/pointer.ts';
import { rowsOf } from './rows.ts';

/** Told of a row whose place is there, and of what stands there. */
type Visit = (row: string, value: Json) => void;

/**
 * The rows whose place is present in a value: of each member that is there, with a value, and of each value of an
 * enumeration that was met. In the order of the schema, each once.
 */
export function rowsSeen(schema: JsonObject, value: Json | undefined): string[] {
  const rows = new Set<string>();
  eachRow(schema, value, (row) => rows.add(row));
  return [...rows];
}

/**
 * Visits every row whose place is present in a value. Of a row that an enumeration names the value beside it is meant:
 * `{name: CARE_LEVEL, value: PREMIUM}` says PREMIUM of the row of CARE_LEVEL.
 */
export function eachRow(schema: JsonObject, value: Json | undefined, visit: Visit, beside?: Json): void {
  if (value === undefined || value === null) return;
  for (const row of rowsOf(schema['x-requirement'])) visit(row, value);
  for (const row of rowsOf(schema['x-kept-by'])) visit(row, value);
  const values = schema['x-values'];
  if (isObject(values) && typeof value === 'string' && Object.hasOwn(values, value)) {
    for (const row of rowsOf(values[value])) visit(row, beside ?? value);
  }
  if (isObject(schema.properties) && isObject(value)) {
    for (const [name, member] of Object.entries(schema.properties)) {
      if (Object.hasOwn(value, name) && isObject(member)) eachRow(member, value[name], visit, value.value);
    }
  }
  if (isObject(schema.items) && Array.isArray(value)) {
    for (const each of value) eachRow(schema.items, each, visit);
  }
}
