import type { Pattern } from '../../harness/model.ts';
import { formatDuration } from '../../harness/values/duration.ts';

/** How often a part of a pattern may come; `max: null` is without end. */
export interface Quantity {
  readonly min: number;
  readonly max: number | null;
}

/** How often a part comes of which nothing is said. */
export const ONCE: Quantity = { min: 1, max: 1 };

/** A part with how often it may come, told apart: `repeat` of something once is that something, so often. */
export function quantified(pattern: Pattern): {
  readonly part: Pattern;
  readonly quantity: Quantity;
  readonly at: string;
} {
  if (pattern.kind === 'repeat') return { part: pattern.of, quantity: pattern, at: '/of' };
  return { part: pattern, quantity: ONCE, at: '' };
}

/** In words: `optional`, `any number of times`, `2 to 4 times`; nothing for exactly once. */
export function quantityWords({ min, max }: Quantity): string {
  if (min === 1 && max === 1) return '';
  if (min === 0 && max === 1) return 'optional';
  if (max === null) return min === 0 ? 'any number of times' : `${min} or more times`;
  if (min === max) return `${min} times`;
  return min === 0 ? `at most ${max} times` : `${min} to ${max} times`;
}

/** A whole part on one line, for where nothing of it came: `any number of times (one of: (DELAY, then optional RESUMED), REAPPOINTED)`. */
export function patternWords(pattern: Pattern): string {
  const { part, quantity } = quantified(pattern);
  if (part !== pattern) return [quantityWords(quantity), grouped(part)].filter((each) => each !== '').join(' ');
  switch (pattern.kind) {
    case 'event':
      return pattern.withinMs === undefined
        ? pattern.name
        : `${pattern.name} within ${formatDuration(pattern.withinMs)}`;
    case 'seq':
      return pattern.of.length === 0 ? 'nothing' : pattern.of.map(grouped).join(', then ');
    case 'any-order':
      return pattern.of.length === 1 ? sole(pattern.of) : `in any order: ${pattern.of.map(grouped).join(', ')}`;
    case 'one-of':
      return pattern.of.length === 1 ? sole(pattern.of) : `one of: ${pattern.of.map(grouped).join(', ')}`;
    default:
      return '';
  }
}

function sole([only]: readonly Pattern[]): string {
  return only === undefined ? 'nothing' : patternWords(only);
}

/** In brackets, unless it is a single word or all there is inside. */
function grouped(pattern: Pattern): string {
  const words = patternWords(pattern);
  // What is repeated stands in brackets of its own.
  const isPlain = pattern.kind === 'event' || pattern.kind === 'repeat';
  const isSole = 'of' in pattern && Array.isArray(pattern.of) && pattern.of.length === 1;
  return isPlain || isSole ? words : `(${words})`;
}
