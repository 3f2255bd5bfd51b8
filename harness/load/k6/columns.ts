import type { Json, JsonObject } from '../../model.ts';
import { getAt, isObject, partsOf, pointerOf } from '../../values/pointer.ts';

/**
 * Many values of few forms, as a few templates and one short line of text each. What all values of a form have in
 * common is written once; what stands in several places of a value stands in its line once. k6 keeps the lines in one
 * memory for all its VUs, and has little to parse for each journey.
 */

/** One cell of the lines, and where it goes. */
export interface Column {
  /** JSON Pointers into the value. */
  readonly at: readonly string[];
  /** `text`: the cell is the string itself; `json`: it is JSON. */
  readonly as: 'text' | 'json';
}

/** What the values of some lines have in common. */
export interface Template {
  readonly first: Json;
  readonly columns: readonly Column[];
}

/** Collects values one after the other. */
export interface Columns {
  /** The line for a value: the number of its template and then its cells, a tab between each. */
  add(value: Json): string;
  /** The templates that the lines so far refer to, by number. */
  templates(): readonly Template[];
}

type Scalar = string | number | boolean | null;

/** The newest template of a form. */
interface Newest {
  readonly number: number;
  /** The scalars of the first value, in the order in which they stand. */
  readonly first: readonly Scalar[];
  /** For each column the positions of its scalars. */
  readonly groups: readonly (readonly number[])[];
  readonly template: Template;
}

const TAB = '\t';

/**
 * Columns over a stream of values, in one pass: a template has no more columns than the values so far needed, and where
 * a value differs in a new place, its form gets a new template for the lines from there on.
 */
export function createColumns(): Columns {
  const byForm = new Map<string, Newest>();
  const templates: Template[] = [];

  const make = (
    form: string,
    root: Json,
    first: readonly Scalar[],
    groups: Newest['groups'],
    now: readonly Scalar[],
  ) => {
    const pointers = pointersOf(root);
    const columns = groups.map(
      (group): Column => ({
        at: group.map((position) => pointers[position] as string),
        as: isPlain(now[group[0] as number]) ? 'text' : 'json',
      }),
    );
    const newest: Newest = { number: templates.length, first, groups, template: { first: root, columns } };
    templates.push(newest.template);
    byForm.set(form, newest);
    return newest;
  };

  return {
    add: (value) => {
      const scalars: Scalar[] = [];
      const form = formOf(value, scalars);
      const known = byForm.get(form) ?? make(form, value, scalars, [], scalars);
      const groups = groupsFor(known, scalars);
      const newest = groups ? make(form, known.template.first, known.first, groups, scalars) : known;
      return [newest.number, ...cellsOf(newest, scalars)].join(TAB);
    },
    templates: () => templates,
  };
}

