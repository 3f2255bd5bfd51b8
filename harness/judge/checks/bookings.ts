import { agreedSpan } from '../../contract/readings.ts';
import type { Check, Json, JsonObject, KciProfile } from '../../model.ts';
import { sameJson } from '../../values/equal.ts';
import { momentOf } from '../../values/iso8601.ts';
import { oncePer } from '../../values/once.ts';
import { getAt, isObject } from '../../values/pointer.ts';
import { isStatus } from '../../wire/answer.ts';
import { isInProcess } from '../../wire/in-process.ts';
import { apartMs, behindMs, CLOCKS_DIFFER_MS } from '../../wire/skew.ts';
import { answerText } from '../answer.ts';
import {
  answers,
  type CheckFunction,
  endOf,
  failed,
  type JudgeContext,
  ofExchange,
  passed,
  passUnless,
} from '../check.ts';
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
import {
  BOOKED_SLOT,
  EXPIRY,
  SLOT_CLASSIFICATION,
  SLOT_END,
  SLOT_STANDARD,
  SLOT_START,
  SLOTS,
  SUPPLIER_REFERENCE,
} from '../member-names.ts';
import { isCancelledByClient, type OrderChange, type OrderHistory, ordersByJourney } from '../orders.ts';
import { isRejected } from '../shown.ts';
import { acceptedUntil } from './kci-content.ts';
import { listsLike } from './slots.ts';

/** `booking.slot`: a booked slot is the same as listed, however its times are written. */
export const bookingSlot = answers((answer, { history }) => {
  const { operation, json, sent, step } = answer;
  const slot = getAt(json ?? null, BOOKED_SLOT);
  if (operation.verb !== 'book' || !isAccepted(answer) || !isObject(slot) || step?.request.defect) return [];
  const address = (each: Exchange): Json => askedFor(each, 'address') ?? null;
  const listed = (history.journeys.get(sent.journey)?.exchanges ?? [])
    .filter((each) => each.operation?.verb === 'slots' && isAccepted(each) && sent.seq > each.sent.seq)
    .filter((each) => sameJson(address(each), address(answer)))
    .flatMap(({ json: body }) => getAt(body ?? null, SLOTS) ?? [])
    .filter((each): each is JsonObject => isObject(each) && isSameTime(each, slot));
  const [like] = listed;
  if (!like) return [];
  const found = TOLD_OF_SLOTS.flatMap((member) => {
    const came = slot[member];
    const isOther = (each: JsonObject): boolean => each[member] !== undefined && !sameJson(each[member], came ?? null);
    if (came === undefined || !listed.every(isOther)) return [];
    return [{ is: 'slot-retold', member, owed: like[member], came, pointer: `${BOOKED_SLOT}/${member}` } as const];
  });
  return passUnless(ofExchange('booking.slot', answer), found);
});

/** Other members of a slot may change with its booking. */
const TOLD_OF_SLOTS = [SLOT_CLASSIFICATION, SLOT_STANDARD];

function isSameTime(one: JsonObject, other: JsonObject): boolean {
  return isSameMoment(one[SLOT_START], other[SLOT_START]) && isSameMoment(one[SLOT_END], other[SLOT_END]);
}

function isSameMoment(one: Json | undefined, other: Json | undefined): boolean {
  const moment = momentOf(String(one), 'Z');
  return moment !== undefined && moment === momentOf(String(other), 'Z');
}

const LAST_ZONE = '-12:00';
const FIRST_ZONE = '+14:00';

/**
 * `booking.gone`: a slot that its reservation took off the list cannot be booked again, and one that was refused as taken
 * is not listed. Spec: "When the slot is no longer available the service answers 409 Conflict". Only if no other journey
 * booked the slot, since that one may have given it back.
 */
