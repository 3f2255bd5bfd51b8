import type { Json } from '../../model.ts';
import { isObject, pointerOf } from '../../values/pointer.ts';

/**
 * Many values of few forms, as a few templates and one short line for each value. What all values of a form have in common
 * is written once; what occurs several times in a value is in its line once.
 */

/** What the values of one form have in common, and where they differ. */
export interface RowForm {
  readonly name: string;
  readonly root: Json;
  /** For each cell of a line: the places, as JSON Pointers, that hold its value. */
  readonly cells: readonly (readonly string[])[];
  /** For each cell: the type of all its values. */
  readonly kinds: readonly Kind[];
}

/** Texts and numbers are written as they are. */
type Kind = 'text' | 'number' | 'json';

export type PackedRow = readonly [form: number, version: number, ...cells: Json[]];

interface Growing {
  readonly name: string;
  readonly root: Json;
  readonly frame: Frame;
  /** The varying places of the first value, and what it has there. */
  readonly places: readonly string[];
  readonly first: readonly Json[];
  readonly kinds: Kind[];
  /** Positions that hold the same in every value, by cell; the newest last. */
  readonly versions: (readonly (readonly number[])[])[];
}

/** A value without the parts that may vary. */
type Frame =
  | { readonly items: readonly Frame[] }
  | { readonly members: readonly (readonly [name: string, Frame])[] }
  | { readonly is: Json }
  | { readonly varies: true };

/** What may vary within a form. Other differences make different forms. */
export interface Varying {
  readonly mayVaryAt: (pointer: string) => boolean;
  readonly mayVary: (value: Json) => boolean;
}

/** Sorts values by their form, one after the other. */
export function createRows(varying: Varying) {
  const growing: Growing[] = [];

  const formed = (name: string, value: Json, found: Json[]): number => {
    for (const [number, form] of growing.entries()) {
      found.length = 0;
      if (form.name === name && isOf(form.frame, value, varying, found)) return number;
    }
    found.length = 0;
    const places: string[] = [];
    const frame = frameOf(value, '', varying, (place, each) => {
      places.push(place);
      found.push(each);
    });
    growing.push({ name, root: value, frame, places, first: found, kinds: found.map(kindOf), versions: [[]] });
    return growing.length - 1;
  };

  return {
    /**
     * Returns what is kept of a value until all are known: the number of its form, the version of what was known then, and
     * its cells.
     */
    add: (name: string, value: Json): PackedRow => {
      const found: Json[] = [];
      const number = formed(name, value, found);
      const { first, kinds, versions } = growing[number] as Growing;
      const known = versions.at(-1) ?? [];
      const groups = isKnown(known, first, found) ? known : refine(known, first, found);
      if (groups !== known) versions.push(groups);
      const cells = groups.map((group) => {
        const cell = found[group[0] ?? 0] ?? null;
        const kind = kindOf(cell);
        for (const position of group) if (kinds[position] !== kind) kinds[position] = 'json';
        return cell;
      });
      return [number, versions.length - 1, ...cells];
    },
    /** The cells of a row by all that is known now, each written by its kind. */
    complete: ([number, version, ...cells]: PackedRow): readonly string[] => {
      const { first, kinds, versions } = growing[number] as Growing;
      const then = versions[version] ?? [];
      return (versions.at(-1) ?? []).map(([position = 0]) => {
        const cell = then.findIndex((group) => group.includes(position));
        const value = (cell < 0 ? first[position] : cells[cell]) ?? null;
        return kinds[position] === 'json' ? JSON.stringify(value) : String(value);
      });
    },
    forms: (): readonly RowForm[] =>
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

/** The frame of a value; `tell` gets the varying parts in the order in which they occur. */
function frameOf(value: Json, at: string, varying: Varying, tell: (pointer: string, value: Json) => void): Frame {
  if (Array.isArray(value)) return { items: value.map((each, i) => frameOf(each, `${at}/${i}`, varying, tell)) };
  if (isObject(value)) {
    const members = Object.entries(value).map(
      ([name, each]) => [name, frameOf(each, at + pointerOf([name]), varying, tell)] as const,
    );
    return { members };
  }
  if (!varying.mayVary(value) || !varying.mayVaryAt(at)) return { is: value };
  tell(at, value);
  return { varies: true };
}

/** Whether a value has a frame; its varying parts are added to `found` in order. */
function isOf(frame: Frame, value: Json | undefined, varying: Varying, found: Json[]): boolean {
  if ('is' in frame) return value === frame.is;
  if ('items' in frame)
    return (
      Array.isArray(value) &&
      value.length === frame.items.length &&
      frame.items.every((each, i) => isOf(each, value[i], varying, found))
    );
  if ('members' in frame) {
    if (!isObject(value)) return false;
    let nth = 0;
    for (const name in value) {
      const member = frame.members[nth];
      nth += 1;
      if (member?.[0] !== name || !isOf(member[1], value[name], varying, found)) return false;
    }
    return nth === frame.members.length;
  }
  if (value === undefined || isObject(value) || Array.isArray(value)) return false;
  found.push(value);
  return varying.mayVary(value);
}

/** Whether the positions of each group hold equal values, and all others equal those of the first value. */
function isKnown(groups: readonly (readonly number[])[], first: readonly Json[], found: readonly Json[]): boolean {
  let grouped = 0;
  let changed = 0;
  for (const group of groups) {
    const one = found[group[0] ?? 0];
    for (const i of group) {
      if (found[i] !== one) return false;
      if (one !== first[i]) grouped += 1;
    }
  }
  for (let i = 0; i < found.length; i += 1) if (found[i] !== first[i]) changed += 1;
  return grouped === changed;
}

/** The groups, refined so that they hold for these values, too. */
function refine(
  known: readonly (readonly number[])[],
  first: readonly Json[],
  found: readonly Json[],
): readonly (readonly number[])[] {
  const inGroup = new Set(known.flat());
  const varies = found.flatMap((value, i) => (value !== first[i] && !inGroup.has(i) ? [i] : []));
  const byValue = (group: readonly number[], keyOf: (i: number) => string): (readonly number[])[] => [
    ...Map.groupBy(group, keyOf).values(),
  ];
  return [
    ...known.flatMap((group) => byValue(group, (i) => JSON.stringify(found[i]))),
    ...byValue(varies, (i) => JSON.stringify([first[i], found[i]])),
  ];
}
