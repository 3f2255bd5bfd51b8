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
  /** Indexes of the sites that are lent or used up. */
  readonly away: Set<number>;
}

/** Leases over the roles of a world that are lists; which site a journey gets depends on its own `pick` first. */
export function createLeases(world: World): Leases {
  const shelves = new Map<string, Shelf>();
  for (const [role, rule] of Object.entries(world.roles)) {
    const sites = rule.sites?.map((site) => listedSiteOf(world, rule, site));
    if (sites) shelves.set(role, { use: rule.use, sites, away: new Set() });
  }
  let waiting: (() => void)[] = [];

  /** All the sites wanted, none where one of them is lent just now; a null for each that can never be had. */
  const tryTake = (leases: readonly Lease[]): (Site | null)[] | undefined => {
    const taken: { readonly shelf: Shelf; readonly at: number }[] = [];
    const sites: (Site | null)[] = [];
    for (const { role, pick } of leases) {
      const shelf = shelves.get(role);
      const at = shelf && freeIn(shelf, pick);
      if (shelf && at !== undefined) {
        if (shelf.use !== 'shared') shelf.away.add(at);
        taken.push({ shelf, at });
        sites.push(shelf.sites[at] ?? null);
        continue;
      }
      const here = taken.filter((each) => each.shelf === shelf).length;
      const canComeBack = shelf !== undefined && shelf.use === 'exclusive' && shelf.sites.length > here;
      if (canComeBack) {
        for (const each of taken) each.shelf.away.delete(each.at);
        return undefined;
      }
      sites.push(null);
    }
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
        const shelf = shelves.get(role);
        const site = sites[i];
        if (shelf?.use === 'exclusive' && site) shelf.away.delete(shelf.sites.indexOf(site));
      }
      const woken = waiting;
      waiting = [];
      for (const wake of woken) wake();
    },
  };
}

function freeIn({ sites, use, away }: Shelf, pick: number): number | undefined {
  for (let i = 0; i < sites.length; i++) {
    const at = (pick + i) % sites.length;
    if (use === 'shared' || !away.has(at)) return at;
  }
  return undefined;
}
