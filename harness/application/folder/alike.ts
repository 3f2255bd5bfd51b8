import { isDeepStrictEqual } from 'node:util';
import type { Target } from '../../model.ts';

/** A thing that two runs should have in common: its name, its value, and what to call the value in a message. */
export type Alike = readonly [what: string, is: unknown, called?: string];

/** The things that differ, with what each is called in either run. Both lists have the same things in the same order. */
export function unlike(
  before: readonly Alike[],
  after: readonly Alike[],
): readonly { readonly what: string; readonly was: string; readonly is: string }[] {
  return before.flatMap(([what, value, was = ''], i) => {
    const [, now, is = ''] = after[i] ?? [];
    return isDeepStrictEqual(value, now) ? [] : [{ what, was, is }];
  });
}

/** A target without members that may differ from run to run. */
export function targetWithout(target: Target, ...names: readonly (keyof Target)[]): object {
  return Object.fromEntries(Object.entries(target).filter(([name]) => !names.some((each) => each === name)));
}
