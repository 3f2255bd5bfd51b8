import type { TrafficProfile, TrafficStage, World } from '../model.ts';
import { offsetAt } from '../values/local-time.ts';

/** The weights of a week, and when in it a load begins. */
interface Week extends NonNullable<TrafficProfile['week']> {
  readonly timeZone: string;
  /** When the load begins, ms since the epoch. */
  readonly startAt: number;
}

/** The stages of a traffic as they run from `startAt` (ms since the epoch), with the weights of its week, if any. */
export function stagesFrom(
  { stages, week }: Pick<TrafficProfile, 'stages' | 'week'>,
  { timeZone }: Pick<World, 'timeZone'>,
  startAt: number,
): readonly TrafficStage[] {
  return week ? weighted(stages, { ...week, timeZone, startAt }) : stages;
}

const HOUR_MS = 3_600_000;

/**
 * The stages cut at every full hour of the week's time zone, each piece with its rates times the weights of its day and
 * hour.
 */
function weighted(stages: readonly TrafficStage[], week: Week): TrafficStage[] {
  const pieces: TrafficStage[] = [];
  let at = week.startAt;
  for (const { forMs, fromPerSecond, toPerSecond } of stages) {
    const rateAt = (ms: number): number => fromPerSecond + ((toPerSecond - fromPerSecond) * ms) / forMs;
    for (let ms = 0; ms < forMs; ) {
      const { day, hour, sinceHourMs } = localAt(week.timeZone, at + ms);
      const until = Math.min(forMs, ms + HOUR_MS - sinceHourMs);
      const weight = (week.days[day] ?? 0) * (week.hours[hour] ?? 0);
      pieces.push({ forMs: until - ms, fromPerSecond: rateAt(ms) * weight, toPerSecond: rateAt(until) * weight });
      ms = until;
    }
    at += forMs;
  }
  return pieces;
}

/** Local date and time in a time zone: day from 0 (Monday), hour, and how much of the hour has passed. */
function localAt(timeZone: string, at: number) {
  const shown = at + offsetAt(timeZone, at);
  const sinceHourMs = shown - Math.floor(shown / HOUR_MS) * HOUR_MS;
  const date = new Date(shown);
  return { day: (date.getUTCDay() + 6) % 7, hour: date.getUTCHours(), sinceHourMs };
}
