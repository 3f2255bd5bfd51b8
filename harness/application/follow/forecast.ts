import { silenceOf } from '../../judge/progress.ts';
import { usualRetryMs } from '../../judge/retry.ts';
import type { AwaitStep, KciProfile, Observation, Pattern, ScenarioKci, Target } from '../../model.ts';
import type { Follower, Stretch, Whereabouts } from './whereabouts.ts';

/** How long a run will still take, by its plan and by what took how long so far. */
export interface Forecast {
  see(observation: Observation): void;
  /** Undefined as long as nobody can know: without assumptions, before enough was answered and the first awaited events have come. */
  leftMs(now: number): number | undefined;
}

/** What a forecast is made of. */
export interface ForecastOf {
  readonly follower: Follower;
  readonly profile: KciProfile;
  readonly deadlines: Target['deadlines'];
  /** When the last event of an order of that journey came, ms since the epoch. */
  readonly lastEventAt: (journey: string) => number | undefined;
  /** What is taken for true until the run has shown it; absent: nothing is, and nothing foreseen so early. */
  readonly assumed?: Assumed;
}

/** How fast a gateway is before it was asked much. */
export interface Assumed {
  readonly answerMs: number;
  readonly msPerCall: number;
  readonly eventMs: number;
}

/** Of events nobody knows how far apart they come, unless they are asked for so. */
const USUAL_EVENT_MS = 1_000;

/** From how long its first answers took, and how many requests a target takes in a second and at a time. */
export function assumedOf(
  { limits, steering, kciDelaySeconds }: Pick<Target, 'limits' | 'steering' | 'kciDelaySeconds'>,
  answerMs: number,
): Assumed {
  const { requestsPerSecond, concurrency } = limits;
  const paceMs = requestsPerSecond === null ? 0 : 1_000 / requestsPerSecond;
  const isAsked = steering.headers?.kciDelay !== undefined && kciDelaySeconds !== undefined;
  const eventMs = isAsked ? kciDelaySeconds * 1_000 : USUAL_EVENT_MS;
  return { answerMs, msPerCall: Math.max(paceMs, answerMs / concurrency), eventMs };
}

/** Fewer answers than this say nothing of the rate. */
const LEAST_CALLS = 20;
const LEAST_MS = 2_000;

