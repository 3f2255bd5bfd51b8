import type { Json, JsonObject, Scenario, ScenarioRow } from '../model.ts';
import { below } from '../source/source.ts';
import { isObject, objectOf } from '../values/pointer.ts';
import { errorAt, errorAtKey, type Reading, textsOf } from './reading.ts';
import { checkValues } from './texts.ts';
import { RESERVED } from './vocabulary.ts';

const NAME = /^[A-Za-z_][A-Za-z0-9_-]*$/;
const ROW_ID = /^[A-Za-z0-9][A-Za-z0-9_.-]*$/;

/** Reads the name after `as`; undefined, with a problem, if later steps could not use it. */
export function readName(reading: Reading, at: string, value: Json | undefined): string | undefined {
  if (typeof value !== 'string') return undefined;
  const wrong = nameProblem(value);
  if (wrong === undefined) return value;
  return errorAt(reading, at, wrong.message, wrong);
}

/** Reads `given`: values by name. */
export function readGiven(reading: Reading, at: string, value: Json | undefined): JsonObject {
  if (!isObject(value)) return {};
  for (const name of Object.keys(value)) {
    const wrong = nameProblem(name);
    if (wrong) errorAtKey(reading, below(at, name), wrong.message, wrong);
  }
  checkValues(reading, at, value);
  return value;
}

function nameProblem(
  name: string,
): { readonly message: string; readonly why: string; readonly fix?: string } | undefined {
  if (RESERVED.includes(name)) {
    return { message: `the name "${name}" is taken`, why: `${RESERVED.join(', ')} always mean the same` };
  }
  if (NAME.test(name)) return undefined;
  const why = 'a name starts with a letter and has letters, digits, - and _';
  return {
    message: `"${name}" is no name`,
    why,
    ...(name.startsWith('$') && NAME.test(name.slice(1)) ? { fix: `write "${name.slice(1)}"` } : {}),
  };
}

/**
 * Reads `for-each`: a map of row id to values, a list of maps with an `id`, or a list of plain values, which are their own
 * ids. Each row's id is among its values, as `$row.id`; `covers` and `requires` are not.
 */
export function readRows(reading: Reading, at: string, value: Json | undefined): Scenario['rows'] {
  checkValues(reading, at, value);
  if (isObject(value)) {
    return Object.entries(value).flatMap(([id, row]) => {
      if (!isObject(row)) {
        errorAt(reading, below(at, id), `the row "${id}" is no map`, {
          why: 'a row holds values by name, which the steps read as $row.name',
        });
        return [];
      }
      checkRowId(reading, below(at, id), id, errorAtKey);
      return { id, ...rowOf(reading, below(at, id), { id, ...row }) };
    });
  }
  if (!Array.isArray(value)) return [];
  const seen = new Set<string>();
  return value.flatMap((row: Json, i) => {
    const id = isObject(row) ? row.id : row;
    const place = isObject(row) && id !== undefined ? below(at, i, 'id') : below(at, i);
    if (typeof id !== 'string' && typeof id !== 'number') {
      errorAt(reading, place, 'the row has no id', {
        why: 'a row is named in the reports by its id, which must stay the same when rows are added',
        fix: 'add "id: some-name"',
      });
      return [];
    }
    const name = String(id);
    checkRowId(reading, place, name, errorAt);
    if (seen.has(name))
      errorAt(reading, place, `the row id "${name}" stands twice`, { why: 'each row is a case of its own' });
    seen.add(name);
    return { id: name, ...rowOf(reading, below(at, i), isObject(row) ? row : { id }) };
  });
}

/** The values of a row, and what it covers and requires in addition to the scenario. */
function rowOf(reading: Reading, at: string, row: JsonObject): Omit<ScenarioRow, 'id'> {
  const { covers, requires, ...values } = row;
  for (const [name, list] of Object.entries({ covers, requires }))
    if (list !== undefined && (!Array.isArray(list) || textsOf(list).length !== list.length))
      errorAt(reading, below(at, name), `"${name}" of the row is no list of words`, {
        why: `it is read like "${name}" of the scenario, for the row's case alone`,
      });
  return {
    values,
    ...(covers === undefined ? {} : { covers: textsOf(covers) }),
    ...(requires === undefined ? {} : { requires: textsOf(requires) }),
  };
}

