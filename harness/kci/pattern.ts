import type { Json, JsonObject, KciEvent, Pattern } from '../model.ts';
import { parseDuration } from '../values/duration.ts';
import { oncePer, remembered } from '../values/once.ts';
import { isObject, pointerOf } from '../values/pointer.ts';
import { mismatches } from '../values/shape.ts';

/**
 * The algebra of event sequences: the fake walks a pattern, the judge recognises it. Recognition is by derivatives: what is
 * left of a pattern after an event is again a pattern (recognise.ts).
 */

/** An item of a pattern, taken by one event. */
export type EventItem = Extract<Pattern, { kind: 'event' }>;

/** The pattern that needs nothing more. */
export const DONE: Pattern = { kind: 'seq', of: [] };
const DEAD: Pattern = { kind: 'one-of', of: [] };

/** Whether an event fits an item of a pattern. For an item without `match` and `withinMs`, only the name may decide. */
export type Fits = (item: EventItem, event: KciEvent) => boolean;

/** Whether an event fits an item's `match`, if it has one. */
export function fitsMatch({ match }: EventItem, event: KciEvent): boolean {
  return match === undefined || mismatches(match, event as unknown as JsonObject).length === 0;
}

/** Compares the name and the item's `match`. */
export const fitsByName: Fits = (item, event) => item.name === event.name && fitsMatch(item, event);

/** Whether nothing more needs to come. */
export function isComplete(pattern: Pattern): boolean {
  switch (pattern.kind) {
    case 'event':
      return false;
    case 'repeat':
      return pattern.min === 0 || isComplete(pattern.of);
    case 'one-of':
      return pattern.of.some(isComplete);
    default:
      return pattern.of.every(isComplete);
  }
}

/** What is left after one event; the dead pattern (an empty choice) if the event does not fit. */
export function advance(pattern: Pattern, event: KciEvent, fits: Fits = fitsByName): Pattern {
  if (event.name === undefined || !isOfNames(pattern)) return derivative(pattern, event, fits);
  return derivativesOf(pattern)(event.name);
}

const MAX_REMEMBERED = 10_000;

/** Derivatives by name, cached: one order after another follows the same few courses. */
const derivativesOf = oncePer((pattern: Pattern) =>
  remembered(MAX_REMEMBERED, (name: string) => derivative(pattern, { name, dates: {} }, fitsByName)),
);

/** Whether all items ask only for a name, so that nothing else of an event matters. */
// Cached, since the same patterns are asked about at each event.
const isOfNames = oncePer((pattern: Pattern): boolean => {
  if (pattern.kind === 'event') return pattern.withinMs === undefined && pattern.match === undefined;
  return pattern.kind === 'repeat' ? isOfNames(pattern.of) : pattern.of.every(isOfNames);
});

function derivative(pattern: Pattern, event: KciEvent, fits: Fits): Pattern {
  switch (pattern.kind) {
    case 'event':
      return fits(pattern, event) ? DONE : DEAD;
    case 'one-of':
      return choice(pattern.of.map((each) => advance(each, event, fits)));
    case 'any-order':
      return choice(pattern.of.map((each, i) => together(pattern.of.with(i, advance(each, event, fits)))));
    case 'repeat': {
      if (pattern.max === 0) return DEAD;
      const again: Pattern = {
        ...pattern,
        min: Math.max(0, pattern.min - 1),
        max: pattern.max === null ? null : pattern.max - 1,
      };
      return inOrder([advance(pattern.of, event, fits), again]);
    }
    case 'seq': {
      const [head, ...rest] = pattern.of;
      if (!head) return DEAD;
      const entered = inOrder([advance(head, event, fits), ...rest]);
      return isComplete(head) ? choice([entered, advance({ kind: 'seq', of: rest }, event, fits)]) : entered;
    }
  }
}

