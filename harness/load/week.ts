import type { Traffic, TrafficStage, World } from '../model.ts';

/** The weights of a week, and where on it a load begins. */
interface Week extends NonNullable<Traffic['week']> {
  readonly timeZone: string;
  /** When the load begins, ms since the epoch. */
  readonly startAt: number;
}

/** The stages of a traffic as they are to run from then on (ms since the epoch), with the weights of its week, if it has any. */
export function stagesFrom(
  { stages, week }: Pick<Traffic, 'stages' | 'week'>,
  { timeZone }: Pick<World, 'timeZone'>,
  startAt: number,
): readonly TrafficStage[] {
  return week ? weighted(stages, { ...week, timeZone, startAt }) : stages;
}

const HOUR_MS = 3_600_000;
const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** The stages cut at every full hour of the week's time zone, each piece with its rates times the weights of its day and hour. */
function weighted(stages: readonly TrafficStage[], week: Week): TrafficStage[] {
  const localAt = localTimes(week.timeZone);
  const pieces: TrafficStage[] = [];
  let at = week.startAt;
  for (const { forMs, fromPerSecond, toPerSecond } of stages) {
    const rateAt = (ms: number): number => fromPerSecond + ((toPerSecond - fromPerSecond) * ms) / forMs;
    for (let ms = 0; ms < forMs; ) {
      const { day, hour, sinceHourMs } = localAt(at + ms);
      const until = Math.min(forMs, ms + HOUR_MS - sinceHourMs);
      const weight = (week.days[day] ?? 0) * (week.hours[hour] ?? 0);
      pieces.push({ forMs: until - ms, fromPerSecond: rateAt(ms) * weight, toPerSecond: rateAt(until) * weight });
      ms = until;
    }
    at += forMs;
  }
  return pieces;
}

/** Reads what calendar and clock of a time zone show: days from 0 (Monday), hours, and how long the hour has run. */
function localTimes(timeZone: string): (at: number) => { day: number; hour: number; sinceHourMs: number } {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  return (at) => {
    const part: Record<string, string> = {};
    for (const { type, value } of format.formatToParts(at)) part[type] = value;
    const sinceHourMs = Number(part.minute) * 60_000 + Number(part.second) * 1000 + (((at % 1000) + 1000) % 1000);
    return { day: DAYS.indexOf(part.weekday ?? ''), hour: Number(part.hour), sinceHourMs };
  };
}
