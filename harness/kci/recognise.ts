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
 * Recognition of a row of events, with what a profile lets events do beside their pattern: come unasked (`interleaves`),
 * or before events that come before them in the course (`overtakes`).
 */

/** Which events may do what, by name. */
export interface Freedom {
  readonly mayInterleave: (name: string) => boolean;
  readonly mayOvertake: (name: string) => boolean;
}

/** Nothing comes but what the pattern asks for, where it asks for it. */
export const NONE: Freedom = { mayInterleave: () => false, mayOvertake: () => false };

/** What a profile's events may do. */
export function freedomOf({ events }: KciProfile): Freedom {
  return {
    mayInterleave: (name) => events[name]?.interleaves ?? false,
    mayOvertake: (name) => events[name]?.overtakes ?? false,
  };
}

/** One way in which the events so far may have gone through a pattern. */
export interface Position {
  /** What is left of the pattern. */
  readonly left: Pattern;
  /** Events that overtook others and wait for their place, as they came. */
  readonly waiting: readonly KciEvent[];
}

/** Where every recognition begins. */
export const atStart = (pattern: Pattern): readonly Position[] => [{ left: firstAlike(pattern), waiting: [] }];

/** Whether nothing more needs to come, and everything has its place. */
export const isWhole = ({ left, waiting }: Position): boolean => waiting.length === 0 && isComplete(left);

/** What could come next, however the events so far are understood. */
export const nextOf = (positions: readonly Position[]): readonly string[] =>
  unique(positions.map(({ left }) => nextNames(left)));

/** What is due next: what every way on has, or else whatever could come. */
export function dueOf(positions: readonly Position[]): readonly string[] {
  const next = nextOf(positions);
  const needed = neededIn(
    positions.map(({ left }) => left),
    next,
  );
  return needed.length > 0 ? needed : next;
}

/** What could come next and must, before an event has a place that has none yet; nothing where it never has one. */
export function lackingFor(positions: readonly Position[], name = ''): readonly string[] {
  const ways = positions.map(({ left }) => having(beginningOf(left), name)).filter((way) => !isDead(way));
  return ways.length === 0 ? [] : neededIn(ways, nextOf(positions));
}

const neededIn = (ways: readonly Pattern[], names: readonly string[]): readonly string[] =>
  names.filter((name) => ways.every((way) => !doesWithout(way, (each) => each === name)));

/** Many more ways than any order takes. Beyond, those are dropped in which most events wait. */
const MOST_POSITIONS = 16;

/** Where one more event leads; nowhere (no position at all) where nothing that may still come gives it its place. */
export function proceed(
  positions: readonly Position[],
  event: KciEvent,
  { mayInterleave, mayOvertake }: Freedom,
  fits: Fits = fitsByName,
): readonly Position[] {
  const { name = '' } = event;
  const isFree = mayOvertake(name);
  const reached = positions.flatMap(({ left, waiting }): Position[] => {
    const after = advance(left, event, fits);
    const taken = { left: mayInterleave(name) ? either(after, left) : after, waiting };
    return isFree ? [taken, { left, waiting: [...waiting, event] }] : [taken];
  });
  const alive = reached.filter(({ left }) => !isDead(left));
  return alive.every(({ waiting }) => waiting.length === 0) ? alive : inPlace(alive, fits);
}

/** An event that came between others has left the pattern as it was, unless it is one of its own. */
const either = (after: Pattern, before: Pattern): Pattern => (isDead(after) ? before : choice([after, before]));

/** The positions, and all that they become where events that wait take places that have come. */
function inPlace(positions: readonly Position[], fits: Fits): readonly Position[] {
  const found = new Map<string, Position>();
  const open = [...positions].reverse();
  for (let each = open.pop(); each && found.size < MOST_POSITIONS * 2; each = open.pop()) {
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
  return [...found.values()].toSorted((a, b) => a.waiting.length - b.waiting.length).slice(0, MOST_POSITIONS);
}

/** Which items of a pattern an event fits: events of one kind can stand in for each other there. */
function kindOf(pattern: Pattern, event: KciEvent, fits: Fits): string {
  if (pattern.kind === 'event') return fits(pattern, event) ? '1' : '0';
  return pattern.kind === 'repeat'
    ? kindOf(pattern.of, event, fits)
    : pattern.of.map((each) => kindOf(each, event, fits)).join('');
}

/** Whether a pattern has room for an event beside those of its kind that came before it. */
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
      // No room within one that has been, however much there was: endless room none times would be no number.
      return once === 0 || pattern.max === 0 ? 0 : once * (pattern.max ?? Number.POSITIVE_INFINITY);
    }
    default:
      return pattern.of.reduce((sum, each) => sum + roomFor(each, event, fits), 0);
  }
}

/** How far a row of events got. */
export interface Recognition {
  /** `complete`: nothing more is needed; `open`: more must come; `impossible`: no continuation can complete it. */
  readonly state: 'complete' | 'open' | 'impossible';
  /** Index of the event that made it impossible. */
  readonly at?: number;
  /** What could have come next: after the last event, or instead of the one at `at`. */
  readonly next: readonly string[];
  /** What had to come before the event at `at`. */
  readonly lacking?: readonly string[];
  /** Indices of the events that came before their place, which has not come yet. */
  readonly early?: readonly number[];
}

/** Follows the events through the pattern. */
export function recognise(
  pattern: Pattern,
  events: readonly KciEvent[],
  freedom: Freedom = NONE,
  fits: Fits = fitsByName,
): Recognition {
  let positions = atStart(pattern);
  for (const [at, event] of events.entries()) {
    const after = proceed(positions, event, freedom, fits);
    if (after.length === 0)
      return { state: 'impossible', at, next: nextOf(positions), lacking: lackingFor(positions, event.name) };
    positions = after;
  }
  const next = nextOf(positions);
  if (positions.some(isWhole)) return { state: 'complete', next };
  const early = (positions[0]?.waiting ?? []).map((event) => events.indexOf(event));
  return { state: 'open', next, ...(early.length === 0 ? {} : { early }) };
}