/** The items of a pattern, repeated ones as often as they are written. */
export function eventItems(pattern: Pattern): readonly EventItem[] {
  if (pattern.kind === 'event') return [pattern];
  return pattern.kind === 'repeat' ? eventItems(pattern.of) : pattern.of.flatMap(eventItems);
}

/** Whether nothing can complete the pattern. */
export const isDead = (pattern: Pattern): boolean => pattern.kind === 'one-of' && pattern.of.length === 0;
export const isDone = (pattern: Pattern): boolean => pattern.kind === 'seq' && pattern.of.length === 0;

/** The choice between these patterns, each once, without dead ones. */
export function choice(options: readonly Pattern[]): Pattern {
  const flat = options.flatMap((each) => (each.kind === 'one-of' ? each.of : [each]));
  const alive = flat.filter((each) => !isDead(each));
  const distinct = alive.length < 2 ? alive : [...new Map(alive.map((each) => [JSON.stringify(each), each])).values()];
  return distinct.length === 1 && distinct[0] ? distinct[0] : { kind: 'one-of', of: distinct };
}

/** The one object for all equal patterns, so that cached results apply to each order. */
export const firstAlike = oncePer((pattern: Pattern): Pattern => patternOf(JSON.stringify(pattern)));

const patternOf = remembered(MAX_REMEMBERED, (written: string) => JSON.parse(written) as Pattern);

function inOrder(items: readonly Pattern[]): Pattern {
  if (items.some(isDead)) return DEAD;
  const flat = items.flatMap((each) => (each.kind === 'seq' ? each.of : [each]));
  return flat.length === 1 && flat[0] ? flat[0] : { kind: 'seq', of: flat };
}

function together(items: readonly Pattern[]): Pattern {
  if (items.some(isDead)) return DEAD;
  const left = items.filter((each) => !isDone(each));
  return left.length === 1 && left[0] ? left[0] : left.length === 0 ? DONE : { kind: 'any-order', of: left };
}

/** Every beginning of what the pattern recognises, from the empty one to the whole. */
export function beginningOf(pattern: Pattern): Pattern {
  switch (pattern.kind) {
    case 'event':
      return { kind: 'repeat', of: pattern, min: 0, max: 1 };
    case 'repeat': {
      if (pattern.max === 0) return DONE;
      const before: Pattern = { ...pattern, min: 0, max: pattern.max === null ? null : pattern.max - 1 };
      return inOrder([before, beginningOf(pattern.of)]);
    }
    case 'seq':
      return choice([DONE, ...pattern.of.map((each, i) => inOrder([...pattern.of.slice(0, i), beginningOf(each)]))]);
    default:
      return { ...pattern, of: pattern.of.map(beginningOf) };
  }
}

/** The pattern restricted to sequences with this event. An endless repeat has it in one of its rounds. */
export function having(pattern: Pattern, name: string): Pattern {
  switch (pattern.kind) {
    case 'event':
      return pattern.name === name ? pattern : DEAD;
    case 'one-of':
      return choice(pattern.of.map((each) => having(each, name)));
    case 'repeat': {
      const { of, min, max } = pattern;
      const before = { ...pattern, min: 0, max: max === null ? null : max - 1 };
      return max === 0 ? DEAD : inOrder([before, having(of, name), { ...before, min: Math.max(0, min - 1) }]);
    }
    default: {
      const put = pattern.kind === 'seq' ? inOrder : together;
      return choice(pattern.of.map((each, i) => put(pattern.of.with(i, having(each, name)))));
    }
  }
}

/** The pattern without the events that are never sent; null if it needs one of them. */
export function prune(pattern: Pattern, isSent: (event: string) => boolean): Pattern | null {
  if (pattern.kind === 'event') return isSent(pattern.name) ? pattern : null;
  if (pattern.kind === 'repeat') {
    const of = prune(pattern.of, isSent);
    if (of !== null) return { ...pattern, of };
    return pattern.min === 0 ? DONE : null;
  }
  const parts = pattern.of.map((each) => prune(each, isSent));
  const left = parts.filter((each) => each !== null);
  const isWhole = pattern.kind === 'one-of' ? left.length > 0 : left.length === parts.length;
  return isWhole ? { ...pattern, of: left } : null;
}

