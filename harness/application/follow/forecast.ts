import { silenceOf } from '../../judge/progress.ts';
import { usualRetryMs } from '../../judge/retry.ts';
import type { KciProfile, Observation, ResponseReceived, ScenarioKci, Target } from '../../model.ts';
import type { Fold, Walk } from '../../record/fold.ts';
import { bind } from '../../values/bind.ts';
import { msUntil } from '../../values/until.ts';
import { clocksOf } from '../../wire/skew.ts';
import { jsonOf } from '../../wire/wire.ts';
import { callsTook, cameTo, isOf, positionOf, type Stretch } from './position.ts';

/** What a forecast is made of. */
interface ForecastOf {
  readonly fold: Fold;
  /** Of the journeys that are walked. */
  readonly stretches: ReadonlyMap<string, readonly Stretch[]>;
  readonly profile: KciProfile;
  readonly deadlines: Target['deadlines'];
  /** What is taken for true until the run has shown it; absent: nothing is, and nothing foreseen so early. */
  readonly assumed?: Assumed | undefined;
}

/** How fast a gateway is before it was asked much. */
export type Assumed = ReturnType<typeof assumedOf>;

/** Of events nobody knows how far apart they come, unless they are asked for so. */
const USUAL_EVENT_MS = 1_000;

/**
 * Of tokens and reservations nobody knows how long they live before the first is given: half a minute, and half as long
 * again.
 */
const USUAL_LIFE_MS = 45_000;

/** From how long its first answers took, and how many requests a target takes in a second and at a time. */
export function assumedOf(
  { limits, steering, kciDelaySeconds }: Pick<Target, 'limits' | 'steering' | 'kciDelaySeconds'>,
  answerMs: number,
) {
  const { requestsPerSecond, concurrency } = limits;
  const paceMs = requestsPerSecond === null ? 0 : 1_000 / requestsPerSecond;
  const isAsked = steering.headers?.kciDelay !== undefined && kciDelaySeconds !== undefined;
  const eventMs = isAsked ? kciDelaySeconds * 1_000 : USUAL_EVENT_MS;
  return { answerMs, msPerCall: Math.max(paceMs, answerMs / concurrency), eventMs };
}

/** Fewer answers than this say nothing of the rate. */
const LEAST_CALLS = 20;
const LEAST_MS = 2_000;

/** One awaited event, among what is measured by the keys of stretches. */
const EVENT = 'event';

/**
 * Foresees the end of a run: journeys begin as fast as they did so far, wait as long as such waits took so far, and until
 * moments as answers told them.
 */
