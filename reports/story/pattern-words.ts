import type { Pattern } from '../../harness/model.ts';
import { formatDuration } from '../../harness/values/duration.ts';

/** How often something may come, in words: `optional`, `any number of times`, `2 to 4 times`; empty for exactly once. */
function timesWords({ min, max }: Extract<Pattern, { kind: 'repeat' }>): string {
  if (min === 1 && max === 1) return '';
  if (min === 0 && max === 1) return 'optional';
  if (max === null) return min === 0 ? 'any number of times' : `${min} or more times`;
  if (min === max) return `${min} times`;
  return min === 0 ? `at most ${max} times` : `${min} to ${max} times`;
}

/**
 * A part of a pattern on one line, used if nothing of it came: `any number of times (one of: (DELAY, then optional
 * RESUMED), REAPPOINTED)`.
 */
export function patternWords(pattern: Pattern): string {
  const of = pattern.kind === 'event' || pattern.kind === 'repeat' ? [] : pattern.of.filter(mayCome);
  switch (pattern.kind) {
    case 'event':
      return pattern.withinMs === undefined
        ? pattern.name
        : `${pattern.name} within ${formatDuration(pattern.withinMs)}`;
    case 'seq':
      return of.length === 0 ? 'nothing' : of.map(grouped).join(', then ');
    case 'any-order':
    case 'one-of': {
      const [only] = of;
      if (only && of.length === 1) return patternWords(only);
      return `${pattern.kind === 'one-of' ? 'one of' : 'in any order'}: ${of.map(grouped).join(', ')}`;
    }
    case 'repeat':
      return [timesWords(pattern), grouped(pattern.of)].filter((each) => each !== '').join(' ');
  }
}

const mayCome = (pattern: Pattern): boolean => pattern.kind !== 'repeat' || pattern.max !== 0;

/** Adds brackets, unless it is a single word or the whole content. */
function grouped(pattern: Pattern): string {
  const words = patternWords(pattern);
  // A repeated part has brackets of its own.
  const isPlain = pattern.kind === 'event' || pattern.kind === 'repeat';
  const isSole = 'of' in pattern && Array.isArray(pattern.of) && pattern.of.length === 1;
  return isPlain || isSole ? words : `(${words})`;
}
