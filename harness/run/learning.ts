import { siteKey } from '../journey/site.ts';
import { locate } from '../kci/read.ts';
import type { Journey, Site, World } from '../model.ts';
import { isObject } from '../values/pointer.ts';
import { type PlanChore, walkChore } from './clearing.ts';
import type { Ports, Stop } from './ports.ts';

/** The sites with learnt facts; `stop` if the journey cannot begin. */
export interface Learnt {
  readonly sites: readonly (Site | null)[];
  readonly stop?: Stop;
}

/** Reads the facts of leased addresses from their availability, once for each address while it stays as it is. */
export function createLearning(ports: Ports, world: World, planChore: PlanChore) {
  const learnt = new Map<string, { readonly role: string; readonly site: Site }>();

  /** The site with its facts, or why they are not known. */
  const learn = async (journey: Journey, role: string, site: Site): Promise<Site | string> => {
    const places = Object.entries(world.roles[role]?.learn ?? {});
    const known = learnt.get(siteKey(site));
    if (places.length === 0) return site;
    if (known?.role === role) return known.site;
    const { id, type } = site;
    const row = { id: `${id}/${journey.id}`, address: { id, type }, tenant: journey.tenant };
    const { scope, stop } = await walkChore(planChore('look', row), ports);
    if (stop)
      return stop.detail ?? `availability of ${type} ${id}, asked for what is known of it, was not answered 2xx`;
    if (!isObject(scope.shown)) return `availability of ${type} ${id} was answered with no JSON object`;
    const found = places.map(([fact, place]) => [fact, locate(place, [], scope.shown)] as const);
    const lost = found.find(([, value]) => (typeof value !== 'string' && typeof value !== 'number') || value === '');
    if (lost) return `availability of ${type} ${id} shows no ${lost[0]} where the world looks for it`;
    const facts = Object.fromEntries(found.map(([fact, value]) => [fact, String(value)]));
    learnt.set(siteKey(site), { role, site: { ...site, ...facts } });
    return { ...site, ...facts };
  };

  return {
    /** The address has changed: its facts are read again. */
    forget: (site: Site): void => void learnt.delete(siteKey(site)),
    /** The sites with facts read from their availability. */
    learn: async (journey: Journey, sites: readonly (Site | null)[]): Promise<Learnt> => {
      const all: (Site | null)[] = [];
      for (const [i, site] of sites.entries()) {
        const found = site && (await learn(journey, journey.leases[i]?.role ?? '', site));
        if (typeof found !== 'string') all.push(found);
        else return { sites, stop: { ended: 'stopped', reason: 'value-missing', detail: found } };
      }
      return { sites: all };
    },
  };
}
