import type { KciEvent, KciProfile, Pattern } from '../model.ts';
import {
  advance,
  beginningOf,
  choice,
  doesWithout,
  type Fits,
  firstAlike,
  fitsByName,
  having,
  isComplete,
  isDead,
  nextNames,
  unique,
} from './pattern.ts';

/**
 * Recognises events by a pattern, with the freedom that a profile gives them: to come unasked (`interleaves`), or before
 * earlier events of the course (`overtakes`).
 */

/** What events may do, by name. */
export interface Freedom {
  readonly mayInterleave: (name: string) => boolean;
  readonly mayOvertake: (name: string) => boolean;
}

/** No freedom: only what the pattern asks for, in its order. */
export const NONE: Freedom = { mayInterleave: () => false, mayOvertake: () => false };

/** What a profile's events may do. */
export function freedomOf({ events }: KciProfile): Freedom {
  return {
    mayInterleave: (name) => events[name]?.interleaves ?? false,
    mayOvertake: (name) => events[name]?.overtakes ?? false,
  };
}

/** One way that the events so far may have gone through a pattern. */
export interface PatternPosition {
  /** What is left of the pattern. */
  readonly left: Pattern;
  /** Events that overtook others and wait for their place, in order of arrival. */
  readonly waiting: readonly KciEvent[];
}

/** The position before any event. */
export const atStart = (pattern: Pattern): readonly PatternPosition[] => [{ left: firstAlike(pattern), waiting: [] }];

/** Whether nothing more needs to come, and no event waits for its place. */
export const isFullyMatched = ({ left, waiting }: PatternPosition): boolean => waiting.length === 0 && isComplete(left);

/** What could come next at any of the positions. */
export const nextOf = (positions: readonly PatternPosition[]): readonly string[] =>
  unique(positions.map(({ left }) => nextNames(left)));

/** What is due next: the events that all positions need, else whatever could come. */
export function dueOf(positions: readonly PatternPosition[]): readonly string[] {
  const next = nextOf(positions);
  const needed = neededIn(
    positions.map(({ left }) => left),
    next,
  );
  return needed.length > 0 ? needed : next;
}

/** What must come next before an event has a place; empty if it never has one. */
export function lackingFor(positions: readonly PatternPosition[], name = ''): readonly string[] {
  const ways = positions.map(({ left }) => having(beginningOf(left), name)).filter((way) => !isDead(way));
  return ways.length === 0 ? [] : neededIn(ways, nextOf(positions));
}

const neededIn = (ways: readonly Pattern[], names: readonly string[]): readonly string[] =>
  names.filter((name) => ways.every((way) => !doesWithout(way, (each) => each === name)));

/** Many more than any order has. Beyond that, positions with the most waiting events are dropped. */
const MAX_POSITIONS = 16;

/** The positions after one more event; none if nothing that may still come gives it a place. */
export function proceed(
  positions: readonly PatternPosition[],
  event: KciEvent,
  { mayInterleave, mayOvertake }: Freedom,
  fits: Fits = fitsByName,
): readonly PatternPosition[] {
  const { name = '' } = event;
  const isFree = mayOvertake(name);
  const reached = positions.flatMap(({ left, waiting }): PatternPosition[] => {
    const after = advance(left, event, fits);
    const taken = { left: mayInterleave(name) ? either(after, left) : after, waiting };
    return isFree ? [taken, { left, waiting: [...waiting, event] }] : [taken];
  });
  const alive = reached.filter(({ left }) => !isDead(left));
  return alive.every(({ waiting }) => waiting.length === 0) ? alive : inPlace(alive, fits);
}

/** An event that may interleave can leave the pattern as it was, or take an item of it. */
const either = (after: Pattern, before: Pattern): Pattern => (isDead(after) ? before : choice([after, before]));

