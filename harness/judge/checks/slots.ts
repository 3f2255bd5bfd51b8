import type { Fact } from '../../findings.ts';
import type { Check, Json } from '../../model.ts';
import { sameJson } from '../../values/equal.ts';
import { instantText, momentOf } from '../../values/iso8601.ts';
import { localDate } from '../../values/local-time.ts';
import { oncePer, remembered } from '../../values/once.ts';
import { getAt, isObject, itemsOf, pointerOf } from '../../values/pointer.ts';
import { behindMs } from '../../wire/skew.ts';
import {
  answers,
  type JudgeContext,
  type OperationAnswer,
  ofExchange,
  passed,
  passUnless,
  type Subject,
} from '../check.ts';
import { localText, type Window, type WindowFit, windowFit, windowsOf, zoneOf } from '../classification.ts';
import { askedFor, type Exchange, isAccepted } from '../exchange.ts';
import type { History } from '../history.ts';
import {
  BOOKED_SLOT,
  SLOT_CLASSIFICATION,
  SLOT_END,
  SLOT_START,
  SLOTS,
  SLOTS_FROM,
  SLOTS_OF_CLASS,
} from '../member-names.ts';
import { rowsOfParameter } from '../schema-rows.ts';

/** The content of a slot. Answers repeat slots, so each is read once. */
interface OfferedSlot {
  readonly start: number;
  readonly end: number;
  readonly classification: Json | undefined;
  /** Absent for a class that the contract does not know. */
  readonly window: Window | undefined;
  /** By which clocks the slot is within the hours of its class. */
  readonly fit: WindowFit | undefined;
}

/** The slots of an answer by their index; null if its times cannot be read, which the schema check reports. */
type Offered = readonly (OfferedSlot | null)[];

const NONE: Offered = [];
const MAX_SLOTS = 10_000;

/** The slots that an answer offers, or the one that it booked. */
const slotsOf = (answer: OperationAnswer, context: JudgeContext): Offered => offeredIn(context)(answer);

const offeredIn = oncePer((context: JudgeContext) => {
  const slotOf = remembered(MAX_SLOTS, (told: string) => readSlot(JSON.parse(told) as readonly Json[], context));
  return oncePer((answer: OperationAnswer): Offered => {
    const { operation, json } = answer;
    if (!isAccepted(answer) || !isObject(json) || (operation.verb !== 'slots' && operation.verb !== 'book'))
      return NONE;
    const list = operation.verb === 'slots' ? itemsOf(getAt(json, SLOTS)) : [getAt(json, BOOKED_SLOT)];
    return list.map((each) => (isObject(each) ? slotOf(JSON.stringify(TOLD.map((name) => each[name]))) : null));
  });
});

/** The members of a slot that are read. */
const TOLD = [SLOT_START, SLOT_END, SLOT_CLASSIFICATION];

function readSlot(
  [from, to, classification]: readonly Json[],
  { contract, history }: JudgeContext,
): OfferedSlot | null {
  const [start, end] = [momentOf(String(from)), momentOf(String(to))];
  // A time without a zone cannot be placed by us.
  if (start === undefined || end === undefined) return null;
  const window = windowsOf(contract).get(String(classification));
  const fit = window && windowFit(window, start, end, zoneOf(history));
  return { start, end, classification, window, fit };
}

/** The indices of slots for which something holds. */
function placesOf(offered: Offered, isSo: (slot: OfferedSlot) => boolean): readonly number[] {
  const places: number[] = [];
  for (let at = 0; at < offered.length; at += 1) {
    const slot = offered[at];
    if (slot && isSo(slot)) places.push(at);
  }
  return places;
}

const countOf = (offered: Offered): number => placesOf(offered, () => true).length;

const pointerAt = ({ operation: { verb } }: OperationAnswer, at: number): string =>
  verb === 'slots' ? SLOTS + pointerOf([at]) : BOOKED_SLOT;

/** `slots.order`: a slot starts before it ends. Spec: Timeslot. */
export const slotsOrder = answers((answer, context) => {
  const offered = slotsOf(answer, context);
  const of = countOf(offered);
  if (of === 0) return [];
  // Several wrong slots are one finding.
  const wrong = placesOf(offered, ({ start, end }) => start >= end);
  const [at = 0] = wrong;
  const { start = 0, end = 0 } = offered[at] ?? {};
  const pointer = pointerAt(answer, at) + pointerOf([SLOT_END]);
  return passUnless(
    ofExchange('slots.order', answer),
    wrong.length > 0 && { is: 'slot-backwards', count: wrong.length, of, start, end, pointer },
  );
});

/**
 * `slots.classification`: a slot's day and hours are those of its class, by at least one clock, and by the same clock for
 * all slots of an answer. Spec: Enum: timeslot classification.
 */
