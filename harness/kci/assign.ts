import type { KciEvent, Pattern } from '../model.ts';
import { pointerOf } from '../values/pointer.ts';
import { type EventItem, type Fits, fitsByName, isComplete } from './pattern.ts';
import {
  atStart,
  type Freedom,
  isFullyMatched,
  NONE,
  type PatternPosition,
  proceed,
  type Recognition,
  recognise,
} from './recognise.ts';

/**
 * Which event took which item of a pattern. Recognition only says whether events fit; readers also want to see how. If
 * several ways are right, returns the first in the order of the pattern.
 */

/** Events laid over a pattern. */
interface Assignment extends Recognition {
  /**
   * For each event, the pointer of its item below the pattern (`/of/1/of`). Undefined if the event came unasked, as its
   * profile allows, if it made the pattern impossible, or came after such an event.
   */
  readonly items: readonly (string | undefined)[];
  /** The items that could come next and are not optional: after any number of optional ones, one of these must come. */
  readonly needed: readonly string[];
}

/** One way to understand the events so far: the item of each, and the resulting positions. */
interface Interpretation {
  readonly taken: ReadonlyMap<KciEvent, string | undefined>;
  readonly positions: readonly PatternPosition[];
}

/** Many more than there are ways to understand any order's events. */
const MAX_WAYS = 32;

/** Lays events over a pattern, as far as they are recognised. */
export function assign(
  pattern: Pattern,
  events: readonly KciEvent[],
  freedom: Freedom = NONE,
  fits: Fits = fitsByName,
): Assignment {
  const { early: _, ...recognised } = recognise(pattern, events, freedom, fits);
  const items = new Map<string, EventItem>();
  const named = nameItems(pattern, '', items);
  // Copies, since one event object may be there twice and still means two events.
  const copies = events.map((event) => ({ ...event }));
  let ways: readonly Interpretation[] = [{ taken: new Map(), positions: atStart(named) }];
  for (const [i, event] of events.slice(0, recognised.at).entries()) {
    const candidates = [...items].filter(([, item]) => fits(item, event)).map(([at]) => at);
    const after = ways.flatMap((way) => onwards(way, copies[i] ?? event, candidates, freedom));
    if (after.length > 0) ways = distinct(after);
  }
  const [best] = ways;
  const reached = best?.positions.find(isFullyMatched) ?? best?.positions[0];
  const early = (reached?.waiting ?? []).map((event) => copies.indexOf(event));
  return {
    ...recognised,
    items: copies.map((event) => best?.taken.get(event)),
    needed: [...new Set(ways.flatMap(({ positions }) => positions.flatMap(({ left }) => neededFirst(left))))],
    ...(early.length === 0 ? {} : { early }),
  };
}

/** What comes first in a pattern if everything optional is left out. */
function neededFirst(pattern: Pattern): readonly string[] {
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

/** The pattern with each item renamed to its pointer. */
function nameItems(pattern: Pattern, at: string, items: Map<string, EventItem>): Pattern {
  switch (pattern.kind) {
    case 'event':
      items.set(at, pattern);
      // With a `match`, so that results for names alone are not reused for it.
      return { kind: 'event', name: at, match: {} };
    case 'repeat':
      return { ...pattern, of: nameItems(pattern.of, at + pointerOf(['of']), items) };
    default:
      return { ...pattern, of: pattern.of.map((each, i) => nameItems(each, at + pointerOf(['of', i]), items)) };
  }
}

/** Every way to go on: the event is taken by one of the items that it fits, or by none. */
function onwards(
  { taken, positions }: Interpretation,
  event: KciEvent,
  candidates: readonly string[],
  freedom: Freedom,
): Interpretation[] {
  const isUnasked = freedom.mayInterleave(event.name ?? '');
  return [...candidates, ...(isUnasked ? [undefined] : [])].flatMap((item) => {
    const then = new Map(taken).set(event, item);
    const fitsAsTaken: Fits = ({ name }, each) => then.get(each) === name;
    const after = proceed(positions, event, freedom, fitsAsTaken);
    return after.length === 0 ? [] : [{ taken: then, positions: after }];
  });
}

/** The first of all ways to the same positions; complete ones first, then those with the fewest waiting events. */
function distinct(ways: readonly Interpretation[]): readonly Interpretation[] {
  if (ways.length < 2) return ways;
  const found = new Map<string, Interpretation>();
  for (const way of ways) {
    const places = way.positions.map(({ left, waiting }) => [left, waiting.map((event) => way.taken.get(event))]);
    const key = JSON.stringify(places);
    if (!found.has(key)) found.set(key, way);
  }
  return [...found.values()].toSorted((a, b) => waitingIn(a) - waitingIn(b)).slice(0, MAX_WAYS);
}

function waitingIn({ positions }: Interpretation): number {
  return Math.min(...positions.map((each) => (isFullyMatched(each) ? -1 : each.waiting.length)));
}
