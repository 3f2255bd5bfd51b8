import type { Json, JsonObject } from '../model.ts';
import { bind } from '../values/bind.ts';
import { parseDuration } from '../values/duration.ts';
import { isDate, isDateTime } from '../values/iso8601.ts';
import { getAt, isObject, partsOf, pointerOf, removeAt, setAt } from '../values/pointer.ts';
import { mismatches } from '../values/shape.ts';
import type { Edit, FaultAction } from './fault.ts';

/** Ways in which a gateway written by others distorts a value. A value that a way does not fit is left unchanged. */

type ValueEdit = (value: Json) => Json;

const ofText =
  (change: (text: string) => Json): ValueEdit =>
  (value) =>
    typeof value === 'string' ? change(value) : value;

const WAYS = {
  upper: ofText((text) => text.toUpperCase()),
  lower: ofText((text) => text.toLowerCase()),
  capitalised: ofText((text) => text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase()),
  trimmed: ofText((text) => text.trim()),
  'blanks-joined': ofText((text) => text.replaceAll(/\s+/g, ' ')),
  padded: ofText((text) => `${text} `),
  'last-lost': ofText((text) => text.slice(0, -1)),
  'first-lost': ofText((text) => text.slice(1)),
  'cut-at-255': ofText((text) => text.slice(0, 255)),
  'cut-at-30': ofText((text) => text.slice(0, 30)),
  ascii: ofText((text) => text.replaceAll(/[^\0-\x7f]/gu, '?')),
  'without-accents': ofText((text) => text.normalize('NFD').replaceAll(/\p{M}/gu, '')),
  'read-as-latin': ofText((text) => Buffer.from(text, 'utf8').toString('latin1')),
  'html-escaped': ofText((text) => text.replaceAll(/[&<>"']/g, (unit) => `&#${unit.charCodeAt(0)};`)),
  'url-encoded': ofText((text) => encodeURIComponent(text)),
  'without-leading-zeros': ofText((text) => text.replace(/^0+(?=.)/, '')),
  'as-number': ofText((text) => (text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text))),
  'as-text': (value) => (typeof value === 'object' ? JSON.stringify(value) : String(value)),
  'as-list': (value) => [value],
  'as-object': (value) => ({ value }),
  'as-truth': (value) => !(typeof value === 'boolean' && value),
  'as-digit': (value) => Number(value === true),
  null: () => null,
  empty: (value) => (Array.isArray(value) ? [] : typeof value === 'object' ? {} : ''),
  'in-32-bits': (value) => (typeof value === 'number' ? value | 0 : value),
  'in-floats': (value) => (typeof value === 'number' ? Math.fround(value) : value),
  'one-more': (value) => (typeof value === 'number' ? value + 1 : value),
  'with-fraction': (value) => (typeof value === 'number' ? value + 0.5 : value),
  'without-first': (value) => (Array.isArray(value) ? value.slice(1) : value),
  'without-last': (value) => (Array.isArray(value) ? value.slice(0, -1) : value),
  unzoned: ofText((text) => text.replace(/(Z|[+-]\d\d:?\d\d)$/, '')),
  'date-alone': ofText((text) => text.slice(0, 10)),
  'day-first': ofText((text) => text.replace(/^(\d{4})-(\d\d)-(\d\d)/, '$3/$2/$1')),
  'as-epoch': ofText((text) => (Number.isNaN(Date.parse(text)) ? text : Date.parse(text) / 1000)),
  'hour-later': moved('1h'),
  'hour-earlier': moved('-1h'),
  'day-later': moved('1d'),
  'day-earlier': moved('-1d'),
} as const satisfies Readonly<Record<string, ValueEdit>>;

/** The name of such a way. */
export type Marring = keyof typeof WAYS;

/** The value distorted in that way. */
export function marred(value: Json, as: Marring): Json {
  return WAYS[as](value);
}

/** A date or date-time moved by a duration, in its original form. */
function moved(by: string): ValueEdit {
  return ofText((text) => shifted(text, by));
}

const EDITS = ['set', 'remove', 'move', 'copy', 'replace', 'shift', 'mar', 'reverse', 'repeat', 'keep'] as const;

/** Whether a action changes a JSON value. */
export function isEdit(action: FaultAction): action is Edit {
  return EDITS.some((name) => name in action);
}

/** The first pointer of an edit, which tells what the edit is about. */
export function editedPlace(edit: Edit): string {
  const operand = Object.values(edit)[0] as string | { at?: string; from?: string };
  return typeof operand === 'string' ? operand : (operand.at ?? operand.from ?? '');
}

/**
 * A copy of `value` with one edit done. Missing places are left alone, except by `set`, which creates them. `$values` in
 * what is set are bound in `scope`; if one is not found, the value is left unchanged.
 */
export function edited(value: Json, edit: Edit, scope: JsonObject): Json {
  if ('set' in edit) {
    const { value: to, missing } = bind(edit.set.to, scope);
    if (missing.length > 0) return value;
    return spread(value, edit.set.at).reduce((done, at) => setAt(done, at, to), value);
  }
  if ('remove' in edit) {
    // In reverse order, so that removing an element does not move the others.
    return spread(value, edit.remove).reduceRight((done, at) => removeAt(done, at), value);
  }
  if ('move' in edit || 'copy' in edit) {
    const { from, to } = 'move' in edit ? edit.move : edit.copy;
    const found = getAt(value, from);
    if (found === undefined) return value;
    return setAt('move' in edit ? removeAt(value, from) : value, to, found);
  }
  const [at, change] = changeOf(edit);
  const of = 'mar' in edit ? edit.mar.of : undefined;
  return spread(value, at).reduce((done, each) => {
    const found = getAt(done, each);
    const isMeant =
      of === undefined || mismatches(of, getAt(value, pointerOf(partsOf(each).slice(0, -1)))).length === 0;
    return found === undefined || !isMeant ? done : setAt(done, each, change(found));
  }, value);
}

function changeOf(edit: Exclude<Edit, { set: unknown } | { remove: unknown } | { move: unknown } | { copy: unknown }>) {
  if ('replace' in edit) {
    const { at, pattern, with: by } = edit.replace;
    const change = (found: Json): Json =>
      typeof found === 'string' ? found.replace(new RegExp(pattern, 'gu'), by) : found;
    return [at, change] as const;
  }
  if ('shift' in edit) return [edit.shift.at, (found: Json) => shifted(found, edit.shift.by)] as const;
  if ('mar' in edit) return [edit.mar.at, (found: Json) => marred(found, edit.mar.as)] as const;
  if ('reverse' in edit) return [edit.reverse, reversed] as const;
  if ('keep' in edit) return [edit.keep.at, (found: Json) => kept(found, edit.keep)] as const;
  const { at, times } = edit.repeat;
  const change = (found: Json): Json =>
    Array.isArray(found) ? found.flatMap((each) => Array<Json>(times).fill(each)) : found;
  return [at, change] as const;
}

function kept(found: Json, { where, first }: { readonly where?: Json; readonly first?: number }): Json {
  if (!Array.isArray(found)) return found;
  const fitting = where === undefined ? found : found.filter((each) => mismatches(where, each).length === 0);
  return fitting.slice(0, first ?? fitting.length);
}

function shifted(found: Json, by: string | number): Json {
  if (typeof found === 'number') return found + Number(by);
  if (typeof found !== 'string' || Number.isNaN(Date.parse(found))) return found;
  // JavaScript would turn a day that its month does not have into one of the next month.
  if (!isDate(found) && !isDateTime(found)) return found;
  const text = String(by);
  const ms = text.startsWith('-') ? -(parseDuration(text.slice(1)) ?? 0) : (parseDuration(text) ?? 0);
  const moved = new Date(Date.parse(found) + ms).toISOString();
  return found.length === 10 ? moved.slice(0, 10) : moved;
}

function reversed(found: Json): Json {
  if (Array.isArray(found)) return found.toReversed();
  return isObject(found) ? Object.fromEntries(Object.entries(found).reverse()) : found;
}

/** The concrete pointers that a pointer with `*` stands for in `value`, in order. */
function spread(value: Json, pointer: string): string[] {
  const parts = partsOf(pointer);
  const star = parts.indexOf('*');
  if (star < 0) return [pointer];
  const head = parts.slice(0, star);
  const parent = getAt(value, pointerOf(head));
  if (typeof parent !== 'object' || parent === null) return [];
  return Object.keys(parent).flatMap((key) => spread(value, pointerOf([...head, key, ...parts.slice(star + 1)])));
}
