import type { Json, JsonObject } from '../model.ts';
import { isObject } from '../pointer.ts';
import { rowsOf } from './rows.ts';

/**
 * The rows whose place is present in a value: of each member that is there, with a value, and of each value of an
 * enumeration that was met. In the order of the schema, each once.
 */
export function rowsSeen(schema: JsonObject, value: Json | undefined): string[] {
  const rows = new Set<string>();
  collect(schema, value, rows);
  return [...rows];
}

function collect(schema: JsonObject, value: Json | undefined, rows: Set<string>): void {
  if (value === undefined || value === null) return;
  for (const row of rowsOf(schema['x-requirement'])) rows.add(row);
  const values = schema['x-values'];
  if (isObject(values) && typeof value === 'string' && Object.hasOwn(values, value)) {
    for (const row of rowsOf(values[value])) rows.add(row);
  }
  if (isObject(schema.properties) && isObject(value)) {
    for (const [name, member] of Object.entries(schema.properties)) {
      if (Object.hasOwn(value, name) && isObject(member)) collect(member, value[name], rows);
    }
  }
  if (isObject(schema.items) && Array.isArray(value)) {
    for (const each of value) collect(schema.items, each, rows);
  }
}
