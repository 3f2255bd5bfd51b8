import type { Lease, Site, World } from '../model.ts';

/** The sites of a world's lists, lent to journeys so that two never share an exclusive one. */
export interface Leases {
  /** A site of the role, waiting while all are lent; null when the world has none left for ever. */
  take(lease: Lease): Promise<Site | null>;
  /** Gives an exclusive site back. */
  give(lease: Lease, site: Site): void;
}

interface Shelf {
  readonly use: 'shared' | 'exclusive' | 'once';
  readonly sites: readonly Site[];
  readonly lent: Set<number>;
  readonly waiting: (() => void)[];
}

/** Leases over the roles of a world that are lists; which site a journey gets depends on its own `pick` first. */
export function createLeases(world: World): Leases {
  const shelves = new Map<string, Shelf>();
  for (const [role, { use, sites, site }] of Object.entries(world.roles)) {
    if (sites)
      shelves.set(role, { use, sites: sites.map((each) => ({ ...site, ...each })), lent: new Set(), waiting: [] });
  }

  const tryTake = (shelf: Shelf, pick: number): Site | undefined => {
    const { sites, lent, use } = shelf;
    for (let i = 0; i < sites.length; i++) {
      const at = (pick + i) % sites.length;
      if (use !== 'shared' && lent.has(at)) continue;
      if (use !== 'shared') lent.add(at);
      return sites[at];
    }
    return undefined;
  };

  return {
    take: async (lease) => {
      const shelf = shelves.get(lease.role);
      if (!shelf || shelf.sites.length === 0) return null;
      for (;;) {
        const site = tryTake(shelf, lease.pick);
        if (site) return site;
        if (shelf.use === 'once') return null;
        await new Promise<void>((resolve) => shelf.waiting.push(resolve));
      }
    },
    give: (lease, site) => {
      const shelf = shelves.get(lease.role);
      if (shelf?.use !== 'exclusive') return;
      shelf.lent.delete(shelf.sites.findIndex((each) => each.id === site.id && each.type === site.type));
      shelf.waiting.shift()?.();
    },
  };
}
