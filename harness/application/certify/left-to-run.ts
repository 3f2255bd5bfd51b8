import { isHarmless } from '../../journey/address-use.ts';
import { siteKey } from '../../journey/site.ts';
import type { KciProfile, Observation, Plan, Site, World } from '../../model.ts';
import { foldOf, type Walk } from '../../record/fold.ts';
import type { Resumed } from '../../run/run.ts';

/** What a record says of a run that was broken off. */
export interface LeftToRun extends Resumed {
  /** Whether the run came to its end and nothing is left. */
  readonly isOver: boolean;
  /** Ids of the journeys that were not walked to their end. */
  readonly journeys: ReadonlySet<string>;
  /** The number of the last delivery. */
  readonly deliveriesBefore: number;
  /** When the last thing was observed; undefined if nothing was. */
  readonly lastAt?: number;
}

/**
 * Reads from the record which journeys are still to be walked. An address that only one journey may use counts as spent if
 * it was used up, or if an interrupted walk may have left an order or a booking on it.
 */
export function leftToRun(
  record: readonly Observation[],
  { plan, profile, world }: { readonly plan: Plan; readonly profile: KciProfile; readonly world: World },
): LeftToRun {
  const { walks, exchanges } = foldOf(record, profile);
  const last = record.findLast(({ type }) => type === 'run-started' || type === 'run-ended');
  const lastAt = record.reduce<number | undefined>((latest, { at }) => Math.max(latest ?? at, at), undefined);
  const isDone = (id: string): boolean => {
    const walk = walks.get(id)?.at(-1);
    return walk !== undefined && isWhole(walk);
  };
  return {
    isOver: last?.type === 'run-ended' && last.ended === 'finished',
    journeys: new Set(plan.journeys.flatMap(({ id, excused }) => (excused || isDone(id) ? [] : [id]))),
    exchangesBefore: [...exchanges.keys()].reduce((most, each) => Math.max(most, each), 0),
    deliveriesBefore: record.reduce((most, each) => ('delivery' in each ? Math.max(most, each.delivery) : most), 0),
    spent: [...walks.values()].flat().flatMap((walk) => spentBy(walk, world)),
    ...(lastAt === undefined ? {} : { lastAt }),
  };
}

/** Whether the walk reached the end of its scenario and no interrupt took an answer away, whatever its outcome. */
function isWhole({ ended, exchanges }: Walk): boolean {
  return (
    ended !== undefined && ended.ended !== 'interrupted' && !exchanges.some(({ broke }) => broke?.fault === 'aborted')
  );
}

/** Sites that a walk leased and asked to change, and neither left nor gave back as they were. */
function spentBy(walk: Walk, world: World): readonly Site[] {
  if (walk.exchanges.every(({ sent }) => isHarmless(sent))) return [];
  const returned = new Map(
    walk.restored.flatMap((each) => (each.type === 'site-returned' ? [[siteKey(each.site), each.left] as const] : [])),
  );
  const isWalked = isWhole(walk);
  return walk.leases.flatMap(({ role, site }) => {
    if (!site) return [];
    const left = returned.get(siteKey(site));
    const isBack = left === undefined ? world.roles[role]?.use !== 'once' : left === 'as it was';
    return isBack && isWalked ? [] : [site];
  });
}
