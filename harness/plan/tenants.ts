import schema from '../../fixtures/contract/world.schema.json' with { type: 'json' };
import type { Depth, Json, Scenario, Target, World, WorldRole } from '../model.ts';
import { flatSteps } from '../scenario/uses.ts';
import { hash32 } from '../values/seed.ts';
import type { Excuse, PlanInput } from './context.ts';
import { roleOf } from './given.ts';
import type { Case } from './journey.ts';
import { orderTypesOf } from './request-places.ts';

/** The acting tenant: its name and, if the target has no such tenant, why the case cannot run. */
interface Tenant {
  readonly name: string;
  readonly excused?: Excuse;
}

/** Finds a tenant of the target: by name, by number from 1, as the next one after `acting`, or as one of another client. */
export function tenantOf(target: Target, wanted: Json = 1, acting?: Json): Tenant {
  const names = target.tenants.map(({ name }) => name);
  if (wanted === NEXT && names.length > 1) {
    const nth = names.indexOf(tenantOf(target, acting).name);
    return { name: names[(nth + 1) % names.length] ?? '' };
  }
  if (wanted === OF_ANOTHER_CLIENT && names.length > 1) return ofAnotherClient(target);
  const name = typeof wanted === 'number' ? names[wanted - 1] : names.find((each) => each === wanted);
  if (name !== undefined) return { name };
  const has = names.length === 0 ? 'it has none' : `it has ${names.map((each) => `"${each}"`).join(', ')}`;
  const detail = `the target "${target.target}" has no tenant ${JSON.stringify(wanted)}; ${has}`;
  return { name: names[0] ?? '', excused: { outcome: 'inconclusive', reason: 'tenant-missing', detail } };
}

/** The next tenant; after the last, the first. */
const NEXT = 'next';
const OF_ANOTHER_CLIENT = 'of-another-client';

/** The first tenant of another client than the first tenant's: what a client may do, it may do for all of its tenants. */
function ofAnotherClient({ target, tenants: [first, ...others] }: Target): Tenant {
  const other = others.find(({ clientId }) => clientId !== first?.clientId);
  if (other) return { name: other.name };
  const detail = `all tenants of the target "${target}" have one client`;
  return { name: first?.name ?? '', excused: { outcome: 'not-applicable', reason: 'not-promised', detail } };
}

/** The tenant of a scenario; excused if the tenant of any step is missing. */
export function tenantOfScenario({ tenant, steps }: Pick<Scenario, 'tenant' | 'steps'>, target: Target): Tenant {
  const main = tenantOf(target, tenant);
  const others = flatSteps(steps).flatMap((step) => step.tenant ?? []);
  const excused = main.excused ?? others.map((each) => tenantOf(target, each, tenant).excused).find((each) => each);
  return { name: main.name, ...(excused ? { excused } : {}) };
}

/** Facts that an address has only if there is a line. */
const OF_A_LINE = Object.entries(schema.$defs.role.properties.sites.items.properties).flatMap(([name, fact]) =>
  'x-of-a-line' in fact ? [name] : [],
);

/**
 * Chooses who acts if the scenario leaves it open: the target's tenants take turns, by the case's id or kind, unless a line
 * at its addresses belongs to somebody. Own scenarios, and those with several tenants, mean the first. A number leaves it
 * open if none of the lines is that tenant's.
 */
export function shareOut(
  scenario: Scenario,
  { of, nth }: { readonly of: string; readonly nth: number },
  { target, world }: PlanInput,
): Scenario {
  const { tenant, isOwn, steps, given } = scenario;
  const named = flatSteps(steps).flatMap((step) => (step.tenant === NEXT ? [] : (step.tenant ?? [])));
  if (isOwn || named.length > 0 || (tenant !== undefined && typeof tenant !== 'number')) return scenario;
  const names = target.tenants.map(({ name }) => name);
  const held = Object.values(given).map((each) => holdersOf(world.roles[roleOf(each) ?? ''], names));
  const may = held.find((holders) => holders.length > 0) ?? names;
  if (tenant !== undefined && may.includes(tenantOf(target, tenant).name)) return scenario;
  const name = may[(hash32(of) + nth) % may.length];
  return name === undefined ? scenario : { ...scenario, tenant: name };
}

