import type { ErrorObject } from 'ajv/dist/2020.js';
import type { Contract, Defect, Json, JsonObject } from '../model.ts';
import { nearest } from '../source/nearest.ts';
import { cut } from '../values/cut.ts';
import { isDate, isDateTime } from '../values/iso8601.ts';
import { getAt, isObject, objectOf, partsOf, pointerOf } from '../values/pointer.ts';
import type { Mismatch } from '../values/shape.ts';
import { either } from '../words/text.ts';
import { FORMATS, isDateFormat } from './formats.ts';
import { rowIdsOf } from './rows.ts';

/** One place where a body or a request differs from its schema. */
export interface Violation extends Mismatch {
  /** The keyword of JSON Schema that failed: `required`, `type`, `enum`, … */
  readonly keyword: string;
  /** The violated row: that of the nearest place that names one. */
  readonly requirement?: string;
  /** Further rows of that place that promise the same. */
  readonly also?: readonly string[];
}

/**
 * Turns ajv's errors into violations in our own words. Leaves out follow-ups of another error at the same place (the branch
 * around it, the enumeration of a value of the wrong type), and all but the first of equal ones.
 */
export function violationsOf(errors: readonly ErrorObject[], schema: JsonObject): FoundViolation[] {
  const wrongType = new Set(errors.filter((error) => error.keyword === 'type').map((error) => error.instancePath));
  const found = new Map<string, FoundViolation>();
  for (const error of errors) {
    const { keyword, instancePath } = error;
    if (keyword === 'if' || (keyword !== 'type' && wrongType.has(instancePath))) continue;
    const violation = violationOf(error, schema);
    const key = `${keyword} ${violation.pointer}`;
    if (!found.has(key)) found.set(key, { violation, defect: defectOf(error, violation.pointer) });
  }
  return [...found.values()];
}

/** A violation, and the defect that would make a request have it. */
export interface FoundViolation {
  readonly violation: Violation;
  readonly defect: Defect;
}

function violationOf(error: ErrorObject, schema: JsonObject): Violation {
  const chain = schemasAlong(error.schemaPath, schema);
  const missing = error.keyword === 'required' ? String(error.params.missingProperty) : undefined;
  const member = missing === undefined ? undefined : memberIn(chain, missing);
  const extra = error.keyword === 'additionalProperties' ? String(error.params.additionalProperty) : undefined;
  const closed = extra === undefined ? undefined : chain.findLast((schema) => schema['x-closed-by'] !== undefined);
  const elsewhere =
    missing === undefined ? undefined : displaced(missing, member, strangersIn(error.data as Json, chain));
  // A member in another place is not absent, only misplaced.
  const ofAbsence = elsewhere?.isSure ? [] : rowIdsOf(member?.['x-required-by'] ?? closed?.['x-closed-by']);
  return {
    pointer: error.instancePath + pointerOf([missing ?? extra].flatMap((each) => each ?? [])),
    keyword: error.keyword,
    expected: missing === undefined ? expectation(error, chain.at(-1)) : typesOf(member?.type),
    actual: missing === undefined ? shortJson(error.data as Json) : `missing${elsewhere ? `; ${elsewhere.words}` : ''}`,
    ...byRows(ofAbsence.length > 0 ? ofAbsence : nearestRows(member ? [...chain, member] : chain)),
  };
}

function byRows([requirement, ...also]: readonly string[]): Pick<Violation, 'requirement' | 'also'> {
  return requirement === undefined ? {} : { requirement, ...(also.length === 0 ? {} : { also }) };
}

/**
 * Where a missing member is instead: in a member with a similar name (a different case is a different member, and a sure
 * sign), or in members that belong inside it.
 */
function displaced(
  name: string,
  member: JsonObject | undefined,
  strangers: readonly string[],
): { readonly words: string; readonly isSure: boolean } | undefined {
  const bare = (text: string): string => text.replace(/[-_ ]/g, '').toLowerCase();
  const same = strangers.find((each) => bare(each) === bare(name));
  const like = same ?? nearest(name, strangers);
  if (like !== undefined) return { words: `there is "${like}", which is another member`, isSure: same !== undefined };
  const own = Object.keys(objectOf(member?.properties)).filter((each) => strangers.includes(each));
  if (own.length < 2) return undefined;
  const words = own.map((each) => `"${each}"`);
  return { words: `there are ${either(words, 'and')}, which belong into it`, isSure: true };
}

/** The members of an object that no schema around it knows. */
function strangersIn(holder: Json, chain: readonly JsonObject[]): readonly string[] {
  const isKnown = (name: string): boolean => chain.some(({ properties }) => objectOf(properties)[name] !== undefined);
  return Object.keys(objectOf(holder)).filter((name) => !isKnown(name));
}

