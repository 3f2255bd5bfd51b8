import { mapMembers } from './members.ts';
import type { Json, JsonObject } from './model.ts';
import { selectFirst } from './path.ts';
import { isObject } from './pointer.ts';

/**
 * Values in scenarios and templates. A text that is `$name…` as a whole stands for the value at the RFC 9535 path
 * `$.name…` in a scope: the one node, or the first of several. `${name…}` inside a text is replaced by that value's
 * text; `${name… | date}` is the date of a date-time. `$$` at the start is a literal `$`. `$name…?` may lead nowhere:
 * its member is then left out in silence.
 */

const WHOLE = /^\$[A-Za-z_]/;
const NAME = /^\$?([A-Za-z_][A-Za-z0-9_-]*)/;
const NAME_ALONE = /^\$?([A-Za-z_][A-Za-z0-9_]*)$/;
const INSIDE = /\$\{([^}]*)\}/g;
const DATE_OF = / *\| *date$/;

/** Whether a text is a value as a whole. */
export function isValue(text: string): boolean {
  return WHOLE.test(text);
}

/** The RFC 9535 path that a value text stands for, within its scope. */
export function pathOfValue(text: string): string {
  const path = (text.startsWith('$') ? text.slice(1) : text).replace(DATE_OF, '');
  if (!path.includes('-')) return `$.${path}`;
  const name = NAME.exec(path)?.[1] ?? '';
  // A name with a hyphen is no RFC 9535 shorthand.
  return name.includes('-') ? `$['${name}']${path.slice(name.length)}` : `$.${path}`;
}

/** The value that a value text leads to in a scope; undefined where that is nothing, or has no date and one is asked for. */
export function valueAt(text: string, scope: JsonObject): Json | undefined {
  let known = paths.get(text);
  if (!known) {
    known = { path: pathOfValue(text), isDate: DATE_OF.test(text), name: NAME_ALONE.exec(text)?.[1] };
    if (paths.size >= MOST_PATHS) paths.clear();
    paths.set(text, known);
  }
  if (known.name !== undefined) return Object.hasOwn(scope, known.name) ? scope[known.name] : undefined;
  const found = selectFirst(known.path, scope);
  return known.isDate ? /^\d{4}-\d{2}-\d{2}(?=T|$)/.exec(String(found))?.[0] : found;
}

/** Templates are few, and bound many times. */
const paths = new Map<string, Path>();

interface Path {
  readonly path: string;
  readonly isDate: boolean;
  /** Of a path that is a name alone, as most are. */
  readonly name: string | undefined;
}

const MOST_PATHS = 10_000;

function textsOf(value: Json, found: string[]): void {
  if (typeof value === 'string') {
    if (isValue(value)) found.push(value.slice(1));
    else for (const [, inner] of value.matchAll(INSIDE)) found.push((inner ?? '').replace(/^\$/, ''));
  } else if (Array.isArray(value)) {
    for (const item of value) textsOf(item, found);
  } else if (value !== null && typeof value === 'object') {
    for (const item of Object.values(value)) textsOf(item, found);
  }
}

/** The value texts used anywhere in a JSON value, without their `$`: `offer.serviceSpecifications[0]`. */
export function valueTexts(value: Json): string[] {
  const found: string[] = [];
  textsOf(value, found);
  return found;
}

/** The names of the values used anywhere in a JSON value, each once: `offer`, `site`. */
export function references(value: Json): string[] {
  return [...new Set(valueTexts(value).map((text) => NAME.exec(text)?.[1] ?? text))];
}

/** A bound JSON value, and the value texts that led nowhere. The members that held those are left out. */
export interface Bound {
  readonly value: Json;
  readonly missing: string[];
}

/**
 * Replaces every value text in `value` by what it stands for in `scope`. `quote` is applied to each value found, for
 * places where a text of the target would otherwise gain a meaning (a `~` in a shape).
 */
export function bind(value: Json, scope: JsonObject, quote: (found: Json) => Json = (found) => found): Bound {
  const missing: string[] = [];
  const find = (text: string): Json | undefined => {
    const isOptional = text.endsWith('?');
    const found = valueAt(isOptional ? text.slice(0, -1) : text, scope);
    if (found === undefined && !isOptional) missing.push(`$${text.replace(/^\$/, '')}`);
    return found === undefined ? undefined : quote(found);
  };
  return { value: fill(value, find) ?? null, missing };
}

type Find = (text: string) => Json | undefined;

function fill(value: Json, find: Find): Json | undefined {
  if (typeof value === 'string') return fillText(value, find);
  if (Array.isArray(value)) return fillItems(value, find);
  return isObject(value) ? mapMembers(value, (item) => fill(item, find)) : value;
}

function fillItems(items: readonly Json[], find: Find): readonly Json[] {
  const filled = items.map((item) => fill(item, find));
  return filled.includes(undefined) ? filled.filter((item) => item !== undefined) : (filled as readonly Json[]);
}

function fillText(text: string, find: Find): Json | undefined {
  if (!text.includes('$')) return text;
  if (text.startsWith('$$')) return text.slice(1);
  if (isValue(text)) return find(text);
  let whole = true;
  const filled = text.replace(INSIDE, (_, inner: string) => {
    const found = find(inner);
    if (found === undefined) whole = false;
    return typeof found === 'string' ? found : (JSON.stringify(found) ?? '');
  });
  return whole ? filled : undefined;
}