function checkRowId(reading: Reading, at: string, id: string, report: typeof errorAt): void {
  if (ROW_ID.test(id)) return;
  report(reading, at, `"${id}" is no row id`, { why: 'a row id is part of a case id: letters, digits, - . and _' });
}

/** A factor to combine: its values, each with a name that becomes part of the row's id. */
type Factor = readonly [name: string, values: readonly (readonly [name: string, row: NamedValue])[]];
/** A value with what it covers and requires. */
type NamedValue = Pick<ScenarioRow, 'covers' | 'requires'> & { readonly values: Json };

/**
 * Reads `together: {type: {new: {…}, cease: {…}}, task: [null, INSTALL_ROUTER]}`: as few rows as needed to combine every
 * two values of different factors at least once. A row's id consists of the names of its values.
 */
export function readTogether(reading: Reading, at: string, value: Json | undefined): Scenario['rows'] {
  if (!isObject(value)) return [];
  checkValues(reading, at, value);
  const factors = Object.entries(value).map(([name, values]): Factor => {
    if (Array.isArray(values))
      return [name, values.map((each: Json) => [each === null ? `no-${name}` : slug(each), { values: each }])];
    const part = (id: string, each: Json): NamedValue =>
      isObject(each) ? rowOf(reading, below(at, name, id), each) : { values: each };
    return [name, Object.entries(objectOf(values)).map(([id, each]) => [id, part(id, each)])];
  });
  for (const [name, values] of factors)
    if (new Set(values.map(([id]) => id)).size < 2 || values.some(([id]) => !/^[\w-]+$/.test(id)))
      errorAt(reading, below(at, name), `"${name}" is nothing to be combined`, {
        why: 'it takes two values or more, each by a name of its own: a map of names to values, or a list of plain words',
      });
  return covering(factors.map(([, values]) => values.length)).map((picks) => {
    const picked = factors.map(([name, values], i) => [name, values[picks[i] ?? 0] ?? ['', { values: null }]] as const);
    const id = picked.map(([, [part]]) => part).join('.');
    const row: JsonObject = Object.fromEntries(picked.map(([name, [, { values }]]) => [name, values]));
    const covers = picked.flatMap(([, [, part]]) => part.covers ?? []);
    const requires = picked.flatMap(([, [, part]]) => part.requires ?? []);
    return { id, values: { id, ...row }, covers, requires };
  });
}

function slug(value: Json): string {
  return String(value).replace(/[^\w]+/g, '-');
}

/** Rows of indices in which any two columns have every pair of values; always the same for the same sizes. */
export function covering(sizes: readonly number[]): readonly (readonly number[])[] {
  const left = new Set<string>();
  const pair = (i: number, a: number, j: number, b: number): string =>
    i < j ? `${i}:${a} ${j}:${b}` : `${j}:${b} ${i}:${a}`;
  for (const [i, of] of sizes.entries())
    for (const [j, other] of sizes.entries())
      if (i < j) for (let a = 0; a < of; a += 1) for (let b = 0; b < other; b += 1) left.add(pair(i, a, j, b));
  const rows: number[][] = [];
  while (left.size > 0) {
    const [i = 0, a = 0, j = 0, b = 0] = [...left][0]?.match(/\d+/g)?.map(Number) ?? [];
    const row = new Map([
      [i, a],
      [j, b],
    ]);
    for (const [k, size] of sizes.entries()) {
      if (row.has(k)) continue;
      const gain = (c: number): number => [...row].filter(([l, d]) => left.has(pair(k, c, l, d))).length;
      const best = Array.from({ length: size }, (_, n) => (n + rows.length) % size).reduce((x, y) =>
        gain(y) > gain(x) ? y : x,
      );
      row.set(k, best);
    }
    for (const [k, c] of row) for (const [l, d] of row) left.delete(pair(k, c, l, d));
    rows.push(sizes.map((_, k) => row.get(k) ?? 0));
  }
  return rows;
}
