import type { Check, Json, JsonObject } from '../../model.ts';
import { momentOf } from '../../values/iso8601.ts';
import { oncePer } from '../../values/once.ts';
import { getAt, isObject } from '../../values/pointer.ts';
import { isInProcess } from '../../wire/in-process.ts';
import { behindMs, CLOCKS_DIFFER_MS } from '../../wire/skew.ts';
import type { CheckFunction, JudgeContext } from '../check.ts';
import { askedFor, type Exchange, hasVerb, idAsked, isAccepted, reservationNamed } from '../exchange.ts';
import { type History, type JourneyHistory, siteAt } from '../history.ts';
import { EXPIRY, SLOT_END, SLOT_START, SLOTS } from '../member-names.ts';
import { type OrderChange, type OrderHistory, ordersByJourney } from '../orders.ts';
import { listsLike } from './slots.ts';

/** A booking with the orders of its journey that use it, and further attempts to book its slot. */
export interface UsedBooking {
  readonly booking: Exchange;
  /** In the order they were sent. */
  readonly orders: readonly OrderHistory[];
  /** Orders that were amended to use it. */
  readonly amended: readonly { readonly order: OrderHistory; readonly change: OrderChange }[];
  readonly tries: readonly Exchange[];
  /** Whether its slot was also given to another booking while this one held it: it takes more than one. */
  readonly isShared: boolean;
}

/** Looks at every booking. */
export function eachBooking(
  judge: (used: UsedBooking, context: JudgeContext, slots: Slots, takers: Takers) => Check[],
): CheckFunction {
  return (context) => {
    const { used, slots, takers } = bookingsIn(context.history);
    return used.flatMap((each) => judge(each, context, slots, takers));
  };
}

/** Slot by the request to book it. */
type Slots = ReadonlyMap<Exchange, string>;

/** Accepted bookings by slot. */
type Takers = ReadonlyMap<string | undefined, readonly Exchange[]>;

export const bookingsIn = oncePer(({ exchanges: all, journeys, orders }: History) => {
  const slots = new Map(all.filter((each) => hasVerb(each, 'book')).map((each) => [each, slotOf(each)]));
  const takers = Map.groupBy([...slots.keys()].filter(isAccepted), (each) => slots.get(each));
  const placed = ordersByJourney(orders);
  const used = [...journeys].flatMap(([id, walked]) => {
    const { exchanges } = walked;
    const sound = exchanges.filter((each) => hasVerb(each, 'book') && isSound(each));
    return sound.filter(isAccepted).map((booking): UsedBooking => {
      const its = placed.get(id) ?? [];
      const amended = its.flatMap((order) => {
        const naming = order.changes.filter(({ exchange }) => uses(exchange, booking));
        return naming.map((change) => ({ order, change }));
      });
      const isTry = (each: Exchange): boolean =>
        each.sent.seq > booking.sent.seq &&
        slots.get(each) === slots.get(booking) &&
        idAsked(each) !== idAsked(booking);
      // No sentence says what a used id leads to.
      const tries = sound.filter(isTry);
      const full = tries.find(isConflict);
      // A case that gave its address back holds nothing there any more: else an address that takes one booking would have
      // refused.
      const isGivenBack = (each: Exchange): boolean =>
        (journeys.get(each.sent.journey)?.restoredSeq ?? Infinity) < booking.sent.seq &&
        capacityAt(walked, askedFor(booking, 'address')) === 1;
      const isBeside = (each: Exchange): boolean =>
        each !== booking &&
        each.sent.seq < (full?.sent.seq ?? 0) &&
        !isGivenBack(each) &&
        (expiryOf(each) ?? Number.POSITIVE_INFINITY) > booking.sent.at;
      return {
        booking,
        orders: its.filter((order) => uses(order.placed, booking)),
        amended,
        tries,
        isShared: takers.get(slots.get(booking))?.some(isBeside) ?? false,
      };
    });
  });
  return { used, slots, takers };
});

