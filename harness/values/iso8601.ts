import { remembered } from './once.ts';

/**
 * Dates and date-times in ISO 8601, which allows more than most libraries read: extended (2026-12-01T08:00:00Z) or basic
 * form (20261201T080000Z), any precision, with or without a zone.
 */

const DATE = /^(\d{4})(-?)(\d{2})\2(\d{2})$/;
const TIME = /^([01]\d|2[0-4])(?::?([0-5]\d)(?::?([0-5]\d|60)(?:[.,](\d+))?)?)?(Z|[+-]\d{2}(?::?\d{2})?)?$/;

/** Whether the text is a calendar date that exists. */
export function isDate(text: string): boolean {
  return dayOf(text) !== undefined;
}

/** Whether the text is a date, `T` and a time of any precision, with or without a zone. */
export function isDateTime(text: string): boolean {
  return momentOf(text, 'Z') !== undefined;
}

/**
 * The moment of a date-time, in ms since the epoch, cut to the millisecond. Without a zone, `unzoned` is used; undefined if
 * that is empty.
 */
export function momentOf(text: string, unzoned = ''): number | undefined {
  return momentsIn(unzoned)(text);
}

const MAX_ZONES = 64;
const MAX_MOMENTS = 4_096;
/** Cached by zone and text: answers repeat the same slots, and several checks read them all. */
const momentsIn = remembered(MAX_ZONES, (unzoned: string) =>
  remembered(MAX_MOMENTS, (text: string) => readMoment(text, unzoned || undefined)),
);

function readMoment(text: string, unzoned: string | undefined): number | undefined {
  const at = text.indexOf('T');
  const day = at < 0 ? undefined : dayOf(text.slice(0, at));
  const parts = day === undefined ? null : TIME.exec(text.slice(at + 1));
  const zone = parts?.[5] ?? unzoned;
  if (day === undefined || !parts || zone === undefined) return undefined;
  const [, hours, minutes = 0, seconds = 0, fraction = ''] = parts;
  const minute = Number(hours) * 60 + Number(minutes);
  const milli = Number(seconds) * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'));
  // 24:00 ends a day, and nothing comes after it.
  if (hours === '24' && (minute > DAY || milli > 0)) return undefined;
  return day + minute * 60_000 + milli - aheadOf(zone);
}

/** In minutes. */
const DAY = 24 * 60;

function dayOf(text: string): number | undefined {
  const [, year, , month, day] = DATE.exec(text) ?? [];
  if (year === undefined || Number(month) < 1 || Number(month) > 12) return undefined;
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day));
  // A day that its month does not have would become one of the next; days up to 28 always exist.
  const exists = Number(day) <= 28 ? day !== '00' : new Date(at).getUTCDate() === Number(day);
  return exists ? at : undefined;
}

/** How far the clocks of a zone are ahead of UTC, in ms. */
function aheadOf(zone: string): number {
  if (zone === 'Z') return 0;
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
}

/** A moment as text, in UTC. A number beyond any date, which a target may send, is shown in ms. */
export function instantText(ms: number): string {
  return isInstant(ms) ? new Date(ms).toISOString() : `${ms} ms after 1970`;
}

/** Whether a count of ms since the epoch is a moment (ECMAScript: within 100 million days of 1970). */
export function isInstant(ms: number): boolean {
  return Math.abs(ms) <= 8.64e15;
}
