import type { Json, JsonObject } from '../model.ts';
import { isObject, pointerOf } from '../values/pointer.ts';

/** The rows that an `x-requirement` names: one, or several that promise the same. */
export function rowIdsOf(value: Json | undefined): string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((row): row is string => typeof row === 'string') : [];
}

/** A row that the OpenAPI document names, and where. */
interface NamedRow {
  readonly row: string;
  readonly pointer: string;
}

/** Every row that an OpenAPI document names, anywhere. */
export function namedRows(document: Json): NamedRow[] {
  const found: NamedRow[] = [];
  const take = (value: Json, parts: readonly (string | number)[]): void => {
    if (Array.isArray(value)) for (const [i, row] of value.entries()) take(row, [...parts, i]);
    else found.push({ row: String(value), pointer: pointerOf(parts) });
  };
  const walk = (value: Json, parts: readonly (string | number)[]): void => {
    if (Array.isArray(value)) for (const [i, each] of value.entries()) walk(each, [...parts, i]);
    if (!isObject(value)) return;
    for (const [name, each] of Object.entries(value)) {
      const here = [...parts, name];
      if (name === 'x-requirement' || name === 'x-required-by' || name === 'x-listed-by' || name === 'x-success-by')
        take(each, here);
      else if (name === 'x-values' && isObject(each)) {
        for (const [word, row] of Object.entries(each)) take(row, [...here, word]);
      } else if ((name === 'x-refusals' || name === 'x-errors') && Array.isArray(each)) {
        for (const [i, rule] of each.entries()) take(isObject(rule) ? (rule.requirement ?? '') : '', [...here, i]);
      } else walk(each, here);
    }
  };
  walk(document, []);
  return found;
}

/** Called with a row whose place is present, and its value. */
type Visit = (row: string, value: Json) => void;

/**
 * The rows in `known`, then the rows whose place is present in a value: members with a value, and values of enumerations.
 * In the order of the schema, without duplicates.
 */
export function rowsSeen(schema: JsonObject, value: Json, known: readonly string[]): string[] {
  const rows = new Set(known);
  eachRow(schema, value, (row) => rows.add(row));
  return [...rows];
}

/**
 * Visits every row whose place is present in a value. For a row of an enumeration, the value beside it is passed: `{name:
 * CARE_LEVEL, value: PREMIUM}` passes PREMIUM for the row of CARE_LEVEL.
 */
export function eachRow(schema: JsonObject, value: Json | undefined, visit: Visit, beside?: Json): void {
  if (value === undefined || value === null) return;
  for (const keyword of NAMED_BY) for (const row of rowIdsOf(schema[keyword])) visit(row, value);
  const { properties, items, 'x-values': values } = schema;
  if (isObject(values) && typeof value === 'string')
    for (const row of rowIdsOf(values[value])) visit(row, beside ?? value);
  if (isObject(properties) && isObject(value)) {
    for (const name in properties)
      if (Object.hasOwn(value, name)) eachRow(properties[name] as JsonObject, value[name], visit, value.value);
  }
  if (isObject(items) && Array.isArray(value)) for (const each of value) eachRow(items, each as Json, visit);
}

const NAMED_BY = ['x-requirement', 'x-kept-by', 'x-closed-by'];
