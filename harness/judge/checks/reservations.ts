import type { Check, Json, KciProfile } from '../../model.ts';
import { sameJson } from '../../values/equal.ts';
import { apartMs } from '../../wire/skew.ts';
import { answerText } from '../answer.ts';
import { endOf, type JudgeContext, ofExchange, passUnless } from '../check.ts';
import {
  askedFor,
  type Exchange,
  hasVerb,
  idAsked,
  isAccepted,
  isAnswer,
  isRefused,
  reservationNamed,
} from '../exchange.ts';
import { type History, type JourneyHistory, siteAt } from '../history.ts';
import { answerNames } from '../lifecycle.ts';
import { SLOTS } from '../member-names.ts';
import { isCancelledByClient, type OrderHistory } from '../orders.ts';
import { isRejected } from '../shown.ts';
import { acceptedUntil } from './kci-content.ts';
import { listsLike } from './slots.ts';
import {
  bookingsIn,
  capacityAt,
  eachBooking,
  expiryOf,
  FIRST_ZONE,
  isConflict,
  isListed,
  isSound,
  listsBefore,
  rowsOfConflict,
  type UsedBooking,
  unmeasuredMs,
} from './used-bookings.ts';

/**
 * `booking.gone`: a slot that its reservation took off the list cannot be booked again, and one that was refused as taken
 * is not listed. Spec: "When the slot is no longer available the service answers 409 Conflict". Only if no other journey
 * booked the slot, since that one may have given it back.
 */
export const bookingGone = eachBooking((used, context, slots, takers) => {
  const { history } = context;
  const { booking, tries } = used;
  const until = isFirm(used, context) ? Number.POSITIVE_INFINITY : (keptUntil(used, context) ?? 0);
  if (takers.get(slots.get(booking))?.some(({ sent }) => sent.journey !== booking.sent.journey)) return [];
  const gone = tries.find((tried) => {
    const lists = listsBefore(tried, history);
    const last = lists.at(-1);
    if (!last || last.sent.seq < booking.sent.seq || isListed(tried, last)) return false;
    return lists.some((list) => isListed(tried, list)) && (tried.response?.at ?? until) < until;
  });
  if (gone) return triedAgain('booking.gone', gone, 'booked-though-gone', rowsOfConflict(gone));
  const refused = tries.findLast(isConflict);
  const next =
    refused && listsLike(refused, history).find(({ sent }) => sent.seq > (refused.response?.seq ?? Infinity));
  // Only for the last booking that got the slot: all earlier ones held it as long.
  const isLast = !tries.some(isAccepted);
  if (!refused || !next || !isLast || (next.response?.at ?? until) >= until) return [];
  const subject = ofExchange('booking.gone', next, rowsOfConflict(refused));
  return passUnless(subject, isListed(refused, next) && { is: 'listed-though-gone', pointer: SLOTS });
});

/** Whether an open order has the slot itself: it is refused although the reservation has expired. */
function isFirm({ booking, orders, tries }: UsedBooking, { profile }: JudgeContext): boolean {
  const expiry = expiryOf(booking) ?? Number.POSITIVE_INFINITY;
  const isOpen = (order: OrderHistory): boolean => order.changes.length === 0 && endOf(profile, order) === undefined;
  return orders.some(isOpen) && tries.some((tried) => isConflict(tried) && tried.sent.at > expiry);
}

/**
 * Until when a reservation certainly holds its slot: at most until an order that uses it is changed, or has ended after an
 * attempt to change it. Undefined if the order may have given it back at an unknown time.
 */
function keptUntil({ booking, orders, amended }: UsedBooking, { history, profile }: JudgeContext): number | undefined {
  const expiry = expiryOf(booking, FIRST_ZONE);
  if (expiry === undefined) return undefined;
  let until = expiry - apartMs(history.skew) - unmeasuredMs(history);
  for (const order of new Set([...orders, ...amended.map(({ order }) => order)])) {
    const end = endOf(profile, order);
    const changes = order.changes.filter((change) => !isRejected(profile, order, change));
    if (end?.isDone === false && changes.length === 0) return undefined;
    until = Math.min(until, ...changes.map(({ exchange }) => exchange.sent.at));
    if (end && order.changes.length > 0) until = Math.min(until, end.delivery.at);
  }
  return until;
}

/**
 * `booking.held`: a slot that takes one booking is given to nobody else before its reservation expires. Spec: "an expiry
 * date-time after which the reservation expires". Bookings of other cases count if the world says how many a slot takes.
 */
