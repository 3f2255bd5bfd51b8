import type { Json } from '../../model.ts';
import { isObject, pointerOf } from '../../values/pointer.ts';

/**
 * Many values of few forms, as few templates and one short line each. What all values of a form have in common is
 * written once; what stands in several places of a value stands in its line once.
 */

/** What the values of one form have in common, and where they differ. */
export interface Form {
  readonly name: string;
  readonly root: Json;
  /** For each cell of a line the places, as JSON Pointers, at which its values stand. */
  readonly cells: readonly (readonly string[])[];
  /** For each cell what all its values are. */
  readonly kinds: readonly Kind[];
}

/** Texts and numbers stand in a line as they are. */
export type Kind = 'text' | 'number' | 'json';

/** Sorts values by their form, one after the other. */
export interface Rows {
  /** What is kept of a value until all are known: the number of its form, of how much was known then, and its cells. */
  add(name: string, value: Json): Row;
  /** The cells of a row by all that is known now, written by their kinds. */
  complete(row: Row): readonly string[];
  forms(): readonly Form[];
}

export type Row = readonly [form: number, version: number, ...cells: Json[]];

interface Growing {
  readonly name: string;
  readonly root: Json;
  /** Where the first value has what may vary, and what it has there. */
  readonly places: readonly string[];
  readonly first: readonly Json[];
  readonly kinds: Kind[];
  /** Positions that hold the same in every value, by cell; the newest last. */
  readonly versions: (readonly (readonly number[])[])[];
}

/** No rows yet. `mayVary` says of a place whether its values may differ within a form; what may not makes forms differ. */
export function createRows(mayVary: (pointer: string, value: Json) => boolean): Rows {
  const numbers = new Map<string, number>();
  const growing: Growing[] = [];

  return {
    add: (name, value) => {
      const places: string[] = [];
      const found: Json[] = [];
      const form = `${name} ${formOf(value, '', mayVary, (place, each) => {
        places.push(place);
        found.push(each);
      })}`;
      let number = numbers.get(form);
      if (number === undefined) {
        number = growing.length;
        numbers.set(form, number);
        growing.push({ name, root: value, places, first: found, kinds: found.map(kindOf), versions: [[]] });
      }
      const { first, kinds, versions } = growing[number] as Growing;
      for (const [i, each] of found.entries()) if (kinds[i] !== kindOf(each)) kinds[i] = 'json';
      const known = versions.at(-1) ?? [];
      const refined = refine(known, first, found);
      if (refined) versions.push(refined);
      return [number, versions.length - 1, ...(refined ?? known).map(([position = 0]) => found[position] ?? null)];
    },
    complete: ([number, version, ...cells]) => {
      const { first, kinds, versions } = growing[number] as Growing;
      const then = versions[version] ?? [];
      return (versions.at(-1) ?? []).map(([position = 0]) => {
        const cell = then.findIndex((group) => group.includes(position));
        const value = (cell < 0 ? first[position] : cells[cell]) ?? null;
        return kinds[position] === 'json' ? JSON.stringify(value) : String(value);
      });
    },
    forms: () =>
      growing.map(({ name, root, places, kinds, versions }) => ({
        name,
        root,
        cells: (versions.at(-1) ?? []).map((group) => group.map((position) => places[position] ?? '')),
        kinds: (versions.at(-1) ?? []).map(([position = 0]) => kinds[position] ?? 'json'),
      })),
  };
}

function kindOf(value: Json): Kind {
  if (typeof value === 'string') return /[\t\r\n]/.test(value) ? 'json' : 'text';
  return typeof value === 'number' ? 'number' : 'json';
}

/** The value without what may vary, which is told of in the order in which it stands. */
function formOf(
  value: Json,
  at: string,
  mayVary: (pointer: string, value: Json) => boolean,
  tell: (pointer: string, value: Json) => void,
): string {
  if (Array.isArray(value)) {
    let items = '[';
    for (const [i, each] of value.entries()) items += `${formOf(each, `${at}/${i}`, mayVary, tell)},`;
    return `${items}]`;
  }
  if (isObject(value)) {
    let members = '{';
    for (const name in value)
      members += `${JSON.stringify(name)}:${formOf(value[name] as Json, at + pointerOf([name]), mayVary, tell)},`;
    return `${members}}`;
  }
  if (!mayVary(at, value)) return JSON.stringify(value);
  tell(at, value);
  return '.';
}

/** The groups that hold these values too, or undefined where the known ones do. */
function refine(
  known: readonly (readonly number[])[],
  first: readonly Json[],
  found: readonly Json[],
): readonly (readonly number[])[] | undefined {
  const inGroup = new Set(known.flat());
  const varies = found.flatMap((value, i) => (value !== first[i] && !inGroup.has(i) ? [i] : []));
  const isSplit = known.some((group) => group.some((i) => found[i] !== found[group[0] ?? 0]));
  if (varies.length === 0 && !isSplit) return undefined;
  const byValue = (group: readonly number[], keyOf: (i: number) => string): (readonly number[])[] => [
    ...Map.groupBy(group, keyOf).values(),
  ];
  return [
    ...known.flatMap((group) => byValue(group, (i) => JSON.stringify(found[i]))),
    ...byValue(varies, (i) => JSON.stringify([first[i], found[i]])),
  ];
}