/** Whether the pattern can be completed without such events; true for a dead pattern. */
export const doesWithout = (pattern: Pattern, isSo: (event: string) => boolean): boolean =>
  isDead(pattern) || prune(pattern, (event) => !isSo(event)) !== null;

/** The names of the events that could come next, each once. */
export const nextNames = oncePer((pattern: Pattern): readonly string[] => {
  switch (pattern.kind) {
    case 'event':
      return [pattern.name];
    case 'repeat':
      return pattern.max === 0 ? [] : nextNames(pattern.of);
    case 'seq': {
      const open = pattern.of.findIndex((each) => !isComplete(each));
      return unique(pattern.of.slice(0, open < 0 ? undefined : open + 1).map(nextNames));
    }
    default:
      return unique(pattern.of.map(nextNames));
  }
});

/** What comes first in a pattern if everything optional is left out. */
export function neededFirst(pattern: Pattern): readonly string[] {
  if (isComplete(pattern)) return [];
  switch (pattern.kind) {
    case 'event':
      return [pattern.name];
    case 'repeat':
      return neededFirst(pattern.of);
    case 'seq':
      return neededFirst(pattern.of.find((each) => !isComplete(each)) ?? pattern);
    default:
      return pattern.of.flatMap(neededFirst);
  }
}

/** All event names in a pattern, each once. */
export const eventNames = oncePer((pattern: Pattern): readonly string[] => [
  ...new Set(eventItems(pattern).map(({ name }) => name)),
]);

/** The names of all lists, each once. */
export const unique = (lists: readonly (readonly string[])[]): readonly string[] =>
  lists.length === 1 && lists[0] ? lists[0] : [...new Set(lists.flat())];

/** One sequence of names that the pattern recognises; endless repeats have at most two rounds more than needed. */
export function walk(pattern: Pattern, random: () => number): string[] {
  switch (pattern.kind) {
    case 'event':
      return [pattern.name];
    case 'seq':
      return pattern.of.flatMap((each) => walk(each, random));
    case 'one-of': {
      const chosen = pattern.of[Math.floor(random() * pattern.of.length)];
      return chosen ? walk(chosen, random) : [];
    }
    case 'repeat': {
      const most = Math.min(pattern.max ?? Number.POSITIVE_INFINITY, pattern.min + 2);
      const times = pattern.min + Math.floor(random() * (most - pattern.min + 1));
      return Array.from({ length: times }).flatMap(() => walk(pattern.of, random));
    }
    case 'any-order':
      return merge(
        pattern.of.map((each) => walk(each, random)),
        random,
      );
  }
}

function merge(rows: readonly string[][], random: () => number): string[] {
  const left = rows.filter((row) => row.length > 0).map((row) => [...row]);
  const merged: string[] = [];
  while (left.length > 0) {
    const i = Math.floor(random() * left.length);
    const row = left[i] ?? [];
    merged.push(...row.splice(0, 1));
    if (row.length === 0) left.splice(i, 1);
  }
  return merged;
}

/** Something wrong with a pattern as written; `at` is the JSON Pointer below the pattern. */
interface PatternProblem {
  readonly at: string;
  readonly message: string;
  readonly fix?: string;
}

const ITEM = /^([A-Za-z][A-Za-z0-9_-]*)\s*(?:([?*+])|\{(\d+)(,(\d*))?\})?$/;
const GROUPS = ['repeat', 'optional', 'any-order', 'one-of'];

/**
 * Reads a pattern as authors write it: `NAME`, `NAME?`, `NAME*`, `NAME+`, `NAME{2}`, `NAME{1,3}`, `NAME: {within, match}`,
 * a list (in order), `repeat:` (any number of times; with `at-least`, `at-most`), `optional:`, `any-order:` and `one-of:`.
 */