export const bookingHeld = eachBooking((used, context, slots, takers) => {
  const shown = used.tries.find(isConflict);
  const until = keptUntil(used, context);
  if (until === undefined) return [];
  const others = takers.get(slots.get(used.booking)) ?? [];
  const second = others.find((each) => isGivenAgain(each, used.booking, until, context.history));
  if (second) return triedAgain('booking.held', second, 'given-away', rowsOfConflict(second));
  if (!shown || used.isShared) return [];
  const later = used.tries.find(({ sent, response }) => sent.seq > shown.sent.seq && (response?.at ?? until) < until);
  return triedAgain('booking.held', later, 'given-away');
});

/** Whether a slot that takes one booking, as the world says, was given to another case while the first held it. */
function isGivenAgain(other: Exchange, first: Exchange, until: number, { journeys }: History): boolean {
  const since = first.response?.seq ?? Infinity;
  const { seq, at = until } = other.response ?? {};
  if (seq === undefined || seq <= since || at >= until || other.sent.journey === first.sent.journey) return false;
  const address = askedFor(first, 'address');
  const its = journeys.get(first.sent.journey);
  if (!isSound(other) || idAsked(other) === idAsked(first) || !its || capacityAt(its, address) !== 1) return false;
  // Giving an address back may give back its slots.
  const isRestored = (each: JourneyHistory): boolean =>
    each.restoredSeq !== undefined && each.restoredSeq > since && each.restoredSeq < seq;
  return ![...journeys.values()].some((each) => isRestored(each) && siteAt(each, address) !== undefined);
}

/**
 * `booking.ordered`: a slot that takes one booking stays taken once the booking is ordered, even after the reservation
 * would have expired.
 */
export const bookingOrdered = eachBooking((used, { history, profile }) => {
  const { booking, tries, isShared } = used;
  const expiry = expiryOf(booking);
  const user = userOf(used, profile);
  if (!user || isShared || expiry === undefined || !tries.some(isConflict)) return [];
  const { order, asking } = user;
  if (order.fate !== 'accepted' || order.isTainted) return [];
  const end = endOf(profile, order);
  // Requests that give the address back come later, and say nothing of the time before.
  const isHeldAt = ({ sent }: Exchange): boolean =>
    sent.seq > asking.sent.seq &&
    order.changes.every(({ exchange }) => exchange === asking || exchange.sent.seq > sent.seq) &&
    (end === undefined || end.isDone || end.delivery.at > sent.at);
  const late = tries.find((each) => each.sent.at > expiry + apartMs(history.skew) && isHeldAt(each));
  return triedAgain('booking.ordered', late, 'booked-again');
});

/** The order that uses a reservation, and the request that names it: an amendment only if an event accepted it. */
function userOf({ orders: [order], amended: [later] }: UsedBooking, profile: KciProfile) {
  if (order) return { order, asking: order.placed };
  const last = later?.order.stream.at(-1);
  if (!later || !last || acceptedUntil(profile, later.order, [later.change], last).length === 0) return undefined;
  return { order: later.order, asking: later.change.exchange };
}

/**
 * `booking.freed`: a slot that takes one booking can be booked again after the order that used it was cancelled, by
 * anybody.
 */
export const bookingFreed = eachBooking((used, { profile, history }) => {
  const { booking, amended, tries, isShared } = used;
  const user = userOf(used, profile);
  const order = user?.order ?? amended.at(-1)?.order;
  const end = order && endOf(profile, order);
  const isCancelled =
    (order && isCancelledByClient(order)) || answerNames(profile, 'cancellation').has(end?.delivery.event.name ?? '');
  if (isShared || !isCancelled || !end || end.isDone || order.isTainted || !tries.some(isConflict)) return [];
  // An amendment that no event accepted may still have kept the reservation until that expired.
  const from = user ? 0 : (expiryOf(booking) ?? Infinity) + apartMs(history.skew) + unmeasuredMs(history);
  const late = tries.find(({ sent }) => sent.at >= Math.max(end.delivery.at, from));
  const again = triedAgain('booking.freed', late, 'not-freed');
  return late && isAccepted(late) ? [...again, ...listedAgain(late, end.delivery.at, history)] : again;
});

/** A slot that could be booked is in the last list before, if that was asked for since it is free. */
function listedAgain(booking: Exchange, freeSince: number, history: History): Check[] {
  const lists = listsBefore(booking, history);
  const last = lists.at(-1);
  if (!last || last.sent.at < freeSince + LISTED_WITHIN_MS || !lists.some((each) => isListed(booking, each))) return [];
  const subject = ofExchange('booking.freed', last);
  return passUnless(subject, !isListed(booking, last) && { is: 'freed-not-listed', pointer: SLOTS });
}

/** Lists may be a little old. */
const LISTED_WITHIN_MS = 4_000;

/**
 * `booking.expired`: a slot that had no room left beside reservations that nobody used takes a booking again once all have
 * expired. Spec: "an expiry date-time after which the reservation expires".
 */
