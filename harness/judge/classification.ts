import type { Contract, JsonObject } from '../model.ts';
import { isObject } from '../pointer.ts';

/** When the slots of a class may be. Hours are minutes of the day, absent where the spec states none. */
export interface Window {
  /** ISO: 1 is Monday. */
  readonly days: readonly number[];
  readonly hours?: readonly [from: number, to: number];
  /** The row that promises it. */
  readonly requirement?: string;
}

/** The windows that the contract gives the classes of timeslots (`x-windows`). */
export function windowsOf(contract: Contract): ReadonlyMap<string, Window> {
  let windows = cached.get(contract);
  if (!windows) {
    windows = readWindows(contract);
    cached.set(contract, windows);
  }
  return windows;
}

const cached = new WeakMap<Contract, ReadonlyMap<string, Window>>();

function readWindows({ schemas }: Contract): ReadonlyMap<string, Window> {
  const schema = Object.values(schemas).find((each) => isObject(each['x-windows']));
  const windows = schema?.['x-windows'];
  const rows = schema?.['x-values'];
  if (!isObject(windows)) return new Map();
  return new Map(
    Object.entries(windows).flatMap(([name, window]) =>
      isObject(window) ? [[name, readWindow(window, isObject(rows) ? rows[name] : undefined)] as const] : [],
    ),
  );
}

function readWindow({ days, from, to, row: agreed }: JsonObject, written: unknown): Window {
  const row = agreed ?? written;
  const [first] = Array.isArray(row) ? row : [row];
  return {
    days: Array.isArray(days) ? days.map(Number) : [],
    ...(typeof from === 'string' && typeof to === 'string' ? { hours: [minutesOf(from), minutesOf(to)] as const } : {}),
    ...(typeof first === 'string' ? { requirement: first } : {}),
  };
}

function minutesOf(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return hours * 60 + minutes;
}

/** The spec names no zone for its hours (SIL-34); these are the clocks of the networks it speaks of. */
const LOCAL_ZONE = 'Europe/London';

/** Whether a slot lies in a window: by local time, by UTC alone (right in winter, an hour off in summer), or not at all. */
export function isWithin(window: Window, start: number, end: number): 'yes' | 'utc-only' | 'no' {
  if (fits(window, londonClock(start), londonClock(end))) return 'yes';
  return fits(window, utcClock(start), utcClock(end)) ? 'utc-only' : 'no';
}

/** A slot as a reader on the spot would say it: `Sat 4 Jul 2026, 09:00 to 14:00 (Europe/London)`. */
export function localText(start: number, end: number): string {
  const [from, to] = [londonClock(start), londonClock(end)];
  const [, day, month, year] = new Date(start + from.aheadMs).toUTCString().split(' ');
  const date = `${WEEKDAYS[from.day]} ${Number(day)} ${month} ${year}`;
  return `${date}, ${clockText(from)} to ${clockText(to)} (${LOCAL_ZONE})`;
}

/** The day of a moment on the spot, as ISO writes it. */
export function localDate(at: number): string {
  return new Date(at + londonClock(at).aheadMs).toISOString().slice(0, 10);
}

interface ClockTime {
  readonly day: number;
  readonly minute: number;
  readonly aheadMs: number;
}

function fits({ days, hours }: Window, start: ClockTime, end: ClockTime): boolean {
  if (!days.includes(start.day)) return false;
  return !hours || (start.day === end.day && start.minute >= hours[0] && end.minute <= hours[1]);
}

function utcClock(at: number, aheadMs = 0): ClockTime {
  const date = new Date(at + aheadMs);
  return { day: date.getUTCDay() || 7, minute: date.getUTCHours() * 60 + date.getUTCMinutes(), aheadMs };
}

/** British Summer Time is one hour ahead, from 01:00 UTC on the last Sunday of March to that of October. */
function londonClock(at: number): ClockTime {
  const year = new Date(at).getUTCFullYear();
  let summer = summers.get(year);
  if (!summer) {
    summer = [lastSunday(year, 2), lastSunday(year, 9)];
    summers.set(year, summer);
  }
  return utcClock(at, at >= summer[0] && at < summer[1] ? 3_600_000 : 0);
}

const summers = new Map<number, readonly [from: number, to: number]>();

function lastSunday(year: number, month: number): number {
  const last = new Date(Date.UTC(year, month + 1, 0));
  return Date.UTC(year, month, last.getUTCDate() - last.getUTCDay(), 1);
}

const WEEKDAYS = ['', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

function clockText({ minute }: ClockTime): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}
