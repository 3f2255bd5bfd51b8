import { isDeepStrictEqual } from 'node:util';
import type { Target } from '../../model.ts';

/** Something that two runs should have alike: what it is, and what it is called in one of them, where it is told. */
export type Alike = readonly [what: string, is: unknown, called?: string];

/** What is not alike, with what it is called in either run. Both lists name the same things in the same order. */
export function unlike(
  before: readonly Alike[],
  after: readonly Alike[],
): readonly { readonly what: string; readonly was: string; readonly is: string }[] {
  return before.flatMap(([what, value, was = ''], i) => {
    const [, now, is = ''] = after[i] ?? [];
    return isDeepStrictEqual(value, now) ? [] : [{ what, was, is }];
  });
}

/** A target without what may be another in each run. */
export function targetWithout(target: Target, ...names: readonly (keyof Target)[]): object {
  return Object.fromEntries(Object.entries(target).filter(([name]) => !names.some((each) => each === name)));
}
