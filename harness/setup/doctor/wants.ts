import { callsOf } from '../../journey/calls.ts';
import { findSite, lentSites } from '../../journey/site.ts';
import type { Journey, Json, Plan, Site, World } from '../../model.ts';
import { bind, references } from '../../values/bind.ts';
import { isObject } from '../../values/pointer.ts';
import type { IsSchema } from '../../values/shape.ts';
import { mismatches } from '../../values/shape.ts';

/** What the cases of a plan need of the addresses of one role. */
export interface RoleWants {
  readonly role: string;
  /** One address of the role. */
  readonly site: Site;
  /** How many addresses of the role are lent to cases, one case at a time; undefined if any number of cases share one. */
  readonly lent?: number | undefined;
  /** How many cases use an address of the role. */
  readonly cases: number;
  /** The availability answers that they need for it, each with the ids of the cases. */
  readonly needs: readonly { readonly body: Json; readonly cases: readonly string[] }[];
}

/** What the runnable cases of a plan need; the roles that most cases use come first. */
export function wantsOf({ journeys }: Plan, world: World): readonly RoleWants[] {
  const taken = journeys
    .filter(({ excused }) => excused === undefined)
    .flatMap((journey) => namedSites(journey, world).map((named) => ({ ...named, journey })));
  const idsOf = (those: readonly { readonly journey: Journey }[]) => [
    ...new Set(those.map(({ journey }) => journey.id)),
  ];
  return [...Map.groupBy(taken, ({ role }) => role).values()]
    .flatMap(([first, ...others]): RoleWants[] => {
      if (!first) return [];
      const { role, site } = first;
      const all = [first, ...others];
      const needs = all.flatMap((each) => needsOf(each).map((body) => ({ ...each, body })));
      const alike = [...Map.groupBy(needs, ({ body }) => JSON.stringify(body)).values()];
      const told = alike.flatMap((those) => those.slice(0, 1).map(({ body }) => ({ body, cases: idsOf(those) })));
      const rule = world.roles[role];
      const lent = rule && rule.use !== 'shared' ? lentSites(world, rule)?.length : undefined;
      return [{ role, site, lent, cases: idsOf(all).length, needs: told }];
    })
    .toSorted((a, b) => b.cases - a.cases || a.role.localeCompare(b.role));
}

/** A site of a journey, and the name by which the journey calls it. */
interface NamedSite {
  readonly name: string;
  readonly role: string;
  readonly site: Site;
}

/** The sites of a journey: those to be leased (the first of the list stands for all), and those already known. */
export function namedSites({ leases, values }: Journey, world: World): readonly NamedSite[] {
  const leased = leases.flatMap(({ name, role }): NamedSite[] => {
    const rule = world.roles[role];
    const [site] = (rule && lentSites(world, rule)) ?? [];
    return site ? [{ name, role, site }] : [];
  });
  const known = Object.entries(values).flatMap(([name, value]): NamedSite[] => {
    if (!isObject(value) || typeof value.id !== 'string' || typeof value.type !== 'string') return [];
    const found = findSite(world, value.id, value.type);
    return found ? [{ name, role: found.role, site: found.site }] : [];
  });
  return [...leased, ...known];
}

/** The availability answers that a journey needs for one of its sites, with the site's facts filled in. */
function needsOf({ journey, name, site }: NamedSite & { readonly journey: Journey }): readonly Json[] {
  return callsOf(journey)
    .filter(
      ({ request, role }) => request.verb === 'availability' && role !== 'negative' && request.defect === undefined,
    )
    .filter(({ request }) => isAbout(request.query.address, name, site))
    .flatMap(({ need }) => {
      if (need?.body === undefined) return [];
      const { value, missing } = bind(need.body, { [name]: site });
      return missing.length === 0 ? [value] : [];
    });
}

function isAbout(address: Json | undefined, name: string, site: Site): boolean {
  if (address === undefined) return false;
  return references(address).includes(name) || (isObject(address) && address.id === site.id);
}

/** In words, which parts of a need an answer does not meet; empty if it meets all. */
export function unmetNeeds(need: Json, body: Json | undefined, isSchema: IsSchema): readonly string[] {
  return mismatches(need, body, isSchema).map(
    ({ pointer, expected, actual }) =>
      `${pointer.replaceAll('/', '.').replace(/^\./, '') || 'the body'} is ${actual}, not ${expected}`,
  );
}
