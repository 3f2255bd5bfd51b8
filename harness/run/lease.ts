import { holderNamed, lentSites, listedSiteOf } from '../journey/site.ts';
import { WEARS, type Wear } from '../journey/wear.ts';
import type { Lease, Site, World } from '../model.ts';

/**
 * What has become of a lent site: it is as it was, of no use any more, or a tenant's order has made it one of these roles.
 */
export type Returned = 'as it was' | 'used up' | { readonly roles: readonly string[]; readonly tenant: string };

/** The sites of a world's lists, lent to journeys: to many who only look, or to one who does more. */
export type Leases = ReturnType<typeof createLeases>;

interface Shelf {
  readonly isShared: boolean;
  /** What becomes of a site of which nobody says more. */
  readonly usually: Returned;
  readonly sites: Site[];
}

/** What a journey does to its sites, and for which tenant. */
export interface Borrower {
  readonly wear: Wear;
  readonly tenant: string;
  /** Before all others, whatever it does to a site. */
  readonly isFirst?: boolean;
}

interface Waiting extends Borrower {
  readonly leases: readonly Lease[];
  /** How many came before. */
  readonly nth: number;
  readonly resolve: (sites: (Site | null)[]) => void;
}

/** Those who want sites of the same roles: whoever comes first stands first. */
interface Queue {
  readonly roles: readonly string[];
  readonly waiting: Waiting[];
}

/**
 * Leases over the roles of a world that are lists; which site a journey gets depends on its own `pick` first. What an
 * earlier part of the run has spent is not lent for use by one journey alone.
 */