export function createForecast({ fold, stretches, profile, deadlines, assumed }: ForecastOf) {
  const measured = new Map<string, { sum: number; count: number }>();
  /** Until when a journey waits, by its id and the name of the wait. */
  const moments = new Map<string, number>();
  let firstAt: number | undefined;
  let answered = 0;
  const mostMs = deadlines.waitMs ?? Number.POSITIVE_INFINITY;
  const callsIn = (its: readonly Stretch[]): number =>
    its.reduce((sum, each) => sum + (each.kind === 'calls' ? each.steps.length : 0), 0);
  const calls = [...stretches.values()].reduce((sum, its) => sum + callsIn(its), 0);

  const measure = (key: string, ms: number, count = 1): void => {
    const known = measured.get(key) ?? { sum: 0, count: 0 };
    measured.set(key, { sum: known.sum + ms, count: known.count + count });
  };
  const meanOf = (key: string): number | undefined => {
    const { sum, count } = measured.get(key) ?? { sum: 0, count: 0 };
    return count === 0 ? undefined : sum / count;
  };

  /** A journey that would have to wait longer ends there. */
  const notTooLong = (ms: number): number => (ms > mostMs ? 0 : ms);

  /** When a wait for a moment is over; undefined of any other stretch. */
  const momentOf = (stretch: Stretch, journey: string, now: number): number | undefined => {
    if (stretch.kind !== 'waits' || stretch.step.forMs !== undefined) return undefined;
    const told = moments.get(`${journey} ${stretch.name}`);
    return told ?? now + (meanOf(stretch.key) ?? Math.min(mostMs, USUAL_LIFE_MS));
  };

  const usualLength = (stretch: Stretch): number | undefined => {
    switch (stretch.kind) {
      case 'calls':
        return meanOf(stretch.key) ?? assumed?.answerMs;
      case 'waits':
        return notTooLong(stretch.step.forMs ?? 0);
      case 'awaits': {
        const known = meanOf(stretch.key);
        if (known !== undefined) return known;
        if (stretch.events === 0) return silenceOf(stretch.owed as ScenarioKci, deadlines.kciMs) ?? 0;
        const eventMs = meanOf(EVENT) ?? assumed?.eventMs;
        return eventMs === undefined ? undefined : eventMs * stretch.events;
      }
      case 'awaits-retries':
        return notTooLong(Math.max(...stretch.turned.map((how) => usualRetryMs(profile, how))));
    }
  };

  /**
   * How long after now a row of stretches is over that begins so long after it; undefined where one of them is not known.
   */
  const overIn = (row: readonly Stretch[], beginsIn: number, journey: string, now: number): number | undefined => {
    let ms = beginsIn;
    for (const stretch of row) {
      const moment = momentOf(stretch, journey, now);
      const length = moment === undefined ? usualLength(stretch) : notTooLong(Math.max(0, moment - now - ms));
      if (length === undefined) return undefined;
      ms += length;
    }
    return ms;
  };

  const restOf = (walk: Walk, its: readonly Stretch[], now: number): number | undefined => {
    const { left, since } = positionOf(its, walk);
    const [present, ...later] = left;
    if (!present) return 0;
    if (momentOf(present, walk.journey, now) !== undefined) return overIn(left, 0, walk.journey, now);
    const usual = usualLength(present);
    if (usual === undefined) return undefined;
    const spent = now - since;
    // What takes far longer than usual has probably gone wrong, and is given up at its deadline.
    if (present.kind !== 'awaits' || spent <= 2 * usual + LEAST_MS)
      return overIn(later, Math.max(0, usual - spent), walk.journey, now);
    const patience = Math.max(since, cameTo(walk).at ?? since) + (deadlines.kciMs ?? Number.POSITIVE_INFINITY);
    return overIn(later, Math.max(0, Math.min(since + present.owed.withinMs, patience) - now), walk.journey, now);
  };

  /** Takes from an answer until when its journey will wait. */
  const hear = ({ journey, step, at, body }: ResponseReceived, its: readonly Stretch[]): void => {
    for (const stretch of its) {
      if (stretch.kind !== 'waits' || stretch.told?.by !== step) continue;
      const { value } = bind(stretch.step.until ?? '', { [stretch.told.as]: jsonOf(body).json ?? null });
      const ms = msUntil(value, at, { short: stretch.step.short, clocks: clocksOf(fold.skew) });
      if (ms === undefined) continue;
      moments.set(`${journey} ${stretch.name}`, at + ms);
      measure(stretch.key, ms);
    }
  };

  /**
   * Cases that wait long come first, so that the beginning is slow: it is trusted the more the nearer a run is to its half.
   */
  const msPerCallAt = (now: number): number | undefined => {
    if (firstAt === undefined || answered < LEAST_CALLS || now - firstAt < LEAST_MS) return assumed?.msPerCall;
    const shown = (now - firstAt) / answered;
    const trust = Math.min(1, (2 * answered) / calls);
    return assumed === undefined ? shown : trust * shown + (1 - trust) * assumed.msPerCall;
  };

  return {
    /** Takes an observation that the fold has read. */
    see: (seen: Observation): void => {
      if (seen.type === 'request-sent') firstAt ??= seen.at;
      if (seen.type === 'response-received') answered += 1;
      const its = 'journey' in seen ? stretches.get(seen.journey) : undefined;
      const walk = 'journey' in seen ? fold.underWay.get(seen.journey) : undefined;
      if (!its || !walk) return;
      if (seen.type === 'response-received') hear(seen, its);
      if (seen.type === 'response-received' || seen.type === 'exchange-broke') {
        const stretch = its.find((each) => isOf(each, seen.step));
        const tookMs = stretch && callsTook(stretch, walk);
        if (stretch && tookMs !== undefined) measure(stretch.key, tookMs);
      }
      if (seen.type === 'wait-ended') {
        const stretch = its.find(({ name }) => name === seen.wait);
        if (!stretch || stretch.kind === 'waits') return;
        const tookMs = seen.at - seen.startedAt;
        measure(stretch.key, tookMs);
        if (stretch.kind === 'awaits' && stretch.events > 0 && seen.ended === 'met')
          measure(EVENT, tookMs, stretch.events);
      }
    },
    /**
     * Undefined as long as nobody can know: without assumptions, before enough was answered and the first awaited events
     * have come.
     */
    leftMs: (now: number): number | undefined => {
      const msPerCall = msPerCallAt(now);
      if (fold.run.ended || msPerCall === undefined) return undefined;
      let longest = 0;
      let beginsAfter = 0;
      for (const [id, its] of stretches) {
        const walk = fold.underWay.get(id);
        if (!walk && fold.walks.has(id)) continue;
        const length = walk ? restOf(walk, its, now) : overIn(its, 0, id, now);
        if (length === undefined) return undefined;
        longest = Math.max(longest, walk ? length : beginsAfter + length);
        if (!walk) beginsAfter += msPerCall * callsIn(its);
      }
      return longest + deadlines.settleMs;
    },
  };
}
