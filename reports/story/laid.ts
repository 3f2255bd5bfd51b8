import type { Pattern } from '../../harness/model.ts';
import type { Arrival } from './moments.ts';
import { ONCE, type Quantity, quantified } from './pattern-words.ts';

/** A part of an expected pattern with what came of it. */
export interface Laid {
  /** How often it may come. */
  readonly quantity: Quantity;
  readonly pattern: Exclude<Pattern, { kind: 'repeat' }>;
  /** Its pointer below the whole pattern; of an event, what an assignment calls it. */
  readonly at: string;
  /** Below a group. */
  readonly parts: readonly Laid[];
  /** What came here, below it included, in the order of the stream. */
  readonly took: readonly Arrival[];
  /** It, or something below it, could have come next. */
  readonly isDue: boolean;
}

/** What a pattern is laid out with: who took which item, and which were due. */
export interface Laying {
  readonly took: ReadonlyMap<string, readonly Arrival[]>;
  readonly due: ReadonlySet<string>;
}

/** A pattern as a tree of parts with what came of each; groups of one are left out. */
export function lay(pattern: Pattern, laying: Laying, at = '', quantity: Quantity = ONCE): Laid {
  if (pattern.kind === 'repeat') return layRepeat(pattern, laying, at, quantity);
  if (pattern.kind === 'event') {
    return { pattern, quantity, at, parts: [], took: laying.took.get(at) ?? [], isDue: laying.due.has(at) };
  }
  const [only, ...others] = pattern.of;
  if (only !== undefined && others.length === 0) return lay(only, laying, `${at}/of/0`, quantity);
  const parts = pattern.of
    .map((each, i) => lay(each, laying, `${at}/of/${i}`))
    // What is left of a repeat that is used up.
    .filter((part) => part.quantity.max !== 0);
  const took = parts.flatMap((part) => part.took).toSorted((a, b) => a.delivery.seq - b.delivery.seq);
  return { pattern, quantity, at, parts, took, isDue: parts.some((part) => part.isDue) };
}

/** A repeat is told with what it repeats; one within another cannot be told as one number, and stands as a group. */
function layRepeat(pattern: Pattern, laying: Laying, at: string, outer: Quantity): Laid {
  const { part, quantity, at: below } = quantified(pattern);
  const isPlain = outer.min === 1 && outer.max === 1;
  if (isPlain) return lay(part, laying, at + below, quantity);
  const inner = lay(part, laying, at + below, quantity);
  return {
    pattern: { kind: 'seq', of: [pattern] },
    quantity: outer,
    at,
    parts: [inner],
    took: inner.took,
    isDue: inner.isDue,
  };
}

/** A stretch of a course as it went. */
export interface Stretch {
  readonly laid: Laid;
  /** It begins here that one of several ways was taken; these are the others. */
  readonly others?: readonly Laid[];
  /** It may come at any time of the course before it. */
  readonly isAnyTime?: boolean;
}

/**
 * A course from its beginning to its end: groups that stand for themselves are opened up, and of several ways only the one
 * is followed that was taken. What need not come beside the rest of its group, in any order, stands at the end.
 */
export function stretchesOf(laid: Laid): readonly Stretch[] {
  const { pattern, parts, quantity } = laid;
  if (quantity.min !== 1 || quantity.max !== 1) return [{ laid }];
  if (pattern.kind === 'seq') return parts.flatMap(stretchesOf);
  const [chosen, second] = parts.filter(pattern.kind === 'one-of' ? isTaken : isNeeded);
  if (pattern.kind === 'event' || chosen === undefined || second !== undefined) return [{ laid }];
  const others = parts.filter((part) => part !== chosen);
  const [first, ...rest] = stretchesOf(chosen);
  if (first === undefined) return [{ laid }];
  return pattern.kind === 'one-of'
    ? [{ ...first, others: [...others, ...(first.others ?? [])] }, ...rest]
    : [first, ...rest, ...others.map((other) => ({ laid: other, isAnyTime: true }))];
}

const isTaken = ({ took }: Laid): boolean => took.length > 0;
const isNeeded = ({ quantity }: Laid): boolean => quantity.min > 0;
