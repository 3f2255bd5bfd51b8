import type { KciProfile, Observation, ResponseReceived, Target } from '../../model.ts';
import type { Fold, Walk } from '../../record/fold.ts';
import { bind } from '../../values/bind.ts';
import { msUntil } from '../../values/until.ts';
import { clocksOf } from '../../wire/skew.ts';
import { bodyJson } from '../../wire/wire.ts';
import { callsTook, cameTo, isCallOf, type JourneyStretch, positionOf } from './position.ts';
import { createStretchTimes, EVENT } from './stretch-times.ts';

/** What a forecast is made of. */
interface ForecastOf {
  readonly fold: Fold;
  /** By id of a journey that is walked. */
  readonly stretches: ReadonlyMap<string, readonly JourneyStretch[]>;
  readonly profile: KciProfile;
  readonly deadlines: Target['deadlines'];
  /** What is assumed until the run has shown it. Absent: nothing, and there is no early forecast. */
  readonly assumed?: Assumed | undefined;
}

/** How fast a gateway is assumed to be before it was asked much. */
export type Assumed = ReturnType<typeof assumedOf>;

/** The assumed distance of events, unless a delay is asked for. */
const TYPICAL_EVENT_MS = 1_000;

/** Estimates from the time of its first answers, and the target's limits of requests a second and at a time. */
export function assumedOf(
  { limits, steering, kciDelaySeconds }: Pick<Target, 'limits' | 'steering' | 'kciDelaySeconds'>,
  answerMs: number,
) {
  const { requestsPerSecond, concurrency } = limits;
  const paceMs = requestsPerSecond === null ? 0 : 1_000 / requestsPerSecond;
  const isAsked = steering.headers?.kciDelay !== undefined && kciDelaySeconds !== undefined;
  const eventMs = isAsked ? kciDelaySeconds * 1_000 : TYPICAL_EVENT_MS;
  return { answerMs, msPerCall: Math.max(paceMs, answerMs / concurrency), eventMs };
}

/** With fewer answers than this, the rate is not known. */
const MIN_CALLS = 20;
const MIN_MS = 2_000;

/**
 * Forecasts the end of a run: journeys begin as fast as so far, waits take as long as similar ones so far, and waits for a
 * moment end when the answer said.
 */
export function createForecast({ fold, stretches, profile, deadlines, assumed }: ForecastOf) {
  const { measure, tellMoment, momentOf, usualLength, overIn } = createStretchTimes({ profile, deadlines, assumed });
  let firstAt: number | undefined;
  let answered = 0;
  const callsIn = (its: readonly JourneyStretch[]): number =>
    its.reduce((sum, each) => sum + (each.kind === 'calls' ? each.steps.length : 0), 0);
  const calls = [...stretches.values()].reduce((sum, its) => sum + callsIn(its), 0);

  const restOf = (walk: Walk, its: readonly JourneyStretch[], now: number): number | undefined => {
    const { left, since } = positionOf(its, walk);
    const [present, ...later] = left;
    if (!present) return 0;
    if (momentOf(present, walk.journey, now) !== undefined) return overIn(left, 0, walk.journey, now);
    const usual = usualLength(present);
    if (usual === undefined) return undefined;
    const spent = now - since;
    // What takes far longer than usual has probably gone wrong, and ends at its deadline.
    if (present.kind !== 'awaits' || spent <= 2 * usual + MIN_MS)
      return overIn(later, Math.max(0, usual - spent), walk.journey, now);
    const patience = Math.max(since, cameTo(walk).at ?? since) + (deadlines.kciMs ?? Number.POSITIVE_INFINITY);
    return overIn(later, Math.max(0, Math.min(since + present.owed.withinMs, patience) - now), walk.journey, now);
  };

  /** Reads from an answer until when its journey will wait. */
  const hear = ({ journey, step, at, body }: ResponseReceived, its: readonly JourneyStretch[]): void => {
    for (const stretch of its) {
      if (stretch.kind !== 'waits' || stretch.told?.by !== step) continue;
      const { value } = bind(stretch.step.until ?? '', { [stretch.told.as]: bodyJson(body).json ?? null });
      const ms = msUntil(value, at, { short: stretch.step.short, clocks: clocksOf(fold.skew) });
      if (ms === undefined) continue;
      tellMoment(journey, stretch, at + ms);
      measure(stretch.key, ms);
    }
  };

  /**
   * The measured time per call is trusted more as the run nears its half: cases that wait long come first, so that the
   * beginning is slow.
   */
  const msPerCallAt = (now: number): number | undefined => {
    if (firstAt === undefined || answered < MIN_CALLS || now - firstAt < MIN_MS) return assumed?.msPerCall;
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
        const stretch = its.find((each) => isCallOf(each, seen.step));
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
     * Time left, in ms. Undefined if it cannot be known: without assumptions, until enough requests were answered and the
     * first awaited events have come.
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
