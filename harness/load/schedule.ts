import type { Clock, Target, Traffic, World } from '../model.ts';
import { tenantOf as tenantNamed } from '../plan/tenants.ts';
import { type Arrivals, arrivalsOf } from './arrivals.ts';
import { mixOf, tenantOf } from './mix.ts';
import type { JourneyArrival } from './planner.ts';
import type { Segment } from './segment.ts';
import { stagesFrom } from './week.ts';

/** When the journeys of a load start, and what they are. */
export interface Schedule {
  readonly arrivals: Arrivals;
  arrivalAt(index: number): JourneyArrival;
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

/** Whose arrivals are started, and until when. */
export interface Starting extends Pick<Schedule, 'arrivalAt'> {
  readonly segment: Segment;
  /** How many the whole load has. */
  readonly count: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Told of each as soon as it is scheduled. */
  readonly onScheduled?: (index: number) => void;
}

/** Starts each arrival of a segment at its time; resolves when none is left to start, and when it is told to stop. */
export function startEach(starting: Starting, start: (arrival: JourneyArrival) => void): Promise<void> {
  const { segment, count, arrivalAt, clock, signal, onScheduled } = starting;
  return new Promise((resolve) => {
    let cancel = (): void => {};
    // The next arrival may be hours away.
    const end = (): void => {
      cancel();
      resolve();
    };
    signal.addEventListener('abort', end, { once: true });
    const startFrom = (index: number): void => {
      if (index >= count || signal.aborted) {
        resolve();
        return;
      }
      const arrival = arrivalAt(index);
      cancel = clock.schedule(Math.max(0, arrival.at - clock.now()), () => {
        start(arrival);
        startFrom(index + segment.of);
      });
      onScheduled?.(index);
    };
    startFrom(segment.nth - 1);
  });
}

/** Names of those who take turns: those the traffic names, by name or number, or all of the target. */
function tenantsOf({ tenants }: Traffic, target: Target): readonly string[] {
  const names = target.tenants.map(({ name }) => name);
  return tenants.length === 0 ? names : tenants.map((each) => tenantNamed(target, each).name);
}
