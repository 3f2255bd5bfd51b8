import type { Found } from './fold.ts';

/** Findings that say the same of different cases: the first stands for all. */
export interface Group {
  readonly first: Found;
  readonly all: readonly Found[];
}

/** Numbers, UUIDs and times differ from case to case without making another kind of failure. */
const VARYING = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\d[\d.:TZ-]*/gi;

/** Groups findings by check, promise and what was expected; the largest group first, else in the order they came. */
export function alike(found: readonly Found[]): Group[] {
  const groups = new Map<string, Found[]>();
  for (const one of found) {
    const { check, finding } = one;
    const masked = finding.expected.replace(VARYING, '#');
    const key = JSON.stringify([check.check, check.requirements, finding.pointer?.replace(/\d+/g, '#'), masked]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return [...groups.values()]
    .flatMap((all) => (all[0] === undefined ? [] : [{ first: all[0], all }]))
    .sort((a, b) => b.all.length - a.all.length);
}

/** Sorts things under names, in the order in which the names first come. */
export function groupBy<T, N extends string>(things: readonly T[], name: (thing: T) => N): Map<N, T[]> {
  const groups = new Map<N, T[]>();
  for (const thing of things) {
    const group = groups.get(name(thing));
    if (group === undefined) groups.set(name(thing), [thing]);
    else group.push(thing);
  }
  return groups;
}
