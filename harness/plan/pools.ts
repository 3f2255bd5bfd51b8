import type { World } from '../model.ts';
import { integerBetween, random } from '../values/seed.ts';

/** Hands out the number that belongs to a name, near an end of the range where that is asked for; undefined when none is left. */
export type Draw = (name: string, end?: 'low' | 'high') => number | undefined;

/** Numbers of a range that several names may share: for each name the one its hash falls on. */
function sharedNumbers(from: number, to: number): (name: string) => number {
  return (name) => integerBetween(random(name), from, to);
}

/**
 * Numbers of a range, each given out once. A name nearly always gets the number its hash falls on, whoever else draws;
 * only where that one is taken does it get the next free one.
 */
export function distinctNumbers(from: number, to: number): Draw {
  // Many enough that a later run seldom chooses the same.
  const few = Math.min(1_000_000, Math.floor((to - from) / 1000));
  const first = {
    any: sharedNumbers(from, to),
    low: sharedNumbers(from, from + few),
    high: sharedNumbers(to - few, to),
  };
  const taken = new Set<number>();
  return (name, end) => {
    if (taken.size > to - from) return undefined;
    let number = first[end ?? 'any'](name);
    while (taken.has(number)) number = number === to ? from : number + 1;
    taken.add(number);
    return number;
  };
}

/** What the journeys of one plan must not take from each other. */
export interface Pools {
  /** Ids that the client chooses. */
  readonly ids: Draw;
  /** Property numbers, by the role of the world that has a range of them. */
  readonly sites: Readonly<Record<string, Draw>>;
}

/** Full pools for a plan. */
export function createPools(ids: { readonly from: number; readonly to: number }, world: World): Pools {
  const ranges = Object.entries(world.roles).flatMap(([role, { range, use }]) =>
    range ? [[role, (use === 'shared' ? sharedNumbers : distinctNumbers)(range.from, range.to)] as const] : [],
  );
  return { ids: distinctNumbers(ids.from, ids.to), sites: Object.fromEntries(ranges) };
}
