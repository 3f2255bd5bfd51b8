import type { Lease, Site, World } from '../model.ts';
import { listedSiteOf } from '../site.ts';

/** The sites of a world's lists, lent to journeys so that two never share an exclusive one. */
export interface Leases {
  /**
   * A site for each lease, all at once, waiting while some are lent. Null stands where the world has none, or too few,
   * for ever.
   */
  take(leases: readonly Lease[]): Promise<(Site | null)[]>;
  /** Gives sites back; those that are used up by use stay away. */
  give(leases: readonly Lease[], sites: readonly (Site | null)[]): void;
}

interface Shelf {
  readonly use: 'shared' | 'exclusive' | 'once';
  readonly sites: readonly Site[];
}

/**
 * Leases over the roles of a world that are lists; which site a journey gets depends on its own `pick` first. What an
 * earlier part of the run has spent is not lent for use by one journey alone.
 */
export function createLeases(world: World, spent: readonly Site[] = []): Leases {
  const shelves = new Map<string, Shelf>();
  for (const [role, rule] of Object.entries(world.roles)) {
    const sites = rule.sites?.map((site) => listedSiteOf(world, rule, site));
    if (sites) shelves.set(role, { use: rule.use, sites });
  }
  // By address: the same one may stand under several roles.
  const lent = new Set<string>();
  const usedUp = new Set<string>(spent.map(keyOf));
  let waiting: (() => void)[] = [];

  /** All the sites wanted, none where one of them is lent just now; a null for each that can never be had. */
  const tryTake = (leases: readonly Lease[]): (Site | null)[] | undefined => {
    const taken = new Set<string>();
    const sites: (Site | null)[] = [];
    for (const { role, pick } of leases) {
      const shelf = shelves.get(role);
      const isAway = (key: string): boolean => lent.has(key) || taken.has(key) || usedUp.has(key);
      const site = shelf && freeIn(shelf, pick, isAway);
      const canComeBack = (each: Site): boolean => !taken.has(keyOf(each)) && !usedUp.has(keyOf(each));
      if (!site && shelf?.sites.some(canComeBack)) return undefined;
      if (site && shelf?.use !== 'shared') taken.add(keyOf(site));
      sites.push(site ?? null);
    }
    for (const key of taken) lent.add(key);
    return sites;
  };

  return {
    take: async (leases) => {
      for (;;) {
        const sites = tryTake(leases);
        if (sites) return sites;
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
    give: (leases, sites) => {
      for (const [i, { role }] of leases.entries()) {
        const use = shelves.get(role)?.use;
        const site = sites[i];
        if (!site || use === undefined || use === 'shared') continue;
        lent.delete(keyOf(site));
        if (use === 'once') usedUp.add(keyOf(site));
      }
      const woken = waiting;
      waiting = [];
      for (const wake of woken) wake();
    },
  };
}

const keyOf = ({ type, id }: Site): string => `${type} ${id}`;

function freeIn({ sites, use }: Shelf, pick: number, isAway: (key: string) => boolean): Site | undefined {
  for (let i = 0; i < sites.length; i++) {
    const site = sites[(pick + i) % sites.length];
    if (site && (use === 'shared' || !isAway(keyOf(site)))) return site;
  }
  return undefined;
}