/**
 * Gives a case whose row names an order type and an outcome its turn by their places in contract and profile, so that each
 * tenant meets every type and every outcome, whatever other rows there are.
 */
export function inTurn(one: Case, { contract, profile }: PlanInput): Case {
  const outcomes = [...new Set(profile.lifecycles.flatMap((each) => Object.keys(each.outcomes)))];
  const nths = [orderTypesOf(contract), outcomes].map((names) =>
    names.findIndex((name) => Object.values(one.row).includes(name)),
  );
  if (nths.includes(-1)) return one;
  return { ...one, turn: { of: one.scenario.id, nth: nths.reduce((sum, nth) => sum + nth, 0) } };
}

/** The tenants of the target that may act in a case. */
export function tenantsOf({ id, scenario }: Case, input: PlanInput): readonly string[] {
  const names = input.target.tenants.map(({ name }) => name);
  const inTurn = names.map((_, nth) => shareOut(scenario, { of: id, nth }, input));
  return names.filter((name) => inTurn.some(({ tenant }) => tenant === name));
}

/** Cases of an each-tenant scenario: one for each tenant that may act; the first keeps its id. */
export function ofEachTenant(one: Case, input: PlanInput): Case[] {
  const { isOwn: _, ...open } = one.scenario;
  if (!open.isEachTenants || input.target.tenants.length === 0) return [one];
  return tenantsOf({ ...one, scenario: open }, input).map((tenant, i) =>
    i === 0 ? { ...one, scenario: { ...one.scenario, tenant } } : caseOf(one, tenant, i, 'standard'),
  );
}

/**
 * Cases of a row for the tenants whose turn it is not: for a type and an outcome in any certification, for other rows only
 * at `thorough`.
 */
export function ofOthers(one: Case, input: PlanInput): Case[] {
  const { id, scenario, row, turn } = one;
  if (Object.keys(row).length === 0 || scenario.isEachTenants) return [];
  const { tenant: whose } = shareOut(scenario, turn ?? { of: id, nth: 0 }, input);
  const cases = tenantsOf(one, input).map((tenant, i) => caseOf(one, tenant, i, turn ? 'standard' : 'thorough'));
  return cases.filter((each) => each.scenario.tenant !== whose);
}

function caseOf(one: Case, tenant: string, i: number, depth: Depth): Case {
  const id = `${one.id}${one.id.includes('#') ? '-' : '#'}tenant-${i + 1}`;
  return { ...one, id, title: `${one.title}, for tenant ${i + 1}`, scenario: { ...one.scenario, tenant }, depth };
}

/** By role: who holds the lines of its addresses, if the world does not say. */
const HOLDER_OF: Readonly<Record<string, Json>> = Object.fromEntries(
  Object.entries(schema.properties.roles.properties).flatMap(([name, role]) =>
    'x-holder' in role ? [[name, role['x-holder']]] : [],
  ),
);

/**
 * The world with the holder of each listed address filled in: if some addresses of a role name a holder, the others belong
 * to the first tenant.
 */
export function withHolders(world: World, { tenants: [first] }: Pick<Target, 'tenants'>): World {
  const roles = Object.entries(world.roles).map(([name, role]) => {
    const isOfAll = role.site?.holder !== undefined;
    const isOfSome = role.sites?.some(({ holder }) => holder !== undefined);
    const meant = HOLDER_OF[name];
    if (!isOfAll && !isOfSome && meant !== undefined)
      return [name, { ...role, site: { holder: meant, ...role.site } }] as const;
    if (!first || isOfAll || !isOfSome) return [name, role] as const;
    return [name, { ...role, sites: role.sites?.map((site) => ({ holder: first.name, ...site })) }] as const;
  });
  return { ...world, roles: Object.fromEntries(roles) };
}

/** The tenants that hold lines at the addresses of a role; the first tenant if unknown. Empty: any tenant may ask. */
function holdersOf(role: WorldRole | undefined, names: readonly string[]): readonly string[] {
  const facts = [role?.site ?? {}, ...(role?.sites ?? [])];
  const holders = facts.flatMap(({ holder }) => holder ?? []);
  const told = [...facts, role?.learn ?? {}];
  const isOpen = holders.length > 0 || !told.some((each) => OF_A_LINE.some((name) => Object.hasOwn(each, name)));
  return isOpen ? names.filter((name) => holders.includes(name)) : names.slice(0, 1);
}