/** The positions, and all that follow when waiting events take places that have come. */
function inPlace(positions: readonly PatternPosition[], fits: Fits): readonly PatternPosition[] {
  const found = new Map<string, PatternPosition>();
  const open = [...positions].reverse();
  for (let each = open.pop(); each && found.size < MAX_POSITIONS * 2; each = open.pop()) {
    const { left, waiting } = each;
    const kinds = waiting.map((event) => kindOf(left, event, fits));
    const key = JSON.stringify([left, kinds.toSorted()]);
    if (isDead(left) || found.has(key) || waiting.some((event, i) => !hasPlace(left, event, kinds, i, fits))) continue;
    found.set(key, each);
    for (const [i, event] of waiting.entries()) {
      if (kinds.indexOf(kinds[i] ?? '') === i)
        open.push({ left: advance(left, event, fits), waiting: waiting.toSpliced(i, 1) });
    }
  }
  return [...found.values()].toSorted((a, b) => a.waiting.length - b.waiting.length).slice(0, MAX_POSITIONS);
}

/** A key for which items of a pattern an event fits: events with the same key can replace each other. */
function kindOf(pattern: Pattern, event: KciEvent, fits: Fits): string {
  if (pattern.kind === 'event') return fits(pattern, event) ? '1' : '0';
  return pattern.kind === 'repeat'
    ? kindOf(pattern.of, event, fits)
    : pattern.of.map((each) => kindOf(each, event, fits)).join('');
}

/** Whether a pattern has room for an event besides earlier ones of its kind. */
function hasPlace(left: Pattern, event: KciEvent, kinds: readonly string[], i: number, fits: Fits): boolean {
  return kinds.slice(0, i + 1).filter((kind) => kind === kinds[i]).length <= roomFor(left, event, fits);
}

/** How many events like this one a pattern can take at most. */
function roomFor(pattern: Pattern, event: KciEvent, fits: Fits): number {
  switch (pattern.kind) {
    case 'event':
      return fits(pattern, event) ? 1 : 0;
    case 'one-of':
      return Math.max(0, ...pattern.of.map((each) => roomFor(each, event, fits)));
    case 'repeat': {
      const once = roomFor(pattern.of, event, fits);
      // No rounds left means no room, also if a round had endless room (infinity times 0 is no number).
      return once === 0 || pattern.max === 0 ? 0 : once * (pattern.max ?? Number.POSITIVE_INFINITY);
    }
    default:
      return pattern.of.reduce((sum, each) => sum + roomFor(each, event, fits), 0);
  }
}

/** How far events got through a pattern. */
export interface Recognition {
  /** `complete`: nothing more is needed; `open`: more must come; `impossible`: no continuation can complete it. */
  readonly state: 'complete' | 'open' | 'impossible';
  /** Index of the event that made it impossible. */
  readonly at?: number;
  /** The positions after the last event, or before the one at `at`. */
  readonly positions: readonly PatternPosition[];
  /** What could come next: after the last event, or instead of the one at `at`. */
  readonly next: readonly string[];
  /** What had to come before the event at `at`. */
  readonly lacking?: readonly string[];
  /** Indices of events that came before their place. */
  readonly early?: readonly number[];
}

/** Follows the events through the pattern. */
export function recognise(pattern: Pattern, events: readonly KciEvent[], freedom: Freedom = NONE): Recognition {
  let positions = atStart(pattern);
  for (const [at, event] of events.entries()) {
    const after = proceed(positions, event, freedom);
    if (after.length === 0) {
      const lacking = lackingFor(positions, event.name);
      return { state: 'impossible', at, positions, next: nextOf(positions), lacking };
    }
    positions = after;
  }
  const reached = { positions, next: nextOf(positions) };
  if (positions.some(isFullyMatched)) return { state: 'complete', ...reached };
  const early = (positions[0]?.waiting ?? []).map((event) => events.indexOf(event));
  return { state: 'open', ...reached, ...(early.length === 0 ? {} : { early }) };
}