/** Members in a place other than their own, if nothing says that they are always there. */
export function misplacedIn(value: Json, schema: JsonObject, outer: readonly JsonObject[] = [], at = ''): Violation[] {
  if (typeof value !== 'object' || value === null) return [];
  const { items, properties } = schema;
  const chain = [...outer, schema];
  if (Array.isArray(value)) {
    if (!isObject(items)) return [];
    return value.flatMap((each: Json, i) => misplacedIn(each, items, chain, `${at}/${i}`));
  }
  if (!isObject(value)) return [];
  const strangers = strangersIn(value, chain);
  return Object.entries(objectOf(properties)).flatMap(([name, member]): Violation[] => {
    if (!isObject(member)) return [];
    const inside = value[name];
    const pointer = at + pointerOf([name]);
    if (inside !== undefined) return misplacedIn(inside, member, chain, pointer);
    const elsewhere = strangers.length === 0 ? undefined : displaced(name, member, strangers);
    if (!elsewhere?.isSure) return [];
    const actual = `missing; ${elsewhere.words}`;
    const rows = byRows(nearestRows([...chain, member]));
    return [{ pointer, keyword: 'required', expected: typesOf(member.type), actual, ...rows }];
  });
}

/** The schemas along a schema path, the outermost first; the keyword itself is no schema. */
function schemasAlong(schemaPath: string, root: JsonObject): JsonObject[] {
  const parts = partsOf(decodeURIComponent(schemaPath.replace(/^#/, ''))).slice(0, -1);
  const chain = [root];
  let node: Json | undefined = root;
  for (const [i, part] of parts.entries()) {
    node = node === undefined ? undefined : getAt(node, pointerOf([part]));
    // Directly below `properties` are schemas, whatever their names; `properties` itself is none.
    if (isObject(node) && (part !== 'properties' || parts[i - 1] === 'properties')) chain.push(node);
  }
  return chain;
}

/** The schema of a missing member: where it is required, or further out if only a condition requires it. */
function memberIn(chain: readonly JsonObject[], name: string): JsonObject | undefined {
  const holder = chain.findLast((schema) => isObject(schema.properties) && isObject(schema.properties[name]));
  return holder && ((holder.properties as JsonObject)[name] as JsonObject);
}

function nearestRows(chain: readonly JsonObject[]): readonly string[] {
  return chain.map((schema) => rowIdsOf(schema['x-requirement'])).findLast((rows) => rows.length > 0) ?? [];
}

function expectation(error: ErrorObject, schema: JsonObject = {}): string {
  return EXPECTED[error.keyword]?.(error.params, schema) ?? error.message ?? error.keyword;
}

/** What a keyword expects, from ajv's parameters and the schema around it. */
const EXPECTED: Readonly<Record<string, (params: Readonly<Record<string, Json>>, schema: JsonObject) => string>> = {
  type: ({ type }) => typesOf(type),
  enum: ({ allowedValues }) =>
    `one of ${listOf(allowedValues)
      .filter((value) => value !== null)
      .join(', ')}`,
  format: ({ format }) => FORMATS[String(format)]?.words ?? String(format),
  pattern: (_, { description, examples }) => `${description}, such as ${listOf(examples)[0]}`,
  minLength: () => 'a string that is not empty',
  minimum: ({ limit }) => `${limit} or more`,
  minItems: ({ limit }) => `an array of at least ${limit}`,
  maxItems: ({ limit }) => (limit === 0 ? 'an empty array' : `an array of at most ${limit}`),
  additionalProperties: () => 'no further member',
};

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [value ?? null];
}

/** `an object`, `a string or a number`. null is left out, because it is only ever an alternative. */
export function typesOf(type: Json | undefined): string {
  const types = listOf(type ?? 'value').filter((each) => each !== 'null');
  return types.map((each) => `${/^[aeiou]/.test(String(each)) ? 'an' : 'a'} ${each}`).join(' or ');
}

/** A value as short JSON. */
export function shortJson(value: Json | undefined): string {
  return cut(JSON.stringify(value) ?? 'missing', 80);
}

/** The change of a valid request that would cause this error. */
function defectOf(error: ErrorObject, at: string): Defect {
  const data = error.data as Json;
  switch (error.keyword) {
    case 'required':
      return { kind: 'omit', at };
    case 'minLength':
    case 'minItems':
      return { kind: 'empty', at };
    case 'type':
      if (data === null) return { kind: 'null', at };
      if (data === '') return { kind: 'empty', at };
      if (Array.isArray(data) && error.params.type === 'object') return { kind: 'array-for-object', at };
      return { kind: 'wrong-type', at, value: data };
    case 'enum':
      return data === '' ? { kind: 'empty', at } : { kind: 'not-in-enum', at, value: data };
    default: {
      if (data === '') return { kind: 'empty', at };
      // A date in another form than stated is still a date.
      const isNone = isDateFormat(error.params.format) && !isDate(String(data)) && !isDateTime(String(data));
      return { kind: isNone ? 'not-a-date' : 'set', at, value: data };
    }
  }
}

/** Rows that record what the specification leaves open: violating only these violates nothing. */
export function silentRows({ register }: Contract): ReadonlySet<string> {
  return new Set(register.flatMap(({ id, level }) => (level === 'silent' ? [id] : [])));
}

/** The first violation that counts, in words; null if there is none. */
export function breachIn(violations: readonly Violation[], silent: ReadonlySet<string>): string | null {
  const first = violations.find(({ requirement }) => !silent.has(requirement ?? ''));
  if (!first) return null;
  return `${first.pointer === '' ? 'it' : first.pointer} is ${first.actual}, expected ${first.expected}`;
}
