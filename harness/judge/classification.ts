import type { Contract, Json, JsonObject } from '../model.ts';
import { offsetAt } from '../values/local-time.ts';
import { oncePer } from '../values/once.ts';
import { isObject } from '../values/pointer.ts';
import type { History } from './history.ts';

/** When slots of a class may be. Hours are minutes of the day; absent if the spec states none. */
export interface Window {
  /** ISO: 1 is Monday. */
  readonly days: readonly number[];
  readonly hours?: Hours;
  /** Hours of other classes: a slot within them is not of this class. */
  readonly beyond?: readonly Hours[];
  /** The row that promises it. */
  readonly requirement?: string;
}

type Hours = readonly [from: number, to: number];

/** The windows that the contract gives the classes of timeslots (`x-windows`). */
export const windowsOf = oncePer(({ schemas }: Contract): ReadonlyMap<string, Window> => {
  const schema = Object.values(schemas).find((each) => isObject(each['x-windows']));
  const windows = schema?.['x-windows'];
  const rows = schema?.['x-values'];
  if (!isObject(windows)) return new Map();
  return new Map(
    Object.entries(windows).flatMap(([name, window]) =>
      isObject(window) ? [[name, readWindow(window, isObject(rows) ? rows[name] : undefined, windows)] as const] : [],
    ),
  );
});

function readWindow(window: JsonObject, written: unknown, all: JsonObject): Window {
  const { days, row: agreed, beyond } = window;
  const row = agreed ?? written;
  const [first] = Array.isArray(row) ? row : [row];
  const [hours] = hoursOf(window);
  return {
    days: Array.isArray(days) ? days.map(Number) : [],
    ...(hours ? { hours } : {}),
    ...(Array.isArray(beyond) ? { beyond: beyond.flatMap((name) => hoursOf(all[String(name)])) } : {}),
    ...(typeof first === 'string' ? { requirement: first } : {}),
  };
}

function hoursOf(window: Json | undefined): Hours[] {
  const { from, to } = isObject(window) ? window : {};
  return typeof from === 'string' && typeof to === 'string' ? [[minutesOf(from), minutesOf(to)]] : [];
}

function minutesOf(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return hours * 60 + minutes;
}

/** The spec names no zone for its hours (SIL-34). Used if a record has no zone of its world. */
const DEFAULT_ZONE = 'Europe/London';

/** The local time zone, from the run's world. */
export function zoneOf({ started }: Pick<History, 'started'>): string {
  return started?.timeZone ?? DEFAULT_ZONE;
}

/** By which clocks a slot lies in a window: both, only local time, only UTC (an hour apart in summer), or none. */
export type WindowFit = 'yes' | 'local-only' | 'utc-only' | 'no';

/** How a slot lies in a window; `start` and `end` are ms since the epoch. */
export function windowFit(window: Window, start: number, end: number, zone: string): WindowFit {
  const isInUtc = fits(window, clockIn('UTC', start), clockIn('UTC', end));
  if (fits(window, clockIn(zone, start), clockIn(zone, end))) return isInUtc ? 'yes' : 'local-only';
  return isInUtc ? 'utc-only' : 'no';
}

/** A slot in local time: `Sat 4 Jul 2026, 09:00 to 14:00 (Europe/London)`. */
export function localText(start: number, end: number, zone: string): string {
  const [from, to] = [clockIn(zone, start), clockIn(zone, end)];
  const [, day, month, year] = new Date(start + offsetAt(zone, start)).toUTCString().split(' ');
  const date = `${WEEKDAYS[from.day]} ${Number(day)} ${month} ${year}`;
  return `${date}, ${clockText(from)} to ${clockText(to)} (${zone})`;
}

type ClockTime = ReturnType<typeof clockIn>;

function fits({ days, hours, beyond = [] }: Window, start: ClockTime, end: ClockTime): boolean {
  const isIn = ([from, to]: Hours): boolean => start.day === end.day && start.minute >= from && end.minute <= to;
  return days.includes(start.day) && (!hours || isIn(hours)) && !beyond.some(isIn);
}

function clockIn(zone: string, at: number) {
  const date = new Date(at + (zone === 'UTC' ? 0 : offsetAt(zone, at)));
  return { day: date.getUTCDay() || 7, minute: date.getUTCHours() * 60 + date.getUTCMinutes() };
}

const WEEKDAYS = ['', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

function clockText({ minute }: ClockTime): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}