export function readPattern(value: Json, at = ''): { readonly pattern: Pattern; readonly problems: PatternProblem[] } {
  const problems: PatternProblem[] = [];
  return { pattern: read(value, at, problems), problems };
}

function read(value: Json, at: string, problems: PatternProblem[]): Pattern {
  if (typeof value === 'string') return readItem(value, null, at, problems);
  if (Array.isArray(value))
    return { kind: 'seq', of: value.map((each, i) => read(each, at + pointerOf([i]), problems)) };
  if (!isObject(value)) return fail(at, `${JSON.stringify(value)} is no event pattern`, problems);
  const [name, second] = Object.keys(value).filter((key) => key !== 'at-least' && key !== 'at-most');
  if (name === undefined) return fail(at, 'an empty map is no event pattern', problems);
  if (second !== undefined)
    return fail(
      at + pointerOf([second]),
      `"${second}" stands beside "${name}"`,
      problems,
      'start a new list item with "- "',
    );
  const inner = value[name] ?? null;
  const below = at + pointerOf([name]);
  if (!GROUPS.includes(name)) return readItem(name, inner, at, problems);
  const of = read(inner, below, problems);
  if (name === 'optional') return { kind: 'repeat', of, min: 0, max: 1 };
  if (name === 'repeat') {
    const max = value['at-most'];
    return repeated(of, Number(value['at-least'] ?? 0), max === undefined ? null : Number(max), below, problems);
  }
  if (of.kind !== 'seq' || !Array.isArray(inner)) return fail(below, `"${name}" needs a list`, problems);
  return { kind: name === 'one-of' ? 'one-of' : 'any-order', of: of.of };
}

function readItem(text: string, options: Json, at: string, problems: PatternProblem[]): Pattern {
  const parts = ITEM.exec(text.trim());
  if (!parts?.[1])
    return fail(at, `"${text}" is no event pattern`, problems, 'write NAME, NAME?, NAME*, NAME+ or NAME{2}');
  const within = isObject(options) ? options.within : undefined;
  const withinMs = typeof within === 'string' ? parseDuration(within) : undefined;
  if (within !== undefined && typeof withinMs !== 'number') {
    problems.push({
      at: at + pointerOf([text, 'within']),
      message: `${JSON.stringify(within)} is no duration`,
      fix: 'write 500ms, 5s, 2m, 3h or 15d',
    });
  }
  const unknown = isObject(options)
    ? Object.keys(options).find((key) => key !== 'within' && key !== 'match')
    : undefined;
  if (unknown !== undefined)
    problems.push({
      at: at + pointerOf([text, unknown]),
      message: `unknown key "${unknown}"`,
      fix: 'an event may have within and match',
    });
  const match = isObject(options) ? options.match : undefined;
  const event: Pattern = {
    kind: 'event',
    name: parts[1],
    ...(typeof withinMs === 'number' ? { withinMs } : {}),
    ...(match === undefined ? {} : { match }),
  };
  const [, , sign, exact, range, upper] = parts;
  if (sign !== undefined) return { kind: 'repeat', of: event, min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : null };
  if (exact === undefined) return event;
  const min = Number(exact);
  return repeated(event, min, range === undefined ? min : upper ? Number(upper) : null, at, problems);
}

function repeated(of: Pattern, min: number, max: number | null, at: string, problems: PatternProblem[]): Pattern {
  if (max !== null && max < min)
    problems.push({
      at,
      message: `at least ${min} times and at most ${max} is never`,
      fix: 'write the smaller number first',
    });
  return { kind: 'repeat', of, min, max };
}

function fail(at: string, message: string, problems: PatternProblem[], fix?: string): Pattern {
  problems.push({ at, message, ...(fix === undefined ? {} : { fix }) });
  return DONE;
}
