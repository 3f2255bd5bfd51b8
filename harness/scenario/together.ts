import type { Json, JsonObject, Scenario } from '../model.ts';
import { below } from '../source/source.ts';
import { isObject } from '../values/pointer.ts';
import { errorAt, type Reading } from './reading.ts';
import { checkValues } from './texts.ts';

/** What one of the things to be combined may be: its values, each by a name that is a part of the row's id. */
type Factor = readonly [name: string, values: readonly (readonly [name: string, value: Json])[]];

/**
 * Reads `together: {type: {new: {…}, cease: {…}}, task: [null, INSTALL_ROUTER]}`: as few rows as have every two values of
 * different factors together once. Their ids are the names of their values.
 */
export function readTogether(reading: Reading, at: string, value: Json | undefined): Scenario['rows'] {
  if (!isObject(value)) return [];
  checkValues(reading, at, value);
  const factors = Object.entries(value).map(([name, values]): Factor => {
    if (Array.isArray(values))
      return [name, values.map((each: Json) => [each === null ? `no-${name}` : slug(each), each])];
    return [name, Object.entries(isObject(values) ? values : {})];
  });
  for (const [name, values] of factors)
    if (new Set(values.map(([id]) => id)).size < 2 || values.some(([id]) => !/^[\w-]+$/.test(id)))
      errorAt(reading, below(at, name), `"${name}" is nothing to be combined`, {
        why: 'it takes two values or more, each by a name of its own: a map of names to values, or a list of plain words',
      });
  return covering(factors.map(([, values]) => values.length)).map((picks) => {
    const picked = factors.map(([name, values], i) => [name, values[picks[i] ?? 0] ?? ['', null]] as const);
    const id = picked.map(([, [part]]) => part).join('.');
    const row: JsonObject = Object.fromEntries(picked.map(([name, [, each]]) => [name, each]));
    return { id, values: { id, ...row } };
  });
}

function slug(value: Json): string {
  return String(value).replace(/[^\w]+/g, '-');
}

/** Rows of indices, of which any two columns have any two values in some row; the same for the same sizes. */
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