/** Foresees the end of a run: journeys begin as fast as they did so far, and wait as long as such waits took so far. */
export function createForecast({ follower, profile, deadlines, lastEventAt, assumed }: ForecastOf): Forecast {
  const waits = new Map<string, Mean>();
  const perEvent: Mean = { sum: 0, count: 0 };
  const calls = { firstAt: undefined as number | undefined, answered: 0 };
  let endedAt: number | undefined;

  const usualLength = (stretch: Stretch): number | undefined => {
    if (stretch.kind === 'waits') {
      const { forMs } = stretch.step;
      const mostMs = deadlines.waitMs ?? Number.POSITIVE_INFINITY;
      // A journey that would have to wait longer ends there.
      if (forMs !== undefined) return forMs > mostMs ? 0 : forMs;
      return meanOf(waits.get(keyOf(stretch))) ?? deadlines.waitMs ?? (assumed ? 0 : undefined);
    }
    if (stretch.kind === 'awaits') {
      const events = shortest(stretch.owed.pattern);
      const silentMs = silenceOf(stretch.owed as ScenarioKci, deadlines.kciMs);
      const mean = meanOf(perEvent) ?? assumed?.eventMs;
      return (
        meanOf(waits.get(keyOf(stretch))) ??
        (events === 0 ? (silentMs ?? 0) : mean === undefined ? undefined : mean * events)
      );
    }
    if (stretch.kind === 'calls') return follower.callsMs() ?? assumed?.answerMs;
    const retriesMs = Math.max(...stretch.turned.map((how) => usualRetryMs(profile, how)));
    return retriesMs > (deadlines.waitMs ?? Number.POSITIVE_INFINITY) ? 0 : retriesMs;
  };

  /** What a row of stretches takes; undefined where one of them is not known. */
  const lengthOf = (stretches: readonly Stretch[]): number | undefined => {
    let ms = 0;
    for (const stretch of stretches) {
      const its = usualLength(stretch);
      if (its === undefined) return undefined;
      ms += its;
    }
    return ms;
  };

  const restOf = ({ id, left, since }: Whereabouts, now: number): number | undefined => {
    const [present, ...later] = left;
    const after = lengthOf(later);
    const usual = present && lengthOf([present]);
    if (!present || usual === undefined || after === undefined) return present ? undefined : 0;
    const spent = now - since;
    // What takes far longer than usual has probably gone wrong, and is given up at its deadline.
    if (present.kind !== 'awaits' || spent <= 2 * usual + LEAST_MS) return Math.max(0, usual - spent) + after;
    return Math.max(0, deadlineOf(present.owed, since, lastEventAt(id), deadlines.kciMs) - now) + after;
  };

  return {
    see: (seen) => {
      switch (seen.type) {
        case 'request-sent':
          calls.firstAt ??= seen.at;
          return;
        case 'response-received':
          calls.answered += 1;
          return;
        case 'wait-ended': {
          const stretch = follower.stretchOf(seen.journey);
          if (stretch?.name !== seen.wait) return;
          const tookMs = seen.at - seen.startedAt;
          add(waits, keyOf(stretch), tookMs);
          const events = stretch.kind === 'awaits' ? shortest(stretch.owed.pattern) : 0;
          if (events === 0 || seen.ended !== 'met') return;
          perEvent.sum += tookMs;
          perEvent.count += events;
          return;
        }
        case 'run-ended':
          endedAt = seen.at;
      }
    },
    leftMs: (now) => {
      const { firstAt, answered } = calls;
      const isShown = firstAt !== undefined && answered >= LEAST_CALLS && now - firstAt >= LEAST_MS;
      const msPerCall = isShown ? (now - firstAt) / answered : assumed?.msPerCall;
      if (endedAt !== undefined || msPerCall === undefined) return undefined;
      let longest = 0;
      for (const where of follower.underWay()) {
        const rest = restOf(where, now);
        if (rest === undefined) return undefined;
        longest = Math.max(longest, rest);
      }
      let beginsAfter = 0;
      for (const stretches of follower.ahead()) {
        const length = lengthOf(stretches);
        if (length === undefined) return undefined;
        longest = Math.max(longest, beginsAfter + length);
        beginsAfter +=
          msPerCall * stretches.reduce((sum, each) => sum + (each.kind === 'calls' ? each.steps.length : 0), 0);
      }
      return longest + deadlines.settleMs;
    },
  };
}

/** When waiting for events is given up: when all must have come, or so long after the last. */
function deadlineOf(
  { withinMs }: Pick<ScenarioKci | AwaitStep, 'withinMs'>,
  since: number,
  lastEventAt: number | undefined,
  kciMs: number | null,
): number {
  const patience = kciMs === null ? Number.POSITIVE_INFINITY : Math.max(since, lastEventAt ?? since) + kciMs;
  return Math.min(since + withinMs, patience);
}

interface Mean {
  sum: number;
  count: number;
}

function add(means: Map<string, Mean>, key: string, ms: number): void {
  const mean = means.get(key) ?? { sum: 0, count: 0 };
  means.set(key, { sum: mean.sum + ms, count: mean.count + 1 });
}

function meanOf(mean: Mean | undefined): number | undefined {
  return mean === undefined || mean.count === 0 ? undefined : mean.sum / mean.count;
}

/** Waits with the same key take about as long. */
function keyOf(stretch: Stretch): string {
  if (stretch.kind === 'waits') return `until ${stretch.step.until ?? ''}`;
  if (stretch.kind !== 'awaits') return stretch.kind;
  return keys.get(stretch.owed) ?? remember(stretch.owed);
}

const keys = new WeakMap<ScenarioKci | AwaitStep, string>();

function remember(owed: ScenarioKci | AwaitStep): string {
  const { pattern, withinMs } = owed;
  const key = JSON.stringify([pattern, withinMs, 'noneWithinMs' in owed ? owed.noneWithinMs : null]);
  keys.set(owed, key);
  return key;
}

/** The fewest events that a pattern takes. */
function shortest(pattern: Pattern): number {
  switch (pattern.kind) {
    case 'event':
      return 1;
    case 'one-of':
      return Math.min(...pattern.of.map(shortest));
    case 'repeat':
      return pattern.min * shortest(pattern.of);
    default:
      return pattern.of.reduce((sum, each) => sum + shortest(each), 0);
  }
}