export const bookingGone = eachBooking((used, context, slots, takers) => {
  const { history } = context;
  const { booking, tries } = used;
  const until = keptUntil(used, context) ?? 0;
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

/** Fewer refusals may be chance: somebody else was quicker. */
const SEVERAL = 2;

/**
 * `booking.class`: if slots of a class are listed, one of them can be booked. Spec: "When the slot is no longer available
 * the service answers 409 Conflict". Fails if several slots of a class are refused, each right after it was listed.
 */
export function bookingClass({ history }: JudgeContext): Check[] {
  const booked = history.exchanges.filter((each) => each.operation?.verb === 'book' && isSound(each));
  const byClass = Map.groupBy(booked, (each) => JSON.stringify(classOf(each, listsBefore(each, history).at(-1))));
  return [...byClass].flatMap(([name, tries]) => {
    const taken = tries.find(isAccepted);
    if (name === undefined) return [];
    if (taken) return [passed(ofExchange('booking.class', taken, rowsOfConflict(taken)))];
    // If a booking is expected, its refusal is reported there.
    const refused = tries.filter((each) => isConflict(each) && isExpected(each) && isFresh(each, history));
    const last = refused.at(-1);
    if (!last || !isAnswer(last) || new Set(refused.map(slotOf)).size < SEVERAL) return [];
    const fact = { is: 'class-never-booked', classification: JSON.parse(name), answer: answerText(last) } as const;
    return [failed(ofExchange('booking.class', last, rowsOfConflict(last)), fact)];
  });
}

function isExpected({ step, response }: Exchange): boolean {
  return step?.expect.answers.some(({ status }) => isStatus(status, response?.status ?? 0)) === true;
}

/** Whether nothing was booked in its journey since the list. */
function isFresh(booking: Exchange, history: History): boolean {
  const listed = listsBefore(booking, history).at(-1)?.sent.seq ?? Infinity;
  const { exchanges } = history.journeys.get(booking.sent.journey) ?? { exchanges: [] };
  return !exchanges.some(
    (each) =>
      each.operation?.verb === 'book' && isAccepted(each) && each.sent.seq > listed && each.sent.seq < booking.sent.seq,
  );
}

/** The class that a slot was listed with. */
function classOf(booking: Exchange, list: Exchange | undefined): Json | undefined {
  return list && listedAs(booking, list)?.[SLOT_CLASSIFICATION];
}

/** Answers in the booking's journey, before it, that list all slots of its kind. */
function listsBefore(booking: Exchange, history: History): readonly Exchange[] {
  return listsLike(booking, history).filter(({ response }) => (response?.seq ?? Infinity) < booking.sent.seq);
}

function isListed(booking: Exchange, list: Exchange): boolean {
  return listedAs(booking, list) !== undefined;
}

function listedAs(booking: Exchange, { json }: Exchange): JsonObject | undefined {
  const slot = askedFor(booking, 'timeslot');
  const list: Json = getAt(json ?? null, SLOTS) ?? null;
  if (!isObject(slot) || !Array.isArray(list)) return undefined;
  return (list as readonly Json[]).filter(isObject).find((each) => isSameTime(each, slot));
}

const isSound = ({ step }: Exchange): boolean => step?.request.defect === undefined;

/** When the reservation of a booking expires; if its text names no zone, in the zone that makes it latest. */
function expiryOf(exchange: Exchange, zone = LAST_ZONE): number | undefined {
  const { operation, json, step } = exchange;
  const isSound = operation?.verb === 'book' && isAccepted(exchange) && !step?.request.defect;
  const text = isSound && getAt(json ?? null, EXPIRY);
  return typeof text === 'string' ? momentOf(text, zone) : undefined;
}

/** When the reservation that a request names expired, by the gateway's clock, if it had when the answer came. */
export function lapsedBefore(asking: Exchange, { exchanges }: JourneyHistory, { skew }: History): number | undefined {
  const until = (asking.response?.at ?? asking.sent.at) + TO_THE_SECOND_MS - behindMs(skew);
  const named = exchanges.filter((each) => hasVerb(each, 'book') && isAccepted(each) && uses(asking, each));
  return named.map((each) => expiryOf(each)).find((expiry) => expiry !== undefined && expiry <= until);
}

/** How much the gateway's clock may differ from ours beyond what was measured, in ms. */
function unmeasuredMs({ skew, started }: History): number {
  return skew !== undefined || isInProcess(started?.baseUrl ?? '') ? 0 : CLOCKS_DIFFER_MS;
}

/** The earliest time that the gateway's clock may have shown at a moment of ours. */
const theirs = (at: number, history: History): number => at - behindMs(history.skew) - unmeasuredMs(history);

/**
 * `booking.expiry`: a reservation has not yet expired when it is answered. Spec: Appointment, "When the reservation
 * expires".
 */
export const bookingExpiry = answers((answer, { history }) => {
  const expiry = expiryOf(answer);
  if (expiry === undefined) return [];
  const now = theirs(answer.response.at, history);
  const fact = { is: 'booking-expired', now, expiry, pointer: EXPIRY } as const;
  return passUnless(ofExchange('booking.expiry', answer), expiry <= now && fact);
});

/** A hold counts as usual within this share of it, if enough bookings have it. */
const LEEWAY = 0.5;
const MIN_BOOKINGS = 5;
const MAX_OF_THEM = 0.75;
/** The same share for an agreed hold, which is kept more closely. */
const AGREED_LEEWAY = 0.1;
const TO_THE_SECOND_MS = 1_000;

/**
 * `booking.hold`: a reservation is held for as long as its target agreed. Without an agreement, about as long as most in
 * the run, if most are held alike.
 */
export function bookingHold({ history, contract, target }: JudgeContext): Check[] {
  const agreedMs = agreedSpan('booking.hold', contract, target.readings);
  return agreedMs === undefined ? heldAlike(history) : heldAsAgreed(history, agreedMs);
}

function heldAsAgreed(history: History, agreedMs: number): Check[] {
  const leewayMs = agreedMs * AGREED_LEEWAY + apartMs(history.skew) + unmeasuredMs(history) + TO_THE_SECOND_MS;
  // A reservation given again under its id is held from when it was first given.
  const given = Map.groupBy(holdsIn(history, ''), ({ exchange }) => referenceOf(exchange) ?? exchange);
  return [...given.values()].flatMap(([first]) => {
    if (!first) return [];
    const { exchange, holdMs } = first;
    const tookMs = (exchange.response?.at ?? 0) - exchange.sent.at;
    const isAgreed = holdMs <= agreedMs + leewayMs && holdMs + tookMs >= agreedMs - leewayMs;
    const fact = { is: 'hold-not-agreed', holdMs, agreedMs, pointer: EXPIRY } as const;
    return passUnless(ofExchange('booking.hold', exchange), !isAgreed && fact);
  });
}

function heldAlike(history: History): Check[] {
  const holds = holdsIn(history);
  const sorted = holds.map(({ holdMs }) => holdMs).sort((a, b) => a - b);
  const usualMs = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const isUsual = (holdMs: number): boolean => Math.abs(holdMs - usualMs) <= usualMs * LEEWAY;
  if (sorted.length < MIN_BOOKINGS || sorted.filter(isUsual).length < sorted.length * MAX_OF_THEM) return [];
  return holds.flatMap(({ exchange, holdMs }) => {
    const fact = { is: 'odd-hold', holdMs, usualMs, pointer: EXPIRY } as const;
    return passUnless(ofExchange('booking.hold', exchange), !isUsual(holdMs) && fact);
  });
}

/** How long each reservation is held from its answer on, as its booking says. */
function holdsIn({ exchanges }: History, zone?: string): { readonly exchange: Exchange; readonly holdMs: number }[] {
  return exchanges.flatMap((exchange) => {
    const expiry = expiryOf(exchange, zone);
    return expiry === undefined ? [] : [{ exchange, holdMs: expiry - (exchange.response?.at ?? 0) }];
  });
}

const referenceOf = ({ json }: Exchange): Json | undefined => getAt(json ?? null, SUPPLIER_REFERENCE);

/** A booking with the orders of its journey that use it, and further attempts to book its slot. */
interface UsedBooking {
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
function eachBooking(
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

const bookingsIn = oncePer(({ exchanges: all, journeys, orders }: History) => {
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

const slotOf = (booking: Exchange): string =>
  JSON.stringify([askedFor(booking, 'address'), askedFor(booking, 'timeslot')]);

/** The rows that say when a booking is a conflict. */
const rowsOfConflict = ({ operation }: Exchange): readonly string[] => Object.values(operation?.conflicts ?? {});

const isConflict = ({ operation, response }: Exchange): boolean =>
  operation?.conflicts?.[String(response?.status)] !== undefined;

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

/** How many bookings a slot takes at an address of a journey; undefined if the world does not say. */
export function capacityAt(its: JourneyHistory, address: Json | undefined): number | undefined {
  const capacity = siteAt(its, address)?.slotCapacity;
  return typeof capacity === 'number' ? capacity : undefined;
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
