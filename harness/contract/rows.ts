import type { Json } from '../model.ts';
import { isObject, pointerOf } from '../values/pointer.ts';

/** The rows that an `x-requirement` names: one, or several sentences that promise the same. */
export function rowsOf(value: Json | undefined): string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((row): row is string => typeof row === 'string') : [];
}

/** A row that the OpenAPI document names, and where. */
export interface NamedRow {
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
