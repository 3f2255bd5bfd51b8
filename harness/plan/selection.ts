import { digestOf } from '../journey/whole.ts';
import type { Journey, Plan, Problem, Scenario, World } from '../model.ts';
import { didYouMean } from '../source/nearest.ts';
import { globOf } from '../values/glob.ts';
import { hash32 } from '../values/seed.ts';

type Selectable = Pick<Journey, 'id' | 'scenario' | 'attempt' | 'title'> & { readonly file?: string };

/**
 * Picks the journeys that patterns name. A pattern is, in this order: the id of a case (all attempts) or of one attempt, a
 * scenario (all cases), its file (all cases), a text with `*` as wildcard, or a folder. A pattern without a match is a
 * problem, with a similar one of `names` as a suggestion.
 */
export function pickOnly<T extends Selectable>(
  journeys: readonly T[],
  only: readonly string[],
  names = (): readonly string[] => journeys.flatMap(({ id, scenario }) => [id, scenario]),
): { readonly journeys: readonly T[]; readonly problems: Problem[] } {
  const picked = new Set<string>();
  const problems: Problem[] = [];
  for (const pattern of only) {
    const found = named(journeys, pattern);
    for (const { id } of found) picked.add(id);
    if (found.length === 0) problems.push(nothingNamed(names(), pattern));
  }
  return { journeys: journeys.filter(({ id }) => picked.has(id)), problems };
}

/** Whether a scenario may have a case that a pattern names. */
export function mayBeNamed({ id, file }: Pick<Scenario, 'id' | 'file'>, only: readonly string[]): boolean {
  return only.some((pattern) => {
    const [head = ''] = pattern.split('*');
    return file === pattern || id.startsWith(head) || head.startsWith(id);
  });
}

function named<T extends Selectable>(journeys: readonly T[], pattern: string): readonly T[] {
  const exact = journeys.filter(({ id, attempt }) => id === pattern || attempt?.of === pattern);
  if (exact.length > 0) return exact;
  const ofScenario = journeys.filter(({ scenario }) => scenario === pattern);
  if (ofScenario.length > 0) return ofScenario;
  const ofFile = journeys.filter(({ file }) => file === pattern);
  if (ofFile.length > 0) return ofFile;
  if (pattern.includes('*')) {
    const glob = globOf(pattern);
    return journeys.filter(({ id, attempt }) => glob.test(id) || (attempt && glob.test(attempt.of)));
  }
  const folder = pattern.endsWith('/') ? pattern : `${pattern}/`;
  return journeys.filter(({ scenario }) => scenario.startsWith(folder));
}

/** The picked journeys that match a regular expression. Problems if none does, or if it is no valid expression. */
export function fitting<T extends Selectable>(
  picked: { readonly journeys: readonly T[]; readonly problems: Problem[] },
  grep: string,
): { readonly journeys: readonly T[]; readonly problems: Problem[] } {
  let fits: RegExp;
  try {
    fits = new RegExp(grep, 'iu');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { journeys: [], problems: [{ severity: 'error', message: `"${grep}" is no regular expression`, why }] };
  }
  const journeys = picked.journeys.filter(({ id, title }) => fits.test(id) || fits.test(title));
  if (journeys.length > 0 || picked.problems.length > 0) return { ...picked, journeys };
  const why = 'it is looked for in the id and in the title of each case';
  return {
    journeys,
    problems: [{ severity: 'error', message: `no case fits /${grep}/`, why, fix: 'see "assay list"' }],
  };
}

function nothingNamed(names: readonly string[], pattern: string): Problem {
  return {
    severity: 'error',
    message: `no case is named "${pattern}"`,
    why: 'a name is a case id, a scenario or its file, a folder of scenarios, or a pattern with *',
    fix: 'see "assay list"',
    ...didYouMean(pattern, [...new Set(names)]),
  };
}

/**
 * The plan with its journeys in an order given by its seed; the journeys themselves do not change. A gateway's behaviour
 * must not depend on the order of requests.
 */
export function shuffled(plan: Plan): Plan {
  const placeOf = ({ id }: Journey): number => hash32(`${plan.seed}/order of journeys/${id}`);
  return { ...plan, journeys: plan.journeys.toSorted((a, b) => placeOf(a) - placeOf(b)) };
}

/** One of several parts of a plan: its number, from 1, and their total. */
export type ShardChoice = Pick<NonNullable<Plan['shard']>, 'nth' | 'of'>;

/**
 * The part of a plan that one of several runs walks, with the data of the whole plan. It depends only on the whole plan.
 * Attempts at a case stay together, and so do journeys that take turns with the sites of a list, since no run knows what
 * another has lent.
 */
export function shardOf(plan: Plan, { nth, of }: ShardChoice, world: World): Plan {
  const shares = Array.from({ length: of }, () => 0);
  const mine: number[] = [];
  for (const group of heaviestFirst(groupsOf(plan.journeys, world))) {
    const least = shares.indexOf(Math.min(...shares));
    shares[least] = (shares[least] ?? 0) + group.weight;
    if (least === nth - 1) mine.push(...group.places);
  }
  const places = mine.sort((a, b) => a - b);
  return {
    ...plan,
    journeys: places.flatMap((place) => plan.journeys[place] ?? []),
    shard: { nth, of, journeys: plan.journeys.length, digest: digestOf(plan.journeys.map(({ id }) => id)), places },
  };
}

interface JourneyGroup {
  readonly places: readonly number[];
  /** Steps to walk and orders to wait for. */
  readonly weight: number;
}

/** By weight, heaviest first; equal ones keep the order of the plan. */
function heaviestFirst(groups: readonly JourneyGroup[]): readonly JourneyGroup[] {
  return [...groups].sort((a, b) => b.weight - a.weight);
}

function groupsOf(journeys: readonly Journey[], world: World): readonly JourneyGroup[] {
  const addresses = addressesOf(world);
  // Union-find: each journey is tied to what it must share a run with; equal ties make a group.
  const leaders = new Map<string, string>();
  const leaderOf = (tie: string): string => {
    const above = leaders.get(tie) ?? tie;
    return above === tie ? tie : leaderOf(above);
  };
  const tiesOf = ({ id, attempt, leases }: Journey): readonly string[] => [
    `case ${attempt?.of ?? id}`,
    ...leases.flatMap(({ role }) => addresses.get(role) ?? []),
  ];
  for (const journey of journeys) {
    const [first = '', ...rest] = tiesOf(journey);
    for (const tie of rest) leaders.set(leaderOf(tie), leaderOf(first));
  }
  const groups = new Map<string, { places: number[]; weight: number }>();
  for (const [place, journey] of journeys.entries()) {
    const leader = leaderOf(tiesOf(journey)[0] ?? '');
    const group = groups.get(leader) ?? { places: [], weight: 0 };
    group.places.push(place);
    group.weight += journey.excused ? 0 : journey.steps.length + journey.kci.length;
    groups.set(leader, group);
  }
  return [...groups.values()];
}

/** The exclusive sites, by role; a site may be in several roles. */
function addressesOf({ roles }: World): ReadonlyMap<string, readonly string[]> {
  return new Map(
    Object.entries(roles).flatMap(([role, { use, sites = [] }]) =>
      use === 'shared' ? [] : [[role, sites.map(({ type, id }) => `site ${type} ${id}`)] as const],
    ),
  );
}
