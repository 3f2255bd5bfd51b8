import type { Target, Traffic, World } from '../model.ts';
import { tenantOf as tenantNamed } from '../plan/tenants.ts';
import { type Arrivals, arrivalsOf } from './arrivals.ts';
import { mixOf, tenantOf } from './mix.ts';
import type { Arrival } from './planner.ts';
import { stagesFrom } from './week.ts';

/** When the journeys of a load start, and what they are. */
export interface Schedule {
  readonly arrivals: Arrivals;
  arrivalAt(index: number): Arrival;
}

/** What a schedule hangs on, and on nothing else: who makes it twice has the same one. */
export interface Scheduled {
  readonly traffic: Traffic;
  readonly target: Target;
  readonly world: World;
  readonly seed: number;
  /** When the load begins, ms since the epoch. */
  readonly startedAt: number;
  /** When its journeys were planned for, where that was before. */
  readonly plannedFrom?: number;
}

/** The schedule of a load. */
export function scheduleOf({ traffic, target, world, seed, startedAt, plannedFrom = startedAt }: Scheduled): Schedule {
  const arrivals = arrivalsOf(stagesFrom(traffic, world, startedAt));
  const mixed = mixOf(traffic, seed);
  const tenants = tenantsOf(traffic, target);
  return {
    arrivals,
    arrivalAt: (index) => ({
      index,
      scenario: traffic.mix[mixed(index)]?.scenario ?? '',
      tenant: tenantOf(tenants, index),
      // k6 may start a few journeys more than there are arrivals, where a ramp ends.
      at: plannedFrom + (index < arrivals.count ? arrivals.startOf(index) : arrivals.durationMs),
    }),
  };
}

/** Names of those who take turns: those the traffic names, by name or number, or all of the target. */
function tenantsOf({ tenants }: Traffic, target: Target): readonly string[] {
  const names = target.tenants.map(({ name }) => name);
  return tenants.length === 0 ? names : tenants.map((each) => tenantNamed(target, each).name);
}
