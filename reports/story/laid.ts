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