export function createLeases(world: World, spent: readonly Site[] = []) {
  const shelves = new Map<string, Shelf>();
  /** The tenant whose service runs at an address, as the world says or as orders of the run have changed it. */
  const holders = new Map<string, string>();
  for (const [role, rule] of Object.entries(world.roles)) {
    const sites = lentSites(world, rule);
    const usually = rule.use === 'once' ? 'used up' : 'as it was';
    for (const site of sites ?? []) {
      const { holder } = site;
      const tenant = holderNamed(holder);
      if (tenant !== undefined) holders.set(keyOf(site), tenant);
    }
    if (sites) shelves.set(role, { isShared: rule.use === 'shared', usually, sites });
  }
  // By address: the same one may stand under several roles.
  const lent = new Set<string>();
  const lookers = new Map<string, number>();
  const usedUp = new Set<string>(spent.map(keyOf));
  /** By the roles that are wanted: there are few of them, however many wait. */
  const queues = new Map<string, Queue>();
  let came = 0;

  /** All the sites wanted, none where one of them is lent just now; a null for each that can never be had. */
  const tryTake = ({ leases, wear, tenant }: Waiting, isPatient: boolean): (Site | null)[] | undefined => {
    const looks = wear === 'looks';
    const taken = new Set<string>();
    const sites: (Site | null)[] = [];
    for (const { role, pick } of leases) {
      const shelf = shelves.get(role);
      const isOfAnother = (key: string): boolean => (holders.get(key) ?? tenant) !== tenant;
      const isGone = (key: string): boolean => taken.has(key) || usedUp.has(key) || isOfAnother(key);
      const isAway = (key: string): boolean => isGone(key) || lent.has(key) || (!looks && lookers.has(key));
      const site = shelf && freeIn(shelf.sites, pick, shelf.isShared ? isOfAnother : isAway);
      if (!site && (shelf?.sites.some((each) => !isGone(keyOf(each))) || (isPatient && world.roles[role]?.leftBy)))
        return undefined;
      if (site && !shelf?.isShared) taken.add(keyOf(site));
      sites.push(site ?? null);
    }
    for (const key of taken) {
      if (looks) lookers.set(key, (lookers.get(key) ?? 0) + 1);
      else lent.add(key);
    }
    return sites;
  };

  const lookedAt = (key: string): void => {
    const others = (lookers.get(key) ?? 1) - 1;
    if (others === 0) lookers.delete(key);
    else lookers.set(key, others);
  };

  /** An address is of the roles that it has become, and no more of those that it had. */
  const move = (site: Site, { roles, tenant }: Exclude<Returned, string>): void => {
    holders.set(keyOf(site), tenant);
    for (const [role, shelf] of shelves) {
      const rule = world.roles[role];
      const at = shelf.sites.findIndex((each) => keyOf(each) === keyOf(site));
      if (at >= 0) shelf.sites.splice(at, 1);
      if (!rule || !roles.includes(role)) continue;
      // What the role says of its own addresses need not be so here.
      const { facts: _, ...known } = listedSiteOf(world, rule, { id: site.id, type: site.type });
      shelf.sites.push({ ...known, id: site.id, type: site.type });
    }
  };

  /** Nobody takes a site of a role for which somebody waits who is before him, so that who wants two gets them in time. */
  const serve = (isPatient = true): void => {
    const awaited = new Set<string>();
    const open = new Set(queues.values());
    for (let queue = firstOf(open); queue; queue = firstOf(open)) {
      const { roles, waiting } = queue;
      const [first] = waiting as [Waiting];
      const sites = roles.some((role) => awaited.has(role)) ? undefined : tryTake(first, isPatient);
      if (sites) {
        waiting.shift();
        first.resolve(sites);
      } else {
        for (const role of roles) awaited.add(role);
        open.delete(queue);
      }
    }
    // Nobody has an address that could become another: what is not there now never will be.
    if (isPatient && awaited.size > 0 && lent.size === 0 && lookers.size === 0) serve(false);
  };

  return {
    /**
     * A site for each lease, all at once, waiting while some are lent. Null stands where the world has none, or too few,
     * for ever. Of those who wait, whoever does least to a site goes first, but for who is to be first, and then who came
     * first.
     */
    take: (leases: readonly Lease[], by: Borrower = { wear: 'completes', tenant: '' }): Promise<(Site | null)[]> => {
      if (leases.length === 0) return Promise.resolve([]);
      return new Promise((resolve) => {
        const roles = leases.map(({ role }) => role);
        const queue = queues.get(roles.join()) ?? { roles, waiting: [] };
        queues.set(roles.join(), queue);
        const after = queue.waiting.findLastIndex((each) => rankOf(each) <= rankOf(by));
        queue.waiting.splice(after + 1, 0, { ...by, leases, nth: came++, resolve });
        // Once all have come who come together.
        queueMicrotask(serve);
      });
    },
    /** Whether a role has sites that are not used up, and all of them have lines of other tenants. */
    areOthers: (role: string, tenant: string): boolean => {
      const left = (shelves.get(role)?.sites ?? []).map(keyOf).filter((key) => !usedUp.has(key));
      return left.length > 0 && left.every((key) => (holders.get(key) ?? tenant) !== tenant);
    },
    /** Gives sites back, each as `returned` says. */
    give: (leases: readonly Lease[], sites: readonly (Site | null)[], returned: readonly Returned[] = []): void => {
      for (const [i, { role }] of leases.entries()) {
        const site = sites[i];
        const shelf = shelves.get(role);
        if (!site || !shelf || shelf.isShared) continue;
        const key = keyOf(site);
        if (lent.delete(key)) {
          const left = returned[i] ?? shelf.usually;
          if (left === 'used up') usedUp.add(key);
          else if (left !== 'as it was') move(site, left);
        } else lookedAt(key);
      }
      serve();
    },
  };
}

/** The queue with the one whose turn it is; undefined where nobody waits. */
function firstOf(queues: Iterable<Queue>): Queue | undefined {
  let found: Queue | undefined;
  for (const queue of queues) {
    const [one] = queue.waiting;
    const [other] = found?.waiting ?? [];
    if (one && (!other || (rankOf(one) - rankOf(other) || one.nth - other.nth) < 0)) found = queue;
  }
  return found;
}

const rankOf = ({ wear, isFirst }: Borrower): number => (isFirst ? -1 : WEARS.indexOf(wear));

/** An address by its identifier, as it stands under every role. */
export function keyOf({ type, id }: Site): string {
  return `${type} ${id}`;
}

function freeIn(sites: readonly Site[], pick: number, isAway: (key: string) => boolean): Site | undefined {
  for (let i = 0; i < sites.length; i++) {
    const site = sites[(pick + i) % sites.length];
    if (site && !isAway(keyOf(site))) return site;
  }
  return undefined;
}
