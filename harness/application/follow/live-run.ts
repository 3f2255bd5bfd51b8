import type { LiveSection, LiveState } from '../../../reports/terminal/live.ts';
import { sectionNameOf } from '../../../reports/words/section.ts';
import { settleMsOf } from '../../journey/calls.ts';
import { isWhole } from '../../journey/whole.ts';
import type { JudgeInput } from '../../judge/check.ts';
import { isFinal } from '../../kci/stream.ts';
import type { CaseOutcome, Observation } from '../../model.ts';
import { createFold } from '../../record/fold.ts';
import { type CaseSoFar, judgeSoFar } from './cases-so-far.ts';
import { type Assumed, createForecast } from './forecast.ts';
import { cameTo, doingOf, positionOf, stretchesOf } from './position.ts';

/** A run in progress, by its observations. */
export type LiveRun = ReturnType<typeof createLiveRun>;

/** The window over which requests per second are counted. */
const RATE_MS = 10_000;

type Counted = { -readonly [K in keyof LiveSection]: LiveSection[K] };

/** Follows the journeys of the plan that will be walked. */
export function createLiveRun(judged: Omit<JudgeInput, 'record'>, assumed?: Assumed) {
  const { plan, profile, target, contract } = judged;
  const deadlines = { ...target.deadlines, settleMs: settleMsOf(plan, contract, target) };
  const journeys = plan.journeys.filter(({ excused }) => excused === undefined);
  const stretches = new Map(journeys.map((journey) => [journey.id, stretchesOf(journey)]));
  const fold = createFold(profile);
  const cases = judgeSoFar(judged, fold);
  const forecast = createForecast({ fold, stretches, profile, deadlines, assumed });
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
  const toWalk = new Set(stretches.keys());
  const sentAt: number[] = [];
  let deliveries = 0;
  let walkedAt: number | undefined;

  /** If a case had another outcome before, only the new one counts. */
  const count = (one: CaseSoFar): CaseSoFar => {
    const section = sectionOf.get(one.id);
    const before = outcomes.get(one.id);
    if (section && before !== undefined && before !== 'not-applicable') section[before] -= 1;
    if (section && one.outcome !== 'not-applicable') section[one.outcome] += 1;
    outcomes.set(one.id, one.outcome);
    return one;
  };

  const perSecond = (now: number): number => {
    const from = Math.max(sentAt[0] ?? now, now - RATE_MS);
    const sent = sentAt.length - 1 - sentAt.findLastIndex((at) => at < from);
    return sent / Math.max(1, (now - from) / 1000);
  };

  const awaited = (now: number): LiveState['awaited'] => {
    const orders = [...fold.underWay.values()].flatMap((walk) => walk.orders);
    const since = orders.flatMap(({ acceptedAt, arrivals }) => {
      const isOver = arrivals.some(({ event }) => isFinal(profile, event));
      return acceptedAt === undefined || isOver ? [] : [acceptedAt];
    });
    return { orders: since.length, oldestMs: Math.max(0, now - Math.min(now, ...since)) };
  };

  const underWay = (now: number): LiveState['underWay'] =>
    [...fold.underWay.values()]
      .flatMap((walk) => {
        const its = stretches.get(walk.journey);
        const where = its && positionOf(its, walk);
        if (!where) return [];
        return [{ id: walk.journey, doing: doingOf(where, cameTo(walk)), forMs: Math.max(0, now - where.since) }];
      })
      .sort((a, b) => b.forMs - a.forMs);

  return {
    /** Takes an observation; returns the case that it ended. */
    see: (seen: Observation): CaseSoFar | undefined => {
      const one = cases.see(seen, fold.see(seen));
      forecast.see(seen);
      if (seen.type === 'request-sent') sentAt.push(seen.at);
      if (seen.type === 'delivery-received') deliveries += 1;
      if (seen.type === 'journey-ended' && toWalk.delete(seen.journey) && toWalk.size === 0) walkedAt = seen.at;
      return one && count(one);
    },
    /** Judges again ended cases about which more has come; at most this many. */
    late: (most: number): readonly CaseSoFar[] => cases.late(most).map(count),
    /** The orders so far, with their events. */
    orders: fold.orders,
    /** The state of the run; `elapsedMs` since the start, `now` on the run's clock. */
    state: (elapsedMs: number, now: number): LiveState => {
      const leftMs = walkedAt === undefined ? forecast.leftMs(now) : undefined;
      return {
        sections: [...sections.values()].map((each): LiveSection => ({ ...each })),
        ...(partOf === undefined ? {} : { partOf }),
        underWay: underWay(now),
        awaited: awaited(now),
        requests: sentAt.length,
        perSecond: perSecond(now),
        deliveries,
        elapsedMs,
        ...(leftMs === undefined ? {} : { leftMs }),
        ...(walkedAt === undefined ? {} : { settlesInMs: Math.max(0, walkedAt + deadlines.settleMs - now) }),
      };
    },
  };
}
