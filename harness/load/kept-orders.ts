import { type Lane, troubleOf } from '../../reports/story/lane.ts';
import { lanesOf } from '../../reports/story/lanes.ts';
import type { CasesFound } from '../judge/verdict.ts';
import type { KciProfile } from '../model.ts';
import type { Awaiting } from './awaiting.ts';
import type { Batch } from './batches.ts';
import { numberOf } from './planner.ts';

/** How many orders are kept: those that left their course, and of the others about so many, evenly over the load. */
const [MAX_ASTRAY, MAX_ON_COURSE] = [80_000, 20_000];

/** Keeps orders with their outcome for a look at all of them at once. Starts empty, for a load of `count` journeys. */
export function keepOrders(count: number, profile: KciProfile) {
  const awaited = new Map<string, Awaiting>();
  let [orders, journeys, astray] = [0, 0, 0];
  return {
    /** Orders that lack events and whose batch is yet to come. */
    missing: (awaiting: readonly Awaiting[]): void => {
      for (const each of awaiting) awaited.set(each.orderId, each);
    },
    /** The orders of a batch that are to be kept. */
    of: ({ verdict, plan, record }: Batch & { readonly verdict: CasesFound }): readonly Lane[] => {
      const lanes = lanesOf({ verdict, plan, record, profile }).map((lane) => lacking(lane, awaited.get(lane.order)));
      for (const { order } of lanes) awaited.delete(order);
      orders += lanes.length;
      journeys += plan.journeys.length;
      const oneIn = Math.ceil((count * orders) / Math.max(1, journeys) / MAX_ON_COURSE);
      return lanes.filter((lane) =>
        troubleOf(lane) === undefined ? numberOf(lane.case) % oneIn === 0 : ++astray <= MAX_ASTRAY,
      );
    },
  };
}

/** Events that the load did not wait for are not judged, but still did not come. */
function lacking(lane: Lane, awaiting: Awaiting | undefined): Lane {
  if (awaiting === undefined || troubleOf(lane) !== undefined) return lane;
  const why = `after ${awaiting.last ?? 'its acceptance'} nothing came until the load was over`;
  return { ...lane, missing: { names: awaiting.next, why } };
}
