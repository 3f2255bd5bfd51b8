import type { Json, JsonObject } from '../model.ts';
import { bind } from '../values/bind.ts';
import { parseDuration } from '../values/duration.ts';
import { getAt, isObject, partsOf, pointerOf, removeAt, setAt } from '../values/pointer.ts';
import { mismatches } from '../values/shape.ts';
import type { Deed, Edit } from './fault.ts';
import { marred } from './fault-mar.ts';

const EDITS = ['set', 'remove', 'move', 'copy', 'replace', 'shift', 'mar', 'reverse', 'repeat', 'keep'] as const;

/** Whether a deed changes a JSON value. */
export function isEdit(deed: Deed): deed is Edit {
  return EDITS.some((name) => name in deed);
}

/** The pointer an edit starts from, for telling apart what it is about. */
export function placeOf(edit: Edit): string {
  const operand = Object.values(edit)[0] as string | { at?: string; from?: string };
  return typeof operand === 'string' ? operand : (operand.at ?? operand.from ?? '');
}

/**
 * A copy of `value` with one edit done; places that are not there are left alone, except by `set`, which makes them.
 * `$values` in what is set are bound in `scope`; one that leads nowhere leaves the value as it was.
 */
export function edited(value: Json, edit: Edit, scope: JsonObject): Json {
  if ('set' in edit) {
    const { value: to, missing } = bind(edit.set.to, scope);
    if (missing.length > 0) return value;
    return spread(value, edit.set.at).reduce((done, at) => setAt(done, at, to), value);
  }
  if ('remove' in edit) {
    // From the last to the first, so that removing an element does not move those still to go.
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
  const text = String(by);
  const ms = text.startsWith('-') ? -(parseDuration(text.slice(1)) ?? 0) : (parseDuration(text) ?? 0);
  const moved = new Date(Date.parse(found) + ms).toISOString();
  return found.length === 10 ? moved.slice(0, 10) : moved;
}

function reversed(found: Json): Json {
  if (Array.isArray(found)) return found.toReversed();
  return isObject(found) ? Object.fromEntries(Object.entries(found).reverse()) : found;
}

/** The concrete pointers a pointer with `*` stands for in `value`, in order. */
function spread(value: Json, pointer: string): string[] {
  const parts = partsOf(pointer);
  const star = parts.indexOf('*');
  if (star < 0) return [pointer];
  const head = parts.slice(0, star);
  const parent = getAt(value, pointerOf(head));
  if (typeof parent !== 'object' || parent === null) return [];
  return Object.keys(parent).flatMap((key) => spread(value, pointerOf([...head, key, ...parts.slice(star + 1)])));
}