export const slotsClassification = answers((answer, context) => {
  const offered = slotsOf(answer, context);
  const wrong = placesOf(offered, ({ fit }) => fit === 'no');
  const right = placesOf(offered, ({ fit }) => fit === 'yes' || fit === 'local-only');
  const odd = byAnotherClock(offered);
  const subjectOn = (of: readonly number[]): Subject => ofExchange('slots.classification', answer, rowsOf(offered, of));
  const of = placesOf(offered, ({ fit }) => fit !== undefined).length;
  return [
    ...(wrong.length > 0 ? passUnless(subjectOn(wrong), misplaced(answer, wrong, of, context)) : []),
    ...(odd.length > 0 ? passUnless(subjectOn(odd), misplaced(answer, odd, of, context, "the others'")) : []),
    ...(right.length > 0 ? [passed(subjectOn(right))] : []),
  ];
});

/**
 * Slots with stated hours that are right only by local time, next to others that are right only by UTC: the fewer of the
 * two.
 */
function byAnotherClock(offered: Offered): readonly number[] {
  const by = (clock: WindowFit): readonly number[] =>
    placesOf(offered, ({ fit, window }) => fit === clock && !!window?.hours);
  const [local, utc] = [by('local-only'), by('utc-only')];
  return local.length < utc.length ? local : local.length === 0 ? [] : utc;
}

/** `slots.local`: slots are classified by local time. The spec does not say which clock applies (SIL-34). */
export const slotsLocal = answers((answer, context) => {
  const offered = slotsOf(answer, context);
  const of = placesOf(offered, ({ fit }) => fit !== undefined && fit !== 'no').length;
  if (of === 0) return [];
  const wrong = placesOf(offered, ({ fit }) => fit === 'utc-only');
  return passUnless(ofExchange('slots.local', answer), misplaced(answer, wrong, of, context, 'local'));
});

function rowsOf(offered: Offered, places: readonly number[]): readonly string[] {
  return [...new Set(places.flatMap((at) => offered[at]?.window?.requirement ?? []))];
}

/** One finding for slots that are wrong alike. */
function misplaced(
  answer: OperationAnswer,
  [first, ...more]: readonly number[],
  of: number,
  context: JudgeContext,
  clock?: string,
): Fact | undefined {
  const one = first === undefined ? null : slotsOf(answer, context)[first];
  if (first === undefined || !one) return undefined;
  const told = { count: more.length + 1, of, clock, class: one.classification };
  const slot = localText(one.start, one.end, zoneOf(context.history));
  return { is: 'slot-misplaced', ...told, slot, pointer: pointerAt(answer, first) };
}

/** `slots.future`: no slot is before the requested date. Spec: Endpoints 2, "ISO 8601 date to search from". */
export const slotsFuture = answers((answer, context) => {
  const from = getAt(answer.asked, SLOTS_FROM);
  if (!isDay(from)) return [];
  const rows = rowsOfParameter(answer.operation, SLOTS_FROM);
  return noneIn(answer, context, ofExchange('slots.future', answer, rows), { is: 'slot-before-date', from }, (slot) =>
    isBeforeDay(slot, from, context.history),
  );
});

/** `slots.begun`: without a requested date, no slot has begun already. The specification leaves that open. */
export const slotsBegun = answers((answer, context) => {
  if (isDay(getAt(answer.asked, SLOTS_FROM))) return [];
  const now = nowOf(answer, context.history);
  return noneIn(
    answer,
    context,
    ofExchange('slots.begun', answer),
    { is: 'slot-past', now },
    ({ start }) => start < now,
  );
});

/** The time of the request by the gateway's clock. */
const nowOf = ({ sent }: OperationAnswer, { skew }: History): number => sent.at - behindMs(skew);

type Misplaced =
  | { readonly is: 'slot-before-date'; readonly from: string }
  | { readonly is: 'slot-past'; readonly now: number };

/** Passes if no slot of an answer is misplaced; no check for an answer without slots. */
function noneIn(
  answer: OperationAnswer,
  context: JudgeContext,
  subject: Subject,
  what: Misplaced,
  isMisplaced: (slot: OfferedSlot) => boolean,
): Check[] {
  const offered = answer.operation.verb === 'slots' ? slotsOf(answer, context) : NONE;
  const of = countOf(offered);
  if (of === 0) return [];
  const places = placesOf(offered, isMisplaced);
  const [at = 0] = places;
  const pointer = pointerAt(answer, at) + pointerOf([SLOT_START]);
  const told = { count: places.length, of, start: offered[at]?.start ?? 0, pointer };
  return passUnless(subject, places.length > 0 && { ...what, ...told });
}

