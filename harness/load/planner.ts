import { lentSites } from '../journey/site.ts';
import type { Journey, Json, Scenario, Site, World } from '../model.ts';
import type { Draw, PlanInput, Pools } from '../plan/context.ts';
import { planPlain } from '../plan/journey.ts';
import { pasteScenario } from '../plan/substitute.ts';
import { hash32, integerBetween, random } from '../values/seed.ts';

/**
 * One arrival: its scenario, or one row of it (`orders/provide-new#business`), its tenant, and when (ms since the epoch).
 */
export interface JourneyArrival {
  readonly index: number;
  readonly scenario: string;
  readonly tenant: string;
  readonly at: number;
}

/** Plans arrivals one by one: the journey of an arrival depends only on index, seed and nonce. */
export type LoadPlanner = (arrival: JourneyArrival) => Journey;

/** How many ids of its own one journey may draw. */
const IDS_EACH = 16;

/**
 * The ordinary planner, for one journey at a time. What a journey gets depends on its index and on no other journey, so
 * several machines can plan parts of one load independently and never share an id or an address.
 */
export function createLoadPlanner(scenarios: readonly Scenario[], input: Omit<PlanInput, 'now'>): LoadPlanner {
  const byId = new Map(scenarios.map((scenario) => [scenario.id, scenario]));
  const sites = sitesOf(input.world);
  const poolsOf = poolsOver(input);
  return ({ index, scenario: wanted, tenant, at }) => {
    const { scenario, row, id } = rowNamed(byId, wanted, index);
    const acting: Scenario = { ...scenario, tenant: scenario.tenant ?? tenant };
    const one = { id: `${id}@${index + 1}`, title: scenario.title, scenario: acting, row };
    const journey = planPlain(one, { ...input, now: at }, poolsOf(index));
    return lend(journey, index, sites);
  };
}

/** How many journeys planned for a script are kept for the report of their walks: some 10 kB each. */
const MAX_KEPT = 4_000;

/** Journeys by index, planned only once if a load has no more than are kept. */
export function journeysOf(
  plan: LoadPlanner,
  arrivalAt: (index: number) => JourneyArrival,
): (index: number) => Journey {
  const kept = new Map<number, Journey>();
  return (index) => {
    const known = kept.get(index) ?? plan(arrivalAt(index));
    if (kept.size < MAX_KEPT) kept.set(index, known);
    return known;
  };
}

/** The number, from 1, of the arrival that a journey id is of. */
export function numberOf(id: string): number {
  return Number(id.slice(id.lastIndexOf('@') + 1));
}

/** Numbers that belong to an index: no other index gets them until a range is used up. */
function poolsOver({ nonce, target, world }: Omit<PlanInput, 'now'>): (index: number) => Pools {
  const drawOf = (role: string, index: number): Draw | undefined => {
    const { use, range } = world.roles[role] ?? {};
    if (!range) return undefined;
    if (use === 'shared') return (name) => integerBetween(random(name), range.from, range.to);
    return strideOf({ nonce, from: range.from, to: range.to, index, each: 1 });
  };
  return (index) => {
    const sites = new Map<string, Draw | undefined>();
    return {
      ids: strideOf({ nonce, ...target.ids, index, each: IDS_EACH }),
      // Drawn only on request: a world has dozens of roles, and a journey needs one or two.
      sites: (role) => {
        if (!sites.has(role)) sites.set(role, drawOf(role, index));
        return sites.get(role);
      },
    };
  };
}

interface Stride {
  readonly nonce: string;
  readonly from: number;
  readonly to: number;
  readonly index: number;
  readonly each: number;
}

/** `each` consecutive numbers for every index, starting at a place that belongs to the run. */
function strideOf({ nonce, from, to, index, each }: Stride): Draw {
  const size = to - from + 1;
  let drawn = 0;
  return () => {
    if (drawn === each) return undefined;
    const start = hash32(nonce) % size;
    drawn += 1;
    return from + ((start + index * each + drawn - 1) % size);
  };
}

/** Sites of the world's lists, by role. */
function sitesOf(world: World): ReadonlyMap<string, readonly Site[]> {
  return new Map(
    Object.entries(world.roles).flatMap(([role, rule]) => {
      const sites = lentSites(world, rule);
      return sites ? [[role, sites] as const] : [];
    }),
  );
}

/** Under load, journeys do not queue for listed sites: they take turns with them, even with exclusive ones. */
function lend(journey: Journey, index: number, sites: ReadonlyMap<string, readonly Site[]>): Journey {
  if (journey.leases.length === 0) return journey;
  const lent: Record<string, Json> = {};
  const lacking = journey.leases.filter(({ name, role }, nth) => {
    const list = sites.get(role) ?? [];
    const site = list[(index + nth) % Math.max(1, list.length)];
    if (site) lent[name] = site;
    return !site;
  });
  return { ...journey, values: { ...journey.values, ...lent }, leases: lacking };
}

/** How many more journeys are planned: k6 may start a few more than the traffic has arrivals, where a ramp ends. */
export const SPARE = 20;

/** Up to this many missing starts are k6's rounding, not lost ones. */
export const ROUNDED = 5;

/**
 * The scenario, reduced to the row that a mix means by `orders/provide-new#business`; if the mix names only the scenario,
 * its rows in even shares. Throws if there is none: the traffic file was checked against the scenarios.
 */
export function rowNamed(scenarios: ReadonlyMap<string, Scenario>, wanted: string, index: number) {
  const [id = '', label] = wanted.split('#', 2);
  const scenario = scenarios.get(id);
  if (!scenario) throw new Error(`no scenario ${id}`);
  const { rows } = scenario;
  if (rows.length === 0) return { id, scenario, row: {} };
  const row = label === undefined ? rows[turnOf(index, rows.length)] : rows.find((each) => each.id === label);
  if (!row) throw new Error(`scenario ${id} has no row ${label}`);
  return { id: `${id}#${row.id}`, scenario: pasteScenario(scenario, { row: row.values }), row: row.values };
}

/**
 * Which of `count` rows the arrival with this index gets. Spread evenly like the mix, but by another irrational number:
 * with the same one, or simply in turn, some rows would never meet some tenants.
 */
function turnOf(index: number, count: number): number {
  return Math.floor(((index * Math.SQRT2) % 1) * count);
}
