import type { JsonObject, SlotRules } from '../model.ts';
import { addDays, instantOf, localDate, weekday } from '../values/local-time.ts';
import { remembered } from '../values/once.ts';

/** A window in which an engineer may come. Times are written in UTC with milliseconds. */
export interface CalendarSlot {
  readonly start: string;
  readonly end: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly classification: string;
  readonly standard: boolean;
  /** The slot as answers show it. */
  readonly body: JsonObject;
}

/** The slots that a world offers, made day by day on demand. */
export type Calendar = ReturnType<typeof createCalendar>;

const MAX_DAYS_KEPT = 400;
const NO_SLOTS: SlotRules = { leadDays: 0, horizonDays: 0, capacity: 0, reservationMs: 0, windows: {} };

/** A calendar over the slot rules of a world. In the zone `UTC` it ignores summer time. */
export function createCalendar(rules: SlotRules = NO_SLOTS, zone: string) {
  const slotsOf = remembered(MAX_DAYS_KEPT, (date: string): readonly CalendarSlot[] => daySlots(rules, zone, date));
  /** Many requests come at one instant and for one first date. */
  let last: { readonly now: number; readonly first: string; readonly slots: readonly CalendarSlot[] } | undefined;
  const firstDate = (now: number): string => addDays(localDate(zone, now), rules.leadDays);
  return {
    reservationMs: rules.reservationMs,
    /** All slots that can be booked now, from `fromDate` (local) on, in chronological order. */
    offered(now: number, fromDate?: string): readonly CalendarSlot[] {
      const earliest = firstDate(now);
      const first = fromDate !== undefined && fromDate > earliest ? fromDate : earliest;
      if (last?.now !== now || last.first !== first) {
        const dates = Array.from({ length: rules.horizonDays }, (_, i) => addDays(first, i));
        last = { now, first, slots: dates.flatMap(slotsOf).filter((slot) => slot.startMs > now) };
      }
      return last.slots;
    },
    /** The offered slot of exactly these instants, or undefined. */
    find(now: number, startMs: number, endMs: number): CalendarSlot | undefined {
      // An unreadable time gets this far because the spec does not require it to be refused.
      if (Number.isNaN(startMs)) return undefined;
      const date = localDate(zone, startMs);
      if (startMs <= now || date < firstDate(now)) return undefined;
      return slotsOf(date).find((slot) => slot.startMs === startMs && slot.endMs === endMs);
    },
  };
}

function daySlots(rules: SlotRules, zone: string, date: string): CalendarSlot[] {
  const day = weekday(date);
  return Object.entries(rules.windows)
    .filter(([, window]) => window.days.includes(day))
    .map(([classification, window]) => {
      const startMs = instantOf(zone, date, window.from);
      const endMs = instantOf(zone, date, window.to);
      const [start, end] = [new Date(startMs).toISOString(), new Date(endMs).toISOString()];
      const { standard } = window;
      const body = { timeslotStartDateTime: start, timeslotEndDateTime: end, classification, standard };
      return { start, end, startMs, endMs, classification, standard, body };
    })
    .sort((one, other) => one.startMs - other.startMs || one.endMs - other.endMs);
}