export const bookingExpired = eachBooking(({ booking, tries }, { history }, slots, takers) => {
  const taken = takers.get(slots.get(booking)) ?? [];
  const full = tries.find(isConflict);
  if (taken[0] !== booking || !full) return [];
  const slackMs = apartMs(history.skew) + unmeasuredMs(history);
  const endOfHold = (each: Exchange): number => expiryOf(each) ?? Number.POSITIVE_INFINITY;
  const endsAt = Math.max(...taken.filter(isBefore(full)).map(endOfHold)) + slackMs;
  const late = tries.find(({ sent }) => sent.at > endsAt);
  if (!late || (full.response?.at ?? endsAt) >= endsAt - 2 * slackMs) return [];
  const timeslot = askedFor(booking, 'timeslot') ?? null;
  // Slots of several addresses may be one, and whoever orders a reservation keeps its slot.
  const mayHold = ({ booking: each, orders, amended }: UsedBooking): boolean =>
    sameJson(askedFor(each, 'timeslot') ?? null, timeslot) &&
    isBefore(late)(each) &&
    (orders.length > 0 || amended.length > 0 || endOfHold(each) + slackMs >= late.sent.at);
  return bookingsIn(history).used.some(mayHold) ? [] : triedAgain('booking.expired', late, 'not-given-back');
});

const isBefore =
  (one: Exchange) =>
  (other: Exchange): boolean =>
    other.sent.seq < one.sent.seq;

/** A further attempt to book a slot must end in one of conflict and booking; any other answer says nothing. */
function triedAgain(
  check: string,
  tried: Exchange | undefined,
  is: 'booked-again' | 'booked-though-gone' | 'given-away' | 'not-freed' | 'not-given-back',
  rows: readonly string[] = [],
): Check[] {
  if (!tried || !isAnswer(tried) || (!isConflict(tried) && !isAccepted(tried))) return [];
  const isWrong = is === 'not-freed' || is === 'not-given-back' ? isConflict : isAccepted;
  return passUnless(ofExchange(check, tried, rows), isWrong(tried) && { is, answer: answerText(tried) });
}

/** `booking.once`: a reservation serves one order; another that names it is refused, or ends without being carried out. */
export const bookingOnce = eachBooking(({ orders: [first, ...others] }, { profile }) => {
  if (first?.fate !== 'accepted') return [];
  const before = endOf(profile, first);
  const isCancelled = isCancelledByClient(first);
  return others.flatMap((other) => {
    const end = endOf(profile, other);
    // An order that the gateway ended without a service never used the reservation; a cancelled order may have given it
    // back.
    if (before && !before.isDone && (!isCancelled || before.delivery.at <= other.placed.sent.at)) return [];
    if (!isRefused(other.placed) && !end) return [];
    const subject = { ...ofExchange('booking.once', other.placed), order: other.id };
    return passUnless(subject, end?.isDone && { is: 'reservation-reused', first: first.id });
  });
});

/**
 * `booking.honoured`: the only order of a case, which names its reservation by id and reference, is not turned down before
 * that expires. Of an order with a fault, or one that was asked to fail, nothing is said.
 */
export const bookingHonoured = eachBooking(({ booking, orders: [order] }, { history, profile }) => {
  if (!order) return [];
  const { placed } = order;
  const { step, sent } = placed;
  const address = (each: Exchange): Json => askedFor(each, 'address') ?? null;
  const ordered = history.journeys.get(sent.journey)?.exchanges.filter((each) => hasVerb(each, 'order')) ?? [];
  const isItsOwn = sent.tenant === booking.sent.tenant && sameJson(address(placed), address(booking));
  const isNamedTwice = Object.keys(reservationNamed(placed)).length > 1;
  if (!step || step.steer || step.request.defect || ordered.length > 1 || !isItsOwn || !isNamedTwice) return [];
  const until = (expiryOf(booking, FIRST_ZONE) ?? 0) - apartMs(history.skew) - unmeasuredMs(history);
  const isDone = endOf(profile, order)?.isDone === true;
  const at = turnedDownAt(order, profile);
  if (at === undefined ? !isDone : at >= until) return [];
  const subject = { ...ofExchange('booking.honoured', placed), order: order.id };
  return passUnless(subject, at !== undefined && { is: 'not-honoured', leftMs: until - at });
});

/** When an order was refused, or ended by the gateway alone without being carried out. */
function turnedDownAt(order: OrderHistory, profile: KciProfile): number | undefined {
  if (order.fate === 'refused') return order.placed.response?.at;
  const end = endOf(profile, order);
  return end && !end.isDone && order.changes.length === 0 ? end.delivery.at : undefined;
}
