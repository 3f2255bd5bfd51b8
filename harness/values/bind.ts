import type { Json, JsonObject } from '../model.ts';
import { dateOf, inSeconds, withOffset } from './date-forms.ts';
import { momentOf } from './iso8601.ts';
import { localDate } from './local-time.ts';
import { mapItems, mapMembers } from './members.ts';
import { remembered } from './once.ts';
import { firstAt } from './path.ts';
import { isObject, leavesOf } from './pointer.ts';

/**
 * Values in scenarios and templates. A text that is `$name…` as a whole stands for the value at the RFC 9535 path `$.name…`
 * in a scope: the first node. `${name…}` inside a text is replaced by that value as text. `${name… | date}` is the date of
 * a date-time (in UTC or by the scope's `time-zone`, the earlier one), `| offset` the same moment with an offset of one
 * hour, `| seconds` without fractions. `$$` at the start is a literal `$`. If `$name…?` has no value, its member is
 * silently left out; within an item of a list, the whole item. `[any]` is one of a list, always the same in one scope (its
 * `any`, a number).
 */

const WHOLE = /^\$[A-Za-z_]/;
const NAME = /^\$?([A-Za-z_][A-Za-z0-9_-]*)/;
const NAME_ALONE = /^\$?([A-Za-z_][A-Za-z0-9_]*)$/;
const INSIDE = /\$\{([^}]*)\}/g;
const FORM_OF = / *\| *(date|offset|seconds)$/;

/** Whether a text is a value as a whole. */
export function isValue(text: string): boolean {
  return WHOLE.test(text);
}

/** The RFC 9535 path that a value text stands for, within its scope. */
export function pathOfValue(text: string): string {
  const first = text.replaceAll(ANY, '[0]');
  const path = (first.startsWith('$') ? first.slice(1) : first).replace(FORM_OF, '').replace(/\?$/, '');
  if (!path.includes('-')) return `$.${path}`;
  const name = NAME.exec(path)?.[1] ?? '';
  // A name with a hyphen is no RFC 9535 shorthand.
  return name.includes('-') ? `$['${name}']${path.slice(name.length)}` : `$.${path}`;
}

const ANY = '[any]';

/** Whether a text asks for any of a list. */
export function asksForAny(text: string): boolean {
  return text.includes(ANY);
}

/** Finds a value in a scope; undefined if there is none, or it has not the requested form. */
type ScopeReader = (scope: JsonObject) => Json | undefined;

function leadOf(text: string): ScopeReader {
  const [list = '', ...rest] = text.split(ANY);
  if (rest.length > 0) {
    const listOf = firstAt(pathOfValue(list));
    return (scope) => {
      const found = listOf(scope);
      const { length } = Array.isArray(found) ? found : [];
      return length === 0 ? undefined : valueAt(`${list}[${Number(scope.any ?? 0) % length}]${rest.join(ANY)}`, scope);
    };
  }
  const name = NAME_ALONE.exec(text)?.[1];
  // A plain name, the usual case, needs no path.
  if (name !== undefined) return (scope) => (Object.hasOwn(scope, name) ? scope[name] : undefined);
  const first = firstAt(pathOfValue(text));
  const form = FORMS[FORM_OF.exec(text)?.[1] ?? ''];
  return form ? (scope) => form(String(first(scope)), scope['time-zone']) : first;
}

/** Whether a text asks for the date of a moment, which depends on the place. */
export function asksForDates(text: string): boolean {
  return /\| *date\}/.test(text);
}

/** Converts a date-time to another form; undefined if it is no date-time. */
const FORMS: Readonly<Record<string, (text: string, zone?: Json) => string | undefined>> = {
  date: earlierDate,
  offset: withOffset,
  seconds: inSeconds,
};

/** The date of a moment: as written, or in the zone if that is earlier. */
function earlierDate(text: string, zone: Json | undefined): string | undefined {
  const [date, at] = [dateOf(text), momentOf(text)];
  if (date === undefined || at === undefined || typeof zone !== 'string') return date;
  return [date, localDate(zone, at)].sort()[0];
}

/** The value for a value text in a scope; undefined if there is none, or it has not the requested form. */
export function valueAt(text: string, scope: JsonObject): Json | undefined {
  return knownLeadOf(text)(scope);
}

/** Cached, since few templates are bound many times. */
const MAX_TEXTS = 10_000;
const knownLeadOf = remembered(MAX_TEXTS, leadOf);

