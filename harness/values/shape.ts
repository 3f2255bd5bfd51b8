import type { Json, JsonObject } from '../model.ts';
import { isDate, momentOf } from './iso8601.ts';
import { remembered } from './once.ts';
import { isObject, pointerOf } from './pointer.ts';

/**
 * Shapes: JSON that says what other JSON must look like. Objects match partially, arrays element by element, scalars by
 * equality. A text that begins with `~` is a matcher; `~~` at the start is a literal `~`. A member whose name ends in `?`
 * may be absent or null; if it has a value, that must match. `??` at the end is a literal `?`.
 */

/** A place where a value does not match its shape or schema. */
export interface Mismatch {
  /** JSON Pointer into the value; for a missing member, to where it should be. */
  readonly pointer: string;
  readonly expected: string;
  readonly actual: string;
}

/** Why `value` does not match the named schema of the contract; null if it does. */
export type IsSchema = (name: string, value: Json) => string | null;

type Test = (value: Json | undefined, isSchema: IsSchema | undefined) => boolean;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const PLAIN: Readonly<Record<string, (value: Json | undefined) => boolean>> = {
  any: () => true,
  present: (value) => value !== undefined,
  absent: (value) => value === undefined,
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  object: (value) => isObject(value),
  array: (value) => Array.isArray(value),
  uuid: (value) => typeof value === 'string' && UUID.test(value),
  date: (value) => typeof value === 'string' && isDate(value),
  // Must be one moment; without a zone it would be several.
  'date-time': (value) => typeof value === 'string' && momentOf(value) !== undefined,
};

const WITH_WORDS: Readonly<Record<string, (words: readonly string[]) => Test>> = {
  in: (words) => (value) => words.some((word) => isWord(word, value)),
  not: (words) => (value) => value !== undefined && !words.some((word) => isWord(word, value)),
  some: (words) => onItems(words, (items, fits) => items.some(fits)),
  every: (words) => onItems(words, (items, fits) => items.every(fits)),
  none: (words) => onItems(words, (items, fits) => !items.some(fits)),
  len: (words) => lengthTest(words.join(',')),
  matches: (words) => {
    const form = new RegExp(words.join(','), 'u');
    return (value) => typeof value === 'string' && form.test(value);
  },
};

/** The names of all matchers, for messages. */
export const MATCHERS: readonly string[] = [...Object.keys(PLAIN), ...Object.keys(WITH_WORDS)];

/** The name of a `~…` text, and what stands in its brackets; undefined if it does not read so. */
export function matcherIn(text: string): { readonly name: string; readonly inBrackets?: string } | undefined {
  const [, name, inBrackets] = /^~([A-Za-z][A-Za-z0-9-]*)(?:\((.*)\))?$/su.exec(text) ?? [];
  return name === undefined ? undefined : { name, ...(inBrackets === undefined ? {} : { inBrackets }) };
}

/** The words in a matcher's brackets: separated by commas; a comma within a word is escaped by a backslash. */
export function wordsIn(inBrackets: string): readonly string[] {
  return (inBrackets.match(/(?:\\[\\,~]|[^,])+/g) ?? []).map((word) => word.trim());
}

/** What a word that is no matcher stands for. */
export const literalWord = (word: string): string => word.replace(/\\([\\,~])/g, '$1');

/** The test for a `~…` text, or a sentence that says why it is no matcher. */
function compileMatcher(text: string): Test | string {
  const parts = matcherIn(text);
  if (parts === undefined) return `"${text}" is no matcher; it reads ~name or ~name(words)`;
  const { name, inBrackets } = parts;
  const plain = Object.hasOwn(PLAIN, name) ? PLAIN[name] : undefined;
  if (plain) return inBrackets === undefined ? (value) => plain(value) : `~${name} takes no words in brackets`;
  const withWords = Object.hasOwn(WITH_WORDS, name) ? WITH_WORDS[name] : undefined;
  if (withWords) {
    if (!inBrackets?.trim()) return `~${name} needs words in brackets`;
    try {
      return withWords(name === 'matches' ? [inBrackets] : wordsIn(inBrackets));
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }
  if (/^[A-Z]/.test(name) && inBrackets === undefined) {
    return (value, isSchema) => value !== undefined && (isSchema === undefined || isSchema(name, value) === null);
  }
  return `unknown matcher "~${name}"`;
}

const MAX_MATCHERS = 10_000;
const matcherOf = remembered(MAX_MATCHERS, compileMatcher);

/** Why a `~…` text is no matcher, or null. Schema names are checked if a list of them is given. */
export function shapeProblem(text: string, schemaNames?: readonly string[]): string | null {
  if (!text.startsWith('~') || text.startsWith('~~')) return null;
  const matcher = matcherOf(text);
  if (typeof matcher === 'string') return matcher;
  const name = text.slice(1);
  const isSchema = /^[A-Z][A-Za-z0-9-]*$/.test(name);
  return isSchema && schemaNames && !schemaNames.includes(name) ? `the contract has no schema "${name}"` : null;
}

/**
 * Makes JSON literal before it is put into a shape: its own `~` texts and names with `?` lose their meaning. A text among a
 * matcher's words (`isAmongWords`) becomes one word.
 */
export function literalShape(value: Json, isAmongWords = false): Json {
  if (typeof value === 'string' && isAmongWords) return value.replace(/[\\,~]/g, '\\$&');
  if (typeof value === 'string') return value.startsWith('~') ? `~${value}` : value;
  if (Array.isArray(value)) return value.map((item) => literalShape(item));
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, item]) => [literalName(name), literalShape(item)]))
    : value;
}

