import { HARMLESS } from '../../journey/wear.ts';
import type { Observation, Plan, Site, World } from '../../model.ts';
import { keyOf } from '../../run/lease.ts';
import type { Resumed } from '../../run/run.ts';

/** What a record says of a run that was broken off. */
export interface LeftToRun extends Resumed {
  /** Whether the run came to its end, so that nothing is left. */
  readonly isOver: boolean;
  /** Ids of the journeys that were not walked to their end. */
  readonly journeys: ReadonlySet<string>;
  /** The number of the last delivery. */
  readonly deliveriesBefore: number;
  /** When the last thing was observed; undefined where nothing was. */
  readonly lastAt?: number;
}

/** One attempt at a journey, as far as it got. */
interface Walk {
  readonly journey: string;
  readonly leased: (readonly [role: string, site: Site])[];
  /** It asked for something that changes what the target holds. */
  hasChanged: boolean;
  /** It was walked to where its scenario ends it. */
  isWhole: boolean;
  isCutShort: boolean;
  /** Addresses that were given back as they were, or not, where something was done about it. */
  readonly returned: Map<string, boolean>;
}

/**
 * Reads off the record which journeys are still to be walked. What only one journey may use is spent where it was used up,
 * or where a walk that was broken off may have left an order or a booking on it.
 */
export function leftToRun(record: readonly Observation[], plan: Plan, world: World): LeftToRun {
  const walks: Walk[] = [];
  const current = new Map<string, Walk>();
  let exchangesBefore = 0;
  let deliveriesBefore = 0;
  for (const seen of record) {
    const walk = 'journey' in seen ? current.get(seen.journey) : undefined;
    switch (seen.type) {
      case 'journey-started': {
        const begun: Walk = {
          journey: seen.journey,
          leased: [],
          hasChanged: false,
          isWhole: false,
          isCutShort: false,
          returned: new Map(),
        };
        walks.push(begun);
        current.set(seen.journey, begun);
        break;
      }
      case 'site-leased':
        if (seen.site) walk?.leased.push([seen.role, seen.site]);
        break;
      case 'site-returned':
        walk?.returned.set(keyOf(seen.site), seen.left === 'as it was');
        break;
      case 'request-sent':
        exchangesBefore = Math.max(exchangesBefore, seen.exchange);
        if (walk && !HARMLESS.has(seen.verb)) walk.hasChanged = true;
        break;
      case 'exchange-broke':
        // The interrupt took its answer away, whatever the journey then made of it.
        if (walk && seen.fault === 'aborted') walk.isCutShort = true;
        break;
      case 'journey-ended':
        if (walk) walk.isWhole = seen.ended !== 'interrupted' && !walk.isCutShort;
        break;
      case 'delivery-received':
        deliveriesBefore = Math.max(deliveriesBefore, seen.delivery);
        break;
    }
  }
  const lastAt = record.reduce<number | undefined>((latest, { at }) => Math.max(latest ?? at, at), undefined);
  const last = record.findLast(({ type }) => type === 'run-started' || type === 'run-ended');
  const isDone = (id: string): boolean => current.get(id)?.isWhole ?? false;
  return {
    isOver: last?.type === 'run-ended' && last.ended === 'finished',
    journeys: new Set(plan.journeys.flatMap(({ id, excused }) => (excused || isDone(id) ? [] : [id]))),
    exchangesBefore,
    deliveriesBefore,
    spent: walks.flatMap(({ leased, isWhole, hasChanged, returned }) =>
      leased.flatMap(([role, site]) => {
        const isBack = returned.get(keyOf(site)) ?? world.roles[role]?.use !== 'once';
        return hasChanged && (!isBack || !isWhole) ? [site] : [];
      }),
    ),
    ...(lastAt === undefined ? {} : { lastAt }),
  };
}
