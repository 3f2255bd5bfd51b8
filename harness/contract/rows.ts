import type { Json, JsonObject } from '../model.ts';
import { oncePer } from '../values/once.ts';
import { isObject, objectOf, pointerOf } from '../values/pointer.ts';

/** The rows that an `x-requirement` names: one, or several sentences that promise the same. */
export function rowsOf(value: Json | undefined): string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((row): row is string => typeof row === 'string') : [];
}

/** A row that the OpenAPI document names, and where. */
interface NamedRow {
  readonly row: string;
  readonly pointer: string;
}

/** Every row that an OpenAPI document names, wherever it does so. */
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

/** Told of a row whose place is there, and of what stands there. */
type Visit = (row: string, value: Json) => void;

/**
 * After those `known`, the rows whose place is present in a value: of each member that is there, with a value, and of each
 * value of an enumeration that was met. In the order of the schema, each once.
 */
export function rowsSeen(schema: JsonObject, value: Json, known: readonly string[]): string[] {
  const rows = new Set(known);
  eachRow(schema, value, (row) => rows.add(row));
  return [...rows];
}

/**
 * Visits every row whose place is present in a value. Of a row that an enumeration names the value beside it is meant:
 * `{name: CARE_LEVEL, value: PREMIUM}` says PREMIUM of the row of CARE_LEVEL.
 */
export function eachRow(schema: JsonObject, value: Json | undefined, visit: Visit, beside?: Json): void {
  eachNamed(namingOf(schema), value, visit, beside);
}

function eachNamed(
  { rows, values, members, items }: Naming,
  value: Json | undefined,
  visit: Visit,
  beside?: Json,
): void {
  if (value === undefined || value === null) return;
  for (const row of rows) visit(row, value);
  if (values && typeof value === 'string') for (const row of values.get(value) ?? []) visit(row, beside ?? value);
  if (members.length > 0 && isObject(value)) {
    for (const { name, naming } of members) {
      if (Object.hasOwn(value, name)) eachNamed(naming, value[name], visit, value.value);
    }
  }
  if (items && Array.isArray(value)) {
    for (const each of value) eachNamed(items, each, visit);
  }
}

/** Where a schema names rows: for the whole, for values of it, and in what it holds. */
interface Naming {
  readonly rows: readonly string[];
  readonly values?: ReadonlyMap<string, readonly string[]> | undefined;
  readonly members: readonly { readonly name: string; readonly naming: Naming }[];
  readonly items?: Naming | undefined;
}

/** Found out once for each schema. */
const namingOf: (schema: JsonObject) => Naming = oncePer((schema) => {
  const { properties, items, 'x-values': values } = schema;
  const namingIn = (each: Json | undefined): Naming | undefined => {
    const its = isObject(each) ? namingOf(each) : undefined;
    return its && namesAny(its) ? its : undefined;
  };
  return {
    rows: ['x-requirement', 'x-kept-by', 'x-closed-by'].flatMap((keyword) => rowsOf(schema[keyword])),
    values: isObject(values) ? new Map(Object.entries(values).map(([word, row]) => [word, rowsOf(row)])) : undefined,
    members: Object.entries(objectOf(properties)).flatMap(([name, member]) => {
      const its = namingIn(member);
      return its ? [{ name, naming: its }] : [];
    }),
    items: namingIn(items),
  };
});

const namesAny = ({ rows, values, members, items }: Naming): boolean =>
  rows.length + members.length > 0 || values !== undefined || items !== undefined;