/** Answers in the same journey that list all slots of the address and purpose of `one`. */
export function listsLike(one: Exchange, { journeys }: History): readonly Exchange[] {
  const of = (each: Exchange): string =>
    JSON.stringify([
      each.sent.tenant,
      ...['address', 'purpose'].map((field) => askedFor(each, field)),
      getAt(askedFor(each, 'service') ?? null, '/id'),
    ]);
  return (journeys.get(one.sent.journey)?.exchanges ?? []).filter(
    (each) =>
      each.operation?.verb === 'slots' && isAccepted(each) && narrowedBy(each).length === 0 && of(each) === of(one),
  );
}

/** Places in the query that no verb's field fills: they narrow a search. */
function narrowedBy({ operation, asked }: Exchange): readonly string[] {
  const places = Object.keys(asked.query).map((name) => `/query${pointerOf([name])}`);
  return places.filter((at) => !operation?.fields.some(({ to }) => to === at));
}

/**
 * `slots.narrowed`: a search for one class, or from a date, shows all its slots that full lists show both before and after.
 * Spec: Endpoints 2, "One classification value", "ISO 8601 date to search from". How far ahead a search from a date looks
 * is not stated, so that there a missing slot counts only if a later one is shown. Slots that the run itself booked may
 * come and go.
 */
export const slotsNarrowed = answers((answer, context) => {
  const { history } = context;
  const by = answer.operation.verb === 'slots' && isAccepted(answer) ? narrowedBy(answer) : [];
  const isSought = by.length > 0 ? soughtBy(by, answer, history) : undefined;
  const [before, after] = isSought ? listsAround(answer, history) : [];
  if (!isSought || !before || !after) return [];
  const namesIn = (each: OperationAnswer): ReadonlySet<string> => new Set(slotsOf(each, context).map(nameOf));
  const [told, staying, now] = [namesIn(answer), namesIn(after), nowOf(answer, history)];
  const owed = slotsOf(before, context).filter(
    (each): each is OfferedSlot => each !== null && isSought(each) && staying.has(nameOf(each)) && each.start >= now,
  );
  if (owed.length === 0) return [];
  const last = Math.max(...slotsOf(answer, context).map((each) => each?.start ?? 0));
  const isFarAhead = ({ start }: OfferedSlot): boolean => start >= last && by.includes(SLOTS_FROM);
  const left = owed.filter((each) => !told.has(nameOf(each)) && !isFarAhead(each) && !isBooked(answer, each, history));
  const [first] = left;
  const slot = first ? localText(first.start, first.end, zoneOf(history)) : '';
  const fact = { is: 'slot-left-out', count: left.length, of: owed.length, slot, pointer: SLOTS } as const;
  const rows = by.flatMap((at) => rowsOfParameter(answer.operation, at));
  const subject = ofExchange('slots.narrowed', answer, rows);
  return passUnless(subject, left.length > 0 && fact);
});

/** Which slots a search asks for, by everything that narrows it; undefined if one of its words is unknown. */
function soughtBy(
  by: readonly string[],
  { asked }: OperationAnswer,
  history: History,
): ((slot: OfferedSlot) => boolean) | undefined {
  const each = by.map((at): ((slot: OfferedSlot) => boolean) | undefined => {
    const word = getAt(asked, at);
    if (at === SLOTS_OF_CLASS) return ({ classification }) => classification === word;
    return at === SLOTS_FROM && isDay(word) ? (slot) => !isBeforeDay(slot, word, history) : undefined;
  });
  return each.includes(undefined) ? undefined : (slot) => each.every((isSo) => isSo?.(slot));
}

/** The last full list before an answer, and the first one after it. */
function listsAround(answer: OperationAnswer, history: History): readonly (OperationAnswer | undefined)[] {
  const lists = listsLike(answer, history).filter((each): each is OperationAnswer => each.response !== undefined);
  const isBefore = ({ response }: OperationAnswer): boolean => response.seq < answer.sent.seq;
  return [lists.findLast(isBefore), lists.find(({ sent }) => sent.seq > answer.response.seq)];
}

/** Whether the run asked to book this slot of a search. */
function isBooked(search: OperationAnswer, { start, end }: OfferedSlot, { exchanges }: History): boolean {
  const address = askedFor(search, 'address') ?? null;
  return exchanges.some((each) => {
    const slot = each.operation?.verb === 'book' ? askedFor(each, 'timeslot') : undefined;
    if (!isObject(slot) || !sameJson(askedFor(each, 'address') ?? null, address)) return false;
    return momentOf(String(slot[SLOT_START])) === start && momentOf(String(slot[SLOT_END])) === end;
  });
}

const nameOf = (slot: OfferedSlot | null): string =>
  JSON.stringify(slot && [slot.start, slot.end, slot.classification]);

const isDay = (asked: Json | undefined): asked is string =>
  typeof asked === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(asked);

/** Whether a slot is before a day by both clocks: just after midnight its date depends on the clock. */
const isBeforeDay = ({ start }: OfferedSlot, day: string, history: History): boolean =>
  instantText(start).slice(0, 10) < day && localDate(zoneOf(history), start) < day;
