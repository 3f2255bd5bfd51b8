import type { Json, JsonObject, Site, World, WorldRole } from '../model.ts';
import { type FillText, templateOf } from '../values/bind.ts';
import { merge } from '../values/members.ts';
import { oncePer } from '../values/once.ts';
import { isObject } from '../values/pointer.ts';
import { hash32 } from '../values/seed.ts';

/** Computes the facts of an address from a world and a property number; the journey and the fake get the same. */

/** The fact that only the fake uses: the body of its availability answer. It may refer to the site's other facts. */
const FURNITURE = 'availability';

/** The key of an address by its identifier, the same in every role; empty if it is none. It may have several types of id. */
export function siteKey(address: Json | undefined): string {
  return isObject(address) ? `${String(address.type)} ${String(address.id)}` : '';
}

/** An address of the world: its role, its facts, and its availability before any order has changed it. */
export interface FoundSite {
  readonly role: string;
  readonly rule: WorldRole;
  readonly site: Site;
  readonly availability: JsonObject;
}

type RoleRange = NonNullable<WorldRole['range']>;

/** The site of a property number in a role's range, with its facts, without the fake's `availability`. */
export function siteOf(world: World, rule: WorldRole, range: RoleRange, number: number): Site {
  return factsOf(world, rule, identifierOf(range, number), number - range.from).site;
}

function identifierOf({ type, digits }: RoleRange, number: number): Pick<Site, 'id' | 'type'> {
  return { id: String(number).padStart(digits, '0'), type };
}

/** In a larger range no journey need wait for a number, and each run takes other ones. */
const MAX_LENT = 1_000;

/** Whether the sites of a role are lent in turn: sites of a list, or of a small range. */
export function isLent({ range, use }: WorldRole): boolean {
  return !range || (use !== 'shared' && range.to - range.from < MAX_LENT);
}

/** All sites of a role that lends them; undefined for any other role. */
export function lentSites(world: World, rule: WorldRole): Site[] | undefined {
  const { sites, range } = rule;
  if (sites) return sites.map((site) => listedSiteOf(world, rule, site));
  if (!range || !isLent(rule)) return undefined;
  return Array.from({ length: range.to - range.from + 1 }, (_, i) => siteOf(world, rule, range, range.from + i));
}

/** The n-th address, from 0, of each role that has one. */
export function nthSites(world: World, n: number): Readonly<Record<string, Site>> {
  const sites = Object.entries(world.roles).flatMap(([name, rule]): [string, Site][] => {
    const { range } = rule;
    const site = lentSites(world, rule)?.[n] ?? (range && siteOf(world, rule, range, range.from + n));
    return site ? [[name, site]] : [];
  });
  return Object.fromEntries(sites);
}

/** A listed site with the facts of its role; its own facts take precedence. */
export function listedSiteOf(world: World, rule: WorldRole, site: Site): Site {
  return factsOf(world, rule, site, rule.sites?.indexOf(site) ?? 0).site;
}

/** The address with this identifier. If it is in no role, the world's `elsewhere` stands for it. */
export function findSite(world: World, id: string, type: string): FoundSite | undefined {
  for (const [role, rule] of rolesOf(world)) {
    const listed = rule.sites?.findIndex((each) => each.id === id && each.type === type) ?? -1;
    const known = rule.sites?.[listed];
    if (known) return { role, rule, ...furnished(world, rule, known, listed) };
    const number = rule.range?.type === type ? numberIn(rule.range, id) : undefined;
    if (rule.range && number !== undefined) {
      return { role, rule, ...furnished(world, rule, { id, type }, number - rule.range.from) };
    }
  }
  const rule = world.elsewhere === undefined ? undefined : world.roles[world.elsewhere];
  if (!rule || world.elsewhere === undefined) return undefined;
  return { role: world.elsewhere, rule, ...furnished(world, rule, { id, type }, hash32(id)) };
}