/** Each pair of question marks at the end of a name is one literal mark; an odd one means that the member is optional. */
function memberOf(written: string): { readonly name: string; readonly isOptional: boolean } {
  if (!written.endsWith('?')) return { name: written, isOptional: false };
  const bare = written.replace(/\?+$/, '');
  const marks = written.length - bare.length;
  return { name: bare + '?'.repeat(Math.floor(marks / 2)), isOptional: marks % 2 === 1 };
}

function literalName(name: string): string {
  return name.replace(/\?+$/, (marks) => marks + marks);
}

/** Every place where `value` does not match `shape`; empty if it matches. */
export function mismatches(shape: Json, value: Json | undefined, isSchema?: IsSchema): Mismatch[] {
  const found: Mismatch[] = [];
  compare(shape, value, [], isSchema, found);
  return found;
}

function compare(
  shape: Json,
  value: Json | undefined,
  at: readonly (string | number)[],
  isSchema: IsSchema | undefined,
  found: Mismatch[],
): void {
  const miss = (expected: string): void => {
    found.push({ pointer: pointerOf(at), expected, actual: describe(value) });
  };
  if (typeof shape === 'string' && shape.startsWith('~') && !shape.startsWith('~~')) {
    const matcher = matcherOf(shape);
    if (typeof matcher === 'string' || !matcher(value, isSchema)) miss(shape);
  } else if (Array.isArray(shape)) {
    const items = Array.isArray(value) && value.length === shape.length ? value : undefined;
    if (!items) miss(describe(shape));
    for (const [i, item] of shape.entries()) if (items) compare(item, items[i], [...at, i], isSchema, found);
  } else if (isObject(shape)) {
    if (!isObject(value)) miss(describe(shape));
    else
      for (const [written, item] of Object.entries(shape)) {
        const { name, isOptional } = memberOf(written);
        const member = Object.hasOwn(value, name) ? value[name] : undefined;
        if (!isOptional || (member !== undefined && member !== null))
          compare(item, member, [...at, name], isSchema, found);
      }
  } else {
    const literal = typeof shape === 'string' && shape.startsWith('~~') ? shape.slice(1) : shape;
    if (literal !== value) miss(describe(literal));
  }
}

function describe(value: Json | undefined): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 197)}…` : text;
}

/** A plain word equals a scalar with that text; a word that is a moment equals the same moment; `~…` is a matcher. */
function isWord(word: string, value: Json | undefined): boolean {
  if (word.startsWith('~')) {
    const matcher = matcherOf(word);
    return typeof matcher !== 'string' && matcher(value, undefined);
  }
  if (value === undefined || (value !== null && typeof value === 'object')) return false;
  const text = literalWord(word);
  const moment = typeof value === 'string' ? momentOf(value) : undefined;
  return String(value) === text || (moment !== undefined && moment === momentOf(text));
}

function onItems(
  words: readonly string[],
  judge: (items: readonly Json[], fits: (item: Json) => boolean) => boolean,
): Test {
  const conditions = words.map((word) => {
    const parts = /^([A-Za-z_][\w.-]*)\s*(=|!=)\s*(.+)$/su.exec(word);
    if (!parts?.[1] || !parts[3]) throw new Error(`"${word}" does not read "member = value"`);
    return { path: parts[1].split('.'), equal: parts[2] === '=', word: parts[3].trim() };
  });
  const fits = (item: Json): boolean =>
    conditions.every(({ path, equal, word }) => {
      const member = path.reduce<Json | undefined>(
        (node, name) => (isObject(node) ? (node as JsonObject)[name] : undefined),
        item,
      );
      return isWord(word, member) === equal;
    });
  return (value) => Array.isArray(value) && judge(value, fits);
}

function lengthTest(words: string): Test {
  const parts = /^(>=|<=|>|<|=)?\s*(\d+)$/.exec(words.trim());
  if (!parts) throw new Error(`"${words}" does not read ">= 1"`);
  const [, is = '=', bound] = parts;
  return (value) =>
    (typeof value === 'string' || Array.isArray(value)) && (COMPARE[is]?.(value.length, Number(bound)) ?? false);
}

const COMPARE: Readonly<Record<string, (length: number, bound: number) => boolean>> = {
  '>=': (length, bound) => length >= bound,
  '<=': (length, bound) => length <= bound,
  '>': (length, bound) => length > bound,
  '<': (length, bound) => length < bound,
  '=': (length, bound) => length === bound,
};
