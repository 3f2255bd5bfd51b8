import type { LiveSection, LiveState } from '../../../reports/terminal/live.ts';
import { sectionNameOf } from '../../../reports/words/section.ts';
import { isWhole } from '../../journey/whole.ts';
import type { CaseOutcome, Contract, KciProfile, Observation, Plan, Target } from '../../model.ts';
import { watchOrders } from './awaited-orders.ts';
import type { CaseSoFar } from './cases-so-far.ts';
import { type Assumed, createForecast } from './forecast.ts';
import { doingOf, followJourneys } from './whereabouts.ts';

/** Where a run stands, counted from its observations. */
export interface Standing {
  see(observation: Observation): void;
  /** How a case that has ended came out; of one that came out otherwise before, what is true now. */
  judged(one: Pick<CaseSoFar, 'id' | 'outcome'>): void;
  /** `elapsedMs` since the start; `now` on the run's clock. */
  state(elapsedMs: number, now: number): LiveState;
}

/** What a standing is counted by. */
export interface StandingOf {
  readonly plan: Plan;
  readonly contract: Contract;
  readonly profile: KciProfile;
  readonly target: Pick<Target, 'deadlines'>;
  readonly assumed?: Assumed;
}

/** Requests are counted over so many seconds to say how many there are in one. */
const RATE_SECONDS = 10;

/** Counts from nothing, over the journeys of the plan that will be walked. */
export function createStanding({ plan, contract, profile, target, assumed }: StandingOf): Standing {
  const journeys = plan.journeys.filter(({ excused }) => excused === undefined);
  const follower = followJourneys(journeys);
  const orders = watchOrders(contract, profile);
  const { deadlines } = target;
  const lastEventAt = (id: string): number | undefined => orders.cameTo(id).at;
  const forecast = createForecast({ follower, profile, deadlines, lastEventAt, ...(assumed ? { assumed } : {}) });
  const sections = new Map<string, Counted>();
  const sectionOf = new Map<string, Counted>();
  for (const { id, scenario } of journeys) {
    const name = sectionNameOf(scenario);
    const section = sections.get(name) ?? { name, total: 0, passed: 0, failed: 0, inconclusive: 0 };
    section.total += 1;
    sections.set(name, section);
    sectionOf.set(id, section);
  }
  const partOf = plan.whole && !isWhole(plan) ? plan.whole.cases : undefined;
  const outcomes = new Map<string, CaseOutcome>();
  const rate = createRate();
  let requests = 0;
  let deliveries = 0;
  let left = journeys.length;
  let walkedAt: number | undefined;

  return {
    see: (seen) => {
      // What the forecast learns of a wait that ended depends on where the journey was.
      forecast.see(seen);
      follower.see(seen);
      orders.see(seen);
      if (seen.type === 'request-sent') {
        requests += 1;
        rate.add(seen.at);
      }
      if (seen.type === 'delivery-received') deliveries += 1;
      if (seen.type === 'journey-ended') {
        left -= 1;
        if (left === 0) walkedAt = seen.at;
      }
    },
    judged: ({ id, outcome }) => {
      const section = sectionOf.get(id);
      const before = outcomes.get(id);
      if (!section || outcome === before) return;
      if (before !== undefined && before !== 'not-applicable') section[before] -= 1;
      if (outcome !== 'not-applicable') section[outcome] += 1;
      outcomes.set(id, outcome);
    },
    state: (elapsedMs, now) => {
      const leftMs = walkedAt === undefined ? forecast.leftMs(now) : undefined;
      const { orders: count, oldestAt = now } = orders.now();
      return {
        sections: [...sections.values()].map((each): LiveSection => ({ ...each })),
        ...(partOf === undefined ? {} : { partOf }),
        underWay: follower
          .underWay()
          .map((where) => ({
            id: where.id,
            doing: doingOf(where, orders.cameTo(where.id)),
            forMs: Math.max(0, now - where.since),
          }))
          .sort((a, b) => b.forMs - a.forMs),
        awaited: { orders: count, oldestMs: Math.max(0, now - oldestAt) },
        requests,
        perSecond: rate.at(now),
        deliveries,
        elapsedMs,
        ...(leftMs === undefined ? {} : { leftMs }),
        ...(walkedAt === undefined ? {} : { settlesInMs: Math.max(0, walkedAt + deadlines.settleMs - now) }),
      };
    },
  };
}

type Counted = { -readonly [K in keyof LiveSection]: LiveSection[K] };

/** Counts by second, for a rate. */
function createRate(): { add(at: number): void; at(now: number): number } {
  const seconds = new Map<number, number>();
  let firstAt: number | undefined;
  return {
    add: (at) => {
      firstAt ??= at;
      const second = Math.floor(at / 1000);
      seconds.set(second, (seconds.get(second) ?? 0) + 1);
      seconds.delete(second - RATE_SECONDS - 1);
    },
    at: (now) => {
      const from = Math.max(firstAt ?? now, now - RATE_SECONDS * 1000);
      let count = 0;
      for (const [second, its] of seconds) if (second >= Math.floor(from / 1000)) count += its;
      return count / Math.max(1, (now - from) / 1000);
    },
  };
}