/** The identifier of the address whose fact (`serviceId`) has this value; undefined if there is none. */
export function findSiteWith(world: World, fact: string, value: string): Pick<Site, 'id' | 'type'> | undefined {
  for (const rule of Object.values(world.roles)) {
    const known = rule.sites?.map((each) => listedSiteOf(world, rule, each)).find((each) => each[fact] === value);
    if (known) return known;
    const template = rule.site?.[fact] ?? world.defaults?.[fact];
    const id = rule.range && typeof template === 'string' ? idWithin(template, value) : undefined;
    const number = rule.range && id !== undefined ? numberIn(rule.range, id) : undefined;
    if (rule.range && number !== undefined) return identifierOf(rule.range, number);
  }
  return undefined;
}

const rolesOf = oncePer(({ roles }: World) => Object.entries(roles));

function numberIn(range: RoleRange, id: string): number | undefined {
  if (id.length !== range.digits) return undefined;
  const number = Number(id);
  return number >= range.from && number <= range.to && /^\d+$/.test(id) ? number : undefined;
}

/** The id for which the template `SVC${id}` gives `value`; undefined if there is none. */
function idWithin(template: string, value: string): string | undefined {
  const [before, after, more] = template.split('${id}');
  if (before === undefined || after === undefined || more !== undefined) return undefined;
  const fits = value.length > before.length + after.length && value.startsWith(before) && value.endsWith(after);
  return fits ? value.slice(before.length, value.length - after.length) : undefined;
}

interface Facts {
  readonly site: Site;
  /** The template of the fake's availability answer. */
  readonly furniture: FillText | undefined;
  /** The values that `furniture` may use, besides the site's facts. */
  readonly scope: JsonObject;
}

function factsOf(world: World, rule: WorldRole, own: Site, n: number): Facts {
  const { facts, furniture } = templatesIn(world)(rule)(own);
  const scope = { ...variedOf(world, own.id), n, id: own.id, type: own.type };
  const site = { ...(facts({ scope, missing: [] }) as JsonObject), id: own.id, type: own.type };
  return { site, furniture, scope };
}

function furnished(world: World, rule: WorldRole, own: Site, n: number): Pick<FoundSite, 'site' | 'availability'> {
  const { site, furniture, scope } = factsOf(world, rule, own, n);
  const availability = furniture?.({ scope: { ...scope, ...site }, missing: [] });
  return { site, availability: isObject(availability) ? availability : {} };
}

/** Templates of a site's facts: the world's, overridden by the role's, then by the site's own. Each is made once. */
const templatesIn = oncePer((world: World) =>
  oncePer((rule: WorldRole) => {
    const facts = merge(world.defaults ?? {}, rule.site ?? {});
    const ofRole = templatesOf(facts);
    const ofSite = oncePer((own: Site) => templatesOf(merge(facts, own)));
    return (own: Site) => (Object.keys(own).length > 2 ? ofSite(own) : ofRole);
  }),
);

/** Templates of the facts and, separately, of the fake's availability. */
function templatesOf({ [FURNITURE]: furniture, ...facts }: JsonObject) {
  return { facts: templateOf(facts), furniture: furniture === undefined ? undefined : templateOf(furniture) };
}

/** One value of each of the world's `vary` lists, chosen by the id alone. */
function variedOf(world: World, id: string): JsonObject {
  const chosen = Object.entries(world.vary ?? {}).map(([name, values]) => [
    name,
    values[hash32(`${name} ${id}`) % values.length] ?? '',
  ]);
  return Object.fromEntries(chosen);
}

/** Words with which a world says who holds a line without naming a tenant. */
const NO_TENANT: ReadonlySet<Json | undefined> = new Set(['nobody', 'asker', 'another']);

/** The tenant that a world names as the holder of a line, if it names one. */
export function holderNamed(written: Json | undefined): string | undefined {
  return typeof written === 'string' && !NO_TENANT.has(written) ? written : undefined;
}