function uses(asking: Exchange, { json }: Exchange): boolean {
  const named = Object.entries(reservationNamed(asking));
  return named.some(([member, value]) => value === getAt(json ?? null, `/${member}`));
}

export const slotOf = (booking: Exchange): string =>
  JSON.stringify([askedFor(booking, 'address'), askedFor(booking, 'timeslot')]);

/** The rows that say when a booking is a conflict. */
export const rowsOfConflict = ({ operation }: Exchange): readonly string[] => Object.values(operation?.conflicts ?? {});

export const isConflict = ({ operation, response }: Exchange): boolean =>
  operation?.conflicts?.[String(response?.status)] !== undefined;

export const isSound = ({ step }: Exchange): boolean => step?.request.defect === undefined;

/** How many bookings a slot takes at an address of a journey; undefined if the world does not say. */
export function capacityAt(its: JourneyHistory, address: Json | undefined): number | undefined {
  const capacity = siteAt(its, address)?.slotCapacity;
  return typeof capacity === 'number' ? capacity : undefined;
}

/** Where a time comes last, and where first. */
const LAST_ZONE = '-12:00';
export const FIRST_ZONE = '+14:00';

/** When the reservation of a booking expires; if its text names no zone, in the zone that makes it latest. */
export function expiryOf(exchange: Exchange, zone = LAST_ZONE): number | undefined {
  const { operation, json, step } = exchange;
  const isSound = operation?.verb === 'book' && isAccepted(exchange) && !step?.request.defect;
  const text = isSound && getAt(json ?? null, EXPIRY);
  return typeof text === 'string' ? momentOf(text, zone) : undefined;
}

/** Clocks may be told to the second. */
export const TO_THE_SECOND_MS = 1_000;

/** When the reservation that a request names expired, by the gateway's clock, if it had when the answer came. */
export function expiredBefore(asking: Exchange, { exchanges }: JourneyHistory, { skew }: History): number | undefined {
  const until = (asking.response?.at ?? asking.sent.at) + TO_THE_SECOND_MS - behindMs(skew);
  const named = exchanges.filter((each) => hasVerb(each, 'book') && isAccepted(each) && uses(asking, each));
  return named.map((each) => expiryOf(each)).find((expiry) => expiry !== undefined && expiry <= until);
}

/** How much the gateway's clock may differ from ours beyond what was measured, in ms. */
export function unmeasuredMs({ skew, started }: History): number {
  return skew !== undefined || isInProcess(started?.baseUrl ?? '') ? 0 : CLOCKS_DIFFER_MS;
}

/** The earliest time that the gateway's clock may have shown at a moment of ours. */
export const theirs = (at: number, history: History): number => at - behindMs(history.skew) - unmeasuredMs(history);

/** Answers in the booking's journey, before it, that list all slots of its kind. */
export function listsBefore(booking: Exchange, history: History): readonly Exchange[] {
  return listsLike(booking, history).filter(({ response }) => (response?.seq ?? Infinity) < booking.sent.seq);
}

/** Whether a list shows the slot of a booking, however its times are written. */
export function isListed(booking: Exchange, list: Exchange): boolean {
  return listedAs(booking, list) !== undefined;
}

/** The slot of a booking as a list has it. */
export function listedAs(booking: Exchange, { json }: Exchange): JsonObject | undefined {
  const slot = askedFor(booking, 'timeslot');
  const list: Json = getAt(json ?? null, SLOTS) ?? null;
  if (!isObject(slot) || !Array.isArray(list)) return undefined;
  return (list as readonly Json[]).filter(isObject).find((each) => isSameTime(each, slot));
}

/** Whether two slots start and end at the same moments. */
export function isSameTime(one: JsonObject, other: JsonObject): boolean {
  return isSameMoment(one[SLOT_START], other[SLOT_START]) && isSameMoment(one[SLOT_END], other[SLOT_END]);
}

function isSameMoment(one: Json | undefined, other: Json | undefined): boolean {
  const moment = momentOf(String(one), 'Z');
  return moment !== undefined && moment === momentOf(String(other), 'Z');
}
