import { DAY_MS } from './duration.ts';
import { remembered } from './once.ts';

/** Dates and clock times in a time zone. Dates are `YYYY-MM-DD`, times `HH:MM`. */

/** There are about 600 zones. */
const MAX_ZONES = 1_000;

const formatOf = remembered(
  MAX_ZONES,
  (zone: string) =>
    new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    }),
);

/** Quarters of half a year: callers may ask for slots from any date. */
const MAX_OFFSETS = 20_000;
/** Cached by zone and quarter of an hour. */
const offsetsIn = remembered(MAX_ZONES, (zone: string) =>
  remembered(MAX_OFFSETS, (quarter: number) => readOffset(zone, quarter * QUARTER_MS)),
);
/** Clocks change at quarters of an hour, so each quarter has one offset. */
const QUARTER_MS = 15 * 60_000;

/** How far the zone's clocks are ahead of UTC at an instant, in ms. */
export function offsetAt(zone: string, at: number): number {
  return offsetsIn(zone)(Math.floor(at / QUARTER_MS));
}

function readOffset(zone: string, at: number): number {
  const part: Record<string, number> = {};
  for (const { type, value } of formatOf(zone).formatToParts(at)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
}

/** The date in the zone at an instant. */
export function localDate(zone: string, at: number): string {
  return new Date(at + offsetAt(zone, at)).toISOString().slice(0, 10);
}

/** The instant at which the zone's clocks show this date and time; if they do so twice, the second. */
export function instantOf(zone: string, date: string, time: string): number {
  const shown = Date.parse(`${date}T${time}:00Z`);
  // The first guess may be on the wrong side of a clock change; its own offset corrects that.
  const guess = shown - offsetAt(zone, shown);
  return shown - offsetAt(zone, guess);
}

/** The date this many days later. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Day of the week: 1 is Monday, 7 Sunday. */
export function weekday(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
}
