import type { Traffic } from '../model.ts';
import { hash32 } from '../values/seed.ts';

/** The part of a turn whose multiples never come close to repeating: the golden ratio's. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/**
 * Which entry of the mix (by its position) the arrival with an index has. By index and seed alone, so that machines that
 * share a load agree without a word. Not drawn but spread evenly: the shares are right from the first dozens of
 * arrivals on, to about one arrival each.
 */
export function mixOf({ mix }: Pick<Traffic, 'mix'>, seed: number): (index: number) => number {
  const total = mix.reduce((sum, { percent }) => sum + percent, 0);
  let reached = 0;
  const ends = mix.map(({ percent }) => {
    reached += percent / total;
    return reached;
  });
  const start = hash32(`${seed}/mix`) / 2 ** 32;
  return (index) => {
    const turn = (start + index * GOLDEN) % 1;
    const entry = ends.findIndex((end) => turn < end);
    return entry < 0 ? mix.length - 1 : entry;
  };
}

/** Whose turn it is: the tenants one after the other. */
export function tenantOf<T>(tenants: readonly T[], index: number): T {
  const tenant = tenants[index % tenants.length];
  if (tenant === undefined) throw new Error('a load has at least one tenant');
  return tenant;
}