/** The value without its scalars, which go into `scalars`. */
function formOf(value: Json, scalars: Scalar[]): string {
  if (Array.isArray(value)) return `[${value.map((item) => formOf(item, scalars)).join()}]`;
  if (isObject(value)) {
    const members = Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}:${formOf(item, scalars)}`);
    return `{${members.join()}}`;
  }
  scalars.push(value as Scalar);
  return '.';
}

/** Where the scalars of a value stand, in the same order. */
function pointersOf(root: Json): string[] {
  const pointers: string[] = [];
  const visit = (node: Json, at: readonly (string | number)[]): void => {
    if (Array.isArray(node)) for (const [i, item] of node.entries()) visit(item, [...at, i]);
    else if (isObject(node)) for (const [name, item] of Object.entries(node)) visit(item, [...at, name]);
    else pointers.push(pointerOf(at));
  };
  visit(root, []);
  return pointers;
}

/** A string that can stand in a line as it is. */
function isPlain(value: Scalar | undefined): value is string {
  return typeof value === 'string' && !/[\t\n\r]/.test(value);
}

/** The groups a template needs to hold these scalars too, or undefined where those it has will do. */
function groupsFor({ first, groups, template }: Newest, scalars: readonly Scalar[]): number[][] | undefined {
  const inGroup = new Set(groups.flat());
  const varies = scalars.flatMap((value, position) =>
    value !== first[position] && !inGroup.has(position) ? [position] : [],
  );
  const fits = groups.every(
    (group, i) =>
      group.every((position) => scalars[position] === scalars[group[0] as number]) &&
      (template.columns[i]?.as === 'json' || isPlain(scalars[group[0] as number])),
  );
  if (fits && varies.length === 0) return undefined;
  return [
    ...groups.flatMap((group) => alike(group, (position) => [scalars[position] ?? null])),
    ...alike(varies, (position) => [first[position] ?? null, scalars[position] ?? null]),
  ];
}

/** Positions together whose keys are the same. */
function alike(positions: readonly number[], keyOf: (position: number) => readonly Scalar[]): number[][] {
  const found = new Map<string, number[]>();
  for (const position of positions) {
    const key = JSON.stringify(keyOf(position));
    found.set(key, [...(found.get(key) ?? []), position]);
  }
  return [...found.values()];
}

function cellsOf({ groups, template }: Newest, scalars: readonly Scalar[]): string[] {
  return groups.map((group, i) => {
    const value = scalars[group[0] as number] ?? null;
    return template.columns[i]?.as === 'text' ? String(value) : JSON.stringify(value);
  });
}

/** Makes values again of lines. Parts of a template without a cell are shared by all its values. */
export function createReader(templateOf: (number: number) => Template): (line: string) => Json {
  const compiled = new Map<string, (cells: readonly string[]) => Json>();
  return (line) => {
    const cells = line.split(TAB);
    const number = cells[0] ?? '';
    let fill = compiled.get(number);
    if (!fill) {
      fill = compile(templateOf(Number(number)));
      compiled.set(number, fill);
    }
    return fill(cells);
  };
}

/** A part of a template with cells in it: its own copy for each value. */
interface Part {
  readonly node: JsonObject | readonly Json[];
  readonly holes: Hole[];
}

/** A member or element that is a part in turn, or the cell of a column. */
interface Hole {
  readonly name: string;
  readonly inner: Part | number;
}

function compile({ first, columns }: Template): (cells: readonly string[]) => Json {
  // The first cell of a line is the number of its template.
  const cellAt = (column: number, cells: readonly string[]): Json => {
    const cell = cells[column + 1] ?? '';
    return columns[column]?.as === 'text' ? cell : (JSON.parse(cell) as Json);
  };
  if (columns.length === 0) return () => first;
  if (columns[0]?.at[0] === '') return (cells) => cellAt(0, cells);
  const root = partOf(first);
  for (const [column, { at }] of columns.entries()) for (const pointer of at) dig(root, first, pointer, column);
  return (cells) => {
    const values = columns.map((_, column) => cellAt(column, cells));
    return fill(root, values);
  };
}

function fill({ node, holes }: Part, values: readonly Json[]): Json {
  const copy = (Array.isArray(node) ? node.slice() : { ...node }) as Record<string, Json>;
  for (const { name, inner } of holes) {
    copy[name] = typeof inner === 'number' ? (values[inner] ?? null) : fill(inner, values);
  }
  return copy;
}

function partOf(node: Json | undefined): Part {
  return { node: node as JsonObject | readonly Json[], holes: [] };
}

/** Makes a hole for the column at the pointer. */
function dig(root: Part, first: Json, pointer: string, column: number): void {
  const names = partsOf(pointer);
  let part = root;
  for (let depth = 1; depth < names.length; depth++) {
    const name = names[depth - 1] as string;
    const known = part.holes.find((hole) => hole.name === name)?.inner;
    const inner = known === undefined ? partOf(getAt(first, pointerOf(names.slice(0, depth)))) : (known as Part);
    if (known === undefined) part.holes.push({ name, inner });
    part = inner;
  }
  part.holes.push({ name: names.at(-1) as string, inner: column });
}
