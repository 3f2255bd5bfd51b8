import { agreedSpan } from '../../contract/readings.ts';
import type { Check, Json, JsonObject } from '../../model.ts';
import { sameJson } from '../../values/equal.ts';
import { getAt, isObject } from '../../values/pointer.ts';
import { isStatus } from '../../wire/answer.ts';
import { apartMs } from '../../wire/skew.ts';
import { answerText } from '../answer.ts';
import { answers, failed, type JudgeContext, ofExchange, passed, passUnless } from '../check.ts';
import { askedFor, type Exchange, isAccepted, isAnswer } from '../exchange.ts';
import type { History } from '../history.ts';
import { BOOKED_SLOT, EXPIRY, SLOT_CLASSIFICATION, SLOT_STANDARD, SLOTS, SUPPLIER_REFERENCE } from '../member-names.ts';
import {
  expiryOf,
  isConflict,
  isSameTime,
  isSound,
  listedAs,
  listsBefore,
  rowsOfConflict,
  slotOf,
  TO_THE_SECOND_MS,
  theirs,
  unmeasuredMs,
} from './used-bookings.ts';

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
