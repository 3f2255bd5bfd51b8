import type { Clock, TrafficProfile, World } from '../model.ts';
import { hash32 } from '../values/seed.ts';
import { type Arrivals, arrivalsOf } from './arrivals.ts';
import type { JourneyArrival } from './planner.ts';
import type { Segment } from './segment.ts';
import { stagesFrom } from './week.ts';

/** When the journeys of a load start, and what they are. */
export interface Schedule {
  readonly arrivals: Arrivals;
  arrivalAt(index: number): JourneyArrival;
}

/** All that a schedule depends on: the same input gives the same schedule. */
interface Scheduled {
  readonly traffic: TrafficProfile;
  readonly world: World;
  readonly seed: number;
  /** When the load begins, ms since the epoch. */
  readonly startedAt: number;
  /** When its journeys were planned for, if earlier. */
  readonly plannedFrom?: number;
}

/** The schedule of a load. */
export function scheduleOf({ traffic, world, seed, startedAt, plannedFrom = startedAt }: Scheduled): Schedule {
  const arrivals = arrivalsOf(stagesFrom(traffic, world, plannedFrom));
  const mixed = mixOf(traffic, seed);
  return {
    arrivals,
    arrivalAt: (index) => ({
      index,
      scenario: traffic.mix[mixed(index)]?.scenario ?? '',
      tenant: nthTenant(traffic.tenants, index),
      // k6 may start a few journeys more than there are arrivals, where a ramp ends.
      at: plannedFrom + (index < arrivals.count ? arrivals.startOf(index) : arrivals.durationMs),
    }),
  };
}

/** What starting the arrivals of a segment needs. */
export interface Starting extends Pick<Schedule, 'arrivalAt'> {
  readonly segment: Segment;
  /** How many arrivals the whole load has. */
  readonly count: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Starts each arrival of a segment at its time; resolves when none is left to start, or on abort. */
export function startEach(starting: Starting, start: (arrival: JourneyArrival) => void): Promise<void> {
  const { segment, count, arrivalAt, clock, signal } = starting;
  return new Promise((resolve) => {
    let cancel = (): void => {};
    // Ends at once, because the next arrival may be hours away.
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
    };
    startFrom(segment.nth - 1);
  });
}

/** The golden ratio's fraction of a turn: its multiples never come close to repeating. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/**
 * The position in the mix of the arrival with an index. Depends only on index and seed, so machines that share a load agree
 * without communicating. Spread evenly instead of drawn: the shares are right from the first dozens of arrivals on, to
 * about one arrival each.
 */
export function mixOf({ mix }: Pick<TrafficProfile, 'mix'>, seed: number): (index: number) => number {
  const total = mix.reduce((sum, { percent }) => sum + percent, 0);
  let reached = 0;
  const ends = mix.map(({ percent }) => {
    reached += percent / total;
    return reached;
  });
  const start = hash32(`${seed}/mix`) / 2 ** 32;
  return (index) => {
    const turn = (start + index * GOLDEN) % 1;
    const entry = ends.findIndex((end) => turn < end);
    return entry < 0 ? mix.length - 1 : entry;
  };
}

/** The tenant whose turn it is, one after the other. */
export function nthTenant<T>(tenants: readonly T[], index: number): T {
  const tenant = tenants[index % tenants.length];
  if (tenant === undefined) throw new Error('a load has at least one tenant');
  return tenant;
}
