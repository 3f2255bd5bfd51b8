import { ADDRESS_USES, type AddressUse } from '../journey/address-use.ts';
import { holderNamed, lentSites, listedSiteOf, siteKey } from '../journey/site.ts';
import type { Lease, Site, SiteReturned, World } from '../model.ts';

/** What has become of a lent site: it is unchanged, used up, or a tenant's order has moved it to these roles. */
export type Returned = SiteReturned['left'];

/** Leases of listed sites: shared by journeys that only read, else exclusive. */
export type Leases = ReturnType<typeof createLeases>;

interface RolePool {
  readonly isShared: boolean;
  /** What becomes of a returned site by default. */
  readonly usually: Returned;
  readonly sites: Site[];
}

/** What a journey does to its sites, and for which tenant. */
export interface LeaseRequest {
  readonly use: AddressUse;
  readonly tenant: string;
  /** Goes before all others, whatever it does to a site. */
  readonly isFirst?: boolean;
}

interface WaitingRequest extends LeaseRequest {
  readonly leases: readonly Lease[];
  /** Its place in the order of arrival. */
  readonly nth: number;
  readonly resolve: (sites: (Site | null)[]) => void;
}

/** Journeys that want sites of the same roles, in the order they are served. */
interface Queue {
  readonly roles: readonly string[];
  readonly waiting: WaitingRequest[];
}

/**
 * Leases over the world's roles that are lists; a journey's `pick` decides first which site it gets. Sites in `spent`, from
 * an earlier part of the run, are not lent exclusively.
 */
