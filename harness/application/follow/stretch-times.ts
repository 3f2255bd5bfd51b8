import { silenceOf } from '../../judge/progress.ts';
import { usualRetryMs } from '../../judge/retry.ts';
import type { KciProfile, ScenarioKci, Target } from '../../model.ts';
import type { Assumed } from './forecast.ts';
import type { JourneyStretch } from './position.ts';

/** What the lengths of stretches follow from until they were measured. */
interface StretchTimesOptions {
  readonly profile: KciProfile;
  readonly deadlines: Target['deadlines'];
  readonly assumed?: Assumed | undefined;
}

/**
 * The assumed wait for a token or reservation to end before the first is given: a life of half a minute, and half as long
 * again.
 */
const TYPICAL_LIFE_MS = 45_000;

/** The key of one awaited event, among the keys of stretches. */
export const EVENT = 'event';

/** How long stretches of journeys take: as similar ones so far, or until a moment that an answer told. */
export function createStretchTimes({ profile, deadlines, assumed }: StretchTimesOptions) {
  const measured = new Map<string, { sum: number; count: number }>();
  /** When a wait ends, by journey id and name of the wait. */
  const moments = new Map<string, number>();
  const mostMs = deadlines.waitMs ?? Number.POSITIVE_INFINITY;

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

  return {
    measure,
    /** Remembers when a journey's wait will end. */
    tellMoment: (journey: string, { name }: JourneyStretch, at: number): void =>
      void moments.set(`${journey} ${name}`, at),
    momentOf,
    usualLength,
    overIn,
  };
}