/** The value texts anywhere in a JSON value, without their `$`: `offer.serviceSpecifications[0]`. */
export function valueTexts(value: Json): string[] {
  return leavesOf(value).flatMap(([, leaf]) => {
    const text = String(leaf);
    return isValue(text) ? text.slice(1) : [...text.matchAll(INSIDE)].map(([, inner = '']) => inner.replace(/^\$/, ''));
  });
}

/** The names of values used anywhere in a JSON value, each once: `offer`, `site`. */
export function references(value: Json): string[] {
  return [...new Set(valueTexts(value).map((text) => NAME.exec(text)?.[1] ?? text))];
}

/** Converts each value found; undefined if it counts as missing. */
type Quote = (found: Json, isAmongWords?: boolean) => Json | undefined;

/**
 * Replaces every value text in `value` by its value in `scope`. Members with a missing value are left out; `missing` lists
 * those values. `quote` converts each value found, for places where a text of the target would get a meaning (a `~` in a
 * shape); `isAmongWords` if it goes into the words of a matcher.
 */
export function bind(value: Json, scope: JsonObject, quote?: Quote) {
  const missing: string[] = [];
  return { value: fill(value, { scope, missing, quote }) ?? null, missing };
}

/** Where values come from, and the list of missing ones. */
interface Filling {
  readonly scope: JsonObject;
  readonly missing: string[];
  readonly quote?: Quote | undefined;
  /** Whether to leave out anything that holds nothing but missing values. */
  readonly isSparse?: boolean;
}

function fill(value: Json, filling: Filling): Json | undefined {
  if (typeof value === 'string') return value.includes('$') ? fillOf(value)(filling) : value;
  if (value === null || typeof value !== 'object') return value;
  const filled = isObject(value)
    ? mapMembers(value, (item) => fill(item, filling))
    : mapItems(value, (item) => keptItem(item, fill(item, filling)));
  return filling.isSparse && filled !== value && Object.keys(filled).length === 0 ? undefined : filled;
}

/** A filled list item; undefined if an optional value in it is missing. */
function keptItem(item: Json, filled: Json | undefined): Json | undefined {
  if (!isObject(item) || !isObject(filled)) return filled;
  return Object.entries(item).some(([name, each]) => isOptional(each) && !Object.hasOwn(filled, name))
    ? undefined
    : filled;
}

const isOptional = (value: Json): boolean => typeof value === 'string' && isValue(value) && value.endsWith('?');

/** Fills a text; undefined if its value is missing. */
export type FillText = (filling: Filling) => Json | undefined;

/** Cached by text. */
const fillOf = remembered(MAX_TEXTS, (text: string): FillText => {
  if (text.startsWith('$$')) return literally(text.slice(1));
  return isValue(text) ? foundAt(text) : filledInside(text);
});

const literally =
  (value: Json): FillText =>
  () =>
    value;

function foundAt(text: string, isAmongWords = false): FillText {
  const isOptional = text.endsWith('?');
  const lead = leadOf(isOptional ? text.slice(0, -1) : text);
  const name = `$${text.replace(/^\$/, '')}`;
  return ({ scope, missing, quote }) => {
    const at = lead(scope);
    const found = at === undefined || quote === undefined ? at : quote(at, isAmongWords);
    if (found === undefined && !isOptional) missing.push(name);
    return found;
  };
}

/** Whether values inside a text go into the words of a matcher; a pattern has no words. */
export function hasWords(text: string): boolean {
  return /^~(?!~|matches\()/.test(text);
}

function filledInside(text: string): FillText {
  const isAmongWords = hasWords(text);
  // Texts are at even indices, values at odd ones.
  const parts = text.split(INSIDE).map((part, i) => (i % 2 === 0 ? literally(part) : foundAt(part, isAmongWords)));
  return (filling) => {
    let text = '';
    let isWhole = true;
    // All are looked up, so that `missing` is complete.
    for (const part of parts) {
      const found = part(filling);
      if (found === undefined) isWhole = false;
      else text += typeof found === 'string' ? found : JSON.stringify(found);
    }
    return isWhole ? text : undefined;
  };
}

/**
 * Compiles a JSON value with value texts. The result fills it as `bind` does; if `isSparse`, also leaves out anything that
 * holds nothing but missing values.
 */
export function templateOf(value: Json, isSparse = false): FillText {
  return (filling) => fill(value, { ...filling, isSparse });
}
