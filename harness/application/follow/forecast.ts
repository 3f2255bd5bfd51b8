import { silenceOf } from '../../judge/progress.ts';
import { usualRetryMs } from '../../judge/retry.ts';
import type { KciProfile, Observation, ResponseReceived, ScenarioKci, Target } from '../../model.ts';
import type { Fold, Walk } from '../../record/fold.ts';
import { bind } from '../../values/bind.ts';
import { msUntil } from '../../values/until.ts';
import { clocksOf } from '../../wire/skew.ts';
import { bodyJson } from '../../wire/wire.ts';
import { callsTook, cameTo, isCallOf, type JourneyStretch, positionOf } from './position.ts';

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

/**
 * The assumed wait for a token or reservation to end before the first is given: a life of half a minute, and half as long
 * again.
 */
const TYPICAL_LIFE_MS = 45_000;

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

/** The key of one awaited event, among the keys of stretches. */
const EVENT = 'event';

/**
 * Forecasts the end of a run: journeys begin as fast as so far, waits take as long as similar ones so far, and waits for a
 * moment end when the answer said.
 */
export function createForecast({ fold, stretches, profile, deadlines, assumed }: ForecastOf) {
  const measured = new Map<string, { sum: number; count: number }>();
  /** When a wait ends, by journey id and name of the wait. */
  const moments = new Map<string, number>();
  let firstAt: number | undefined;
  let answered = 0;
  const mostMs = deadlines.waitMs ?? Number.POSITIVE_INFINITY;
  const callsIn = (its: readonly JourneyStretch[]): number =>
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

  /** A longer wait would end the journey. */
  const notTooLong = (ms: number): number => (ms > mostMs ? 0 : ms);

  /** When a wait for a moment is over; undefined for any other stretch. */
  const momentOf = (stretch: JourneyStretch, journey: string, now: number): number | undefined => {
    if (stretch.kind !== 'waits' || stretch.step.forMs !== undefined) return undefined;
    const told = moments.get(`${journey} ${stretch.name}`);
    return told ?? now + (meanOf(stretch.key) ?? Math.min(mostMs, TYPICAL_LIFE_MS));
  };

  const usualLength = (stretch: JourneyStretch): number | undefined => {
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
   * How long after now these stretches are over, if the first begins in `beginsIn`; undefined if the length of one is not
   * known.
   */
  const overIn = (
    row: readonly JourneyStretch[],
    beginsIn: number,
    journey: string,
    now: number,
  ): number | undefined => {
    let ms = beginsIn;
    for (const stretch of row) {
      const moment = momentOf(stretch, journey, now);
      const length = moment === undefined ? usualLength(stretch) : notTooLong(Math.max(0, moment - now - ms));
      if (length === undefined) return undefined;
      ms += length;
    }
    return ms;
  };

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
      moments.set(`${journey} ${stretch.name}`, at + ms);
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