export function createLeases(world: World, spent: readonly Site[] = []) {
  const pools = new Map<string, RolePool>();
  /** The tenant with the service at an address, from the world or from orders of the run. */
  const holders = new Map<string, string>();
  for (const [role, rule] of Object.entries(world.roles)) {
    const sites = lentSites(world, rule);
    const usually = rule.use === 'once' ? 'used up' : 'as it was';
    for (const site of sites ?? []) {
      const { holder } = site;
      const tenant = holderNamed(holder);
      if (tenant !== undefined) holders.set(siteKey(site), tenant);
    }
    if (sites) pools.set(role, { isShared: rule.use === 'shared', usually, sites });
  }
  // By address, since an address may be in several roles.
  const lent = new Set<string>();
  const readers = new Map<string, number>();
  const usedUp = new Set<string>(spent.map(siteKey));
  /** By the roles wanted: there are few queues, however many wait. */
  const queues = new Map<string, Queue>();
  let came = 0;

  /** A site per lease, null where the world has none left; undefined while one is in use. */
  const tryTake = ({ leases, use, tenant }: WaitingRequest, isPatient: boolean): (Site | null)[] | undefined => {
    const reads = use === 'reads';
    const taken = new Set<string>();
    const sites: (Site | null)[] = [];
    for (const { role, pick } of leases) {
      const shelf = pools.get(role);
      const isOfAnother = (key: string): boolean => (holders.get(key) ?? tenant) !== tenant;
      const isGone = (key: string): boolean => taken.has(key) || usedUp.has(key) || isOfAnother(key);
      const isAway = (key: string): boolean => isGone(key) || lent.has(key) || (!reads && readers.has(key));
      const site = shelf && freeIn(shelf.sites, pick, shelf.isShared ? isOfAnother : isAway);
      if (!site && (shelf?.sites.some((each) => !isGone(siteKey(each))) || (isPatient && world.roles[role]?.leftBy)))
        return undefined;
      if (site && !shelf?.isShared) taken.add(siteKey(site));
      sites.push(site ?? null);
    }
    for (const key of taken) {
      if (reads) readers.set(key, (readers.get(key) ?? 0) + 1);
      else lent.add(key);
    }
    return sites;
  };

  const lookedAt = (key: string): void => {
    const others = (readers.get(key) ?? 1) - 1;
    if (others === 0) readers.delete(key);
    else readers.set(key, others);
  };

  /** Moves an address to its new roles, out of all former ones. */
  const move = (site: Site, { roles, tenant }: Exclude<Returned, string>): void => {
    holders.set(siteKey(site), tenant);
    for (const [role, shelf] of pools) {
      const rule = world.roles[role];
      const at = shelf.sites.findIndex((each) => siteKey(each) === siteKey(site));
      if (at >= 0) shelf.sites.splice(at, 1);
      if (!rule || !roles.includes(role)) continue;
      // Facts of the role's own addresses may not hold here.
      const { facts: _, ...known } = listedSiteOf(world, rule, { id: site.id, type: site.type });
      shelf.sites.push({ ...known, id: site.id, type: site.type });
    }
  };

  /**
   * Serves waiting journeys in order. A site of a role that an earlier journey waits for is not given to a later one, so
   * that a journey with two leases gets them in time.
   */
  const serve = (isPatient = true): void => {
    const awaited = new Set<string>();
    const open = new Set(queues.values());
    for (let queue = firstOf(open); queue; queue = firstOf(open)) {
      const { roles, waiting } = queue;
      const [first] = waiting as [WaitingRequest];
      const sites = roles.some((role) => awaited.has(role)) ? undefined : tryTake(first, isPatient);
      if (sites) {
        waiting.shift();
        first.resolve(sites);
      } else {
        for (const role of roles) awaited.add(role);
        open.delete(queue);
      }
    }
    // If nothing is lent, no site can return: what is missing now will never be available.
    if (isPatient && awaited.size > 0 && lent.size === 0 && readers.size === 0) serve(false);
  };

  return {
    /**
     * Takes a site for each lease, all at once, and waits while some are lent. Null for a lease that the world can never
     * satisfy. Served first: `isFirst`, then who does least, then order of arrival.
     */
    take: (leases: readonly Lease[], by: LeaseRequest = { use: 'completes', tenant: '' }): Promise<(Site | null)[]> => {
      if (leases.length === 0) return Promise.resolve([]);
      return new Promise((resolve) => {
        const roles = leases.map(({ role }) => role);
        const queue = queues.get(roles.join()) ?? { roles, waiting: [] };
        queues.set(roles.join(), queue);
        const after = queue.waiting.findLastIndex((each) => rankOf(each) <= rankOf(by));
        queue.waiting.splice(after + 1, 0, { ...by, leases, nth: came++, resolve });
        // After all journeys that arrive together.
        queueMicrotask(serve);
      });
    },
    /** Whether all sites of a role that are not used up have lines of other tenants, and there are some. */
    areOthers: (role: string, tenant: string): boolean => {
      const left = (pools.get(role)?.sites ?? []).map(siteKey).filter((key) => !usedUp.has(key));
      return left.length > 0 && left.every((key) => (holders.get(key) ?? tenant) !== tenant);
    },
    /** Gives sites back, each as `returned` says. */
    give: (leases: readonly Lease[], sites: readonly (Site | null)[], returned: readonly Returned[] = []): void => {
      for (const [i, { role }] of leases.entries()) {
        const site = sites[i];
        const shelf = pools.get(role);
        if (!site || !shelf || shelf.isShared) continue;
        const key = siteKey(site);
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

/** The queue whose first journey is next; undefined if nobody waits. */
function firstOf(queues: Iterable<Queue>): Queue | undefined {
  let found: Queue | undefined;
  for (const queue of queues) {
    const [one] = queue.waiting;
    const [other] = found?.waiting ?? [];
    if (one && (!other || (rankOf(one) - rankOf(other) || one.nth - other.nth) < 0)) found = queue;
  }
  return found;
}

const rankOf = ({ use, isFirst }: LeaseRequest): number => (isFirst ? -1 : ADDRESS_USES.indexOf(use));

function freeIn(sites: readonly Site[], pick: number, isAway: (key: string) => boolean): Site | undefined {
  for (let i = 0; i < sites.length; i++) {
    const site = sites[(pick + i) % sites.length];
    if (site && !isAway(siteKey(site))) return site;
  }
  return undefined;
}
