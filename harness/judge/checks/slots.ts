import type { Fact } from '../../findings.ts';
import type { Json } from '../../model.ts';
import { instantText, momentOf } from '../../values/iso8601.ts';
import { localDate } from '../../values/local-time.ts';
import { getAt, isObject, pointerOf } from '../../values/pointer.ts';
import { behindMs } from '../../wire/skew.ts';
import {
  type AnswerOf,
  answers,
  type JudgeContext,
  observed,
  ofExchange,
  passed,
  type Subject,
  verdictOn,
} from '../check.ts';
import { isWithin, localText, type Window, windowsOf, zoneOf } from '../classification.ts';
import { isAccepted } from '../exchange.ts';
import { BOOKED_SLOT, SLOT_CLASSIFICATION, SLOT_END, SLOT_START, SLOTS, SLOTS_FROM } from '../places.ts';

interface Slot {
  readonly at: string;
  readonly start: number;
  readonly end: number;
  readonly classification: Json | undefined;
}

const cached = new WeakMap<object, readonly Slot[]>();

/**
 * The slots that an answer offers, or the one that it booked, whose times can be read; the others are the schema's to
 * judge. Null where there are none.
 */
function slotsOf(answer: AnswerOf): readonly Slot[] | null {
  const { operation, json } = answer;
  if (!isAccepted(answer) || !isObject(json)) return null;
  let slots = cached.get(json);
  if (!slots) {
    const list = operation.verb === 'slots' ? getAt(json, SLOTS) : null;
    const booked = operation.verb === 'book' ? readSlot(getAt(json, BOOKED_SLOT), BOOKED_SLOT) : [];
    slots = Array.isArray(list) ? list.flatMap((slot, i) => readSlot(slot, SLOTS + pointerOf([i]))) : booked;
    cached.set(json, slots);
  }
  return slots.length === 0 ? null : slots;
}

function readSlot(slot: Json | undefined, at: string): readonly Slot[] {
  if (!isObject(slot)) return [];
  const start = momentOf(String(slot[SLOT_START]));
  const end = momentOf(String(slot[SLOT_END]));
  // An end without a zone is the gateway's to read, not ours.
  if (start === undefined || end === undefined) return [];
  return [{ at, start, end, classification: slot[SLOT_CLASSIFICATION] }];
}

/** `slots.order`: a slot starts before it ends. Spec: Timeslot. */
export const slotsOrder = answers((answer) => {
  const slots = slotsOf(answer);
  if (!slots) return [];
  const wrong = slots.filter(({ start, end }) => start >= end);
  // Ten wrong slots are one finding.
  const [first] = wrong;
  const counts = { count: wrong.length, of: slots.length };
  return verdictOn(
    ofExchange('slots.order', answer),
    first && {
      is: 'slot-backwards',
      ...counts,
      start: first.start,
      end: first.end,
      pointer: first.at + pointerOf([SLOT_END]),
    },
  );
});

/** `slots.classification`: a slot's day and hours are those of its class, by one clock at least. Spec: Enum: timeslot classification. */
export const slotsClassification = answers((answer, context) => {
  const judged = classedSlots(answer, context);
  const wrong = judged.filter(({ fit }) => fit === 'no');
  const right = judged.filter(({ fit }) => fit === 'yes');
  const subjectOn = (of: readonly Classed[]): Subject => ofExchange('slots.classification', answer, rowsOf(of));
  return [
    ...(wrong.length > 0 ? verdictOn(subjectOn(wrong), misplaced(wrong, judged.length)) : []),
    ...(right.length > 0 ? [passed(subjectOn(right))] : []),
  ];
});

/** `slots.local`: the clock by which slots are classified is that on the spot. The spec does not say whose it is (SIL-34). */
export const slotsLocal = answers((answer, context) => {
  const judged = classedSlots(answer, context).filter(({ fit }) => fit !== 'no');
  if (judged.length === 0) return [];
  const wrong = judged.filter(({ fit }) => fit === 'utc-only');
  return verdictOn(ofExchange('slots.local', answer), misplaced(wrong, judged.length, 'local'));
});

interface Classed {
  readonly slot: Slot;
  readonly window: Window;
  readonly zone: string;
  readonly fit: ReturnType<typeof isWithin>;
}

/** The slots of a class that the contract knows, with whether they are in its hours. */
function classedSlots(answer: AnswerOf, { contract, history }: JudgeContext): readonly Classed[] {
  const windows = windowsOf(contract);
  const zone = zoneOf(history);
  return (slotsOf(answer) ?? []).flatMap((slot) => {
    const window = windows.get(String(slot.classification));
    return window ? [{ slot, window, zone, fit: isWithin(window, slot.start, slot.end, zone) }] : [];
  });
}

function rowsOf(of: readonly Classed[]): readonly string[] {
  return [...new Set(of.flatMap(({ window: { requirement } }) => requirement ?? []))];
}

/** Of slots that are wrong alike, one finding. */
function misplaced([first, ...more]: readonly Classed[], of: number, clock?: string): Fact | undefined {
  if (!first) return undefined;
  const { slot, zone } = first;
  const told = { count: more.length + 1, of, clock, class: slot.classification };
  return { is: 'slot-misplaced', ...told, slot: localText(slot.start, slot.end, zone), pointer: slot.at };
}

/**
 * `slots.future`: slots are not before the date that was asked for. Spec: Endpoints 2, "ISO 8601 date to search from".
 * Where none was asked for, slots in the past are only observed.
 */
export const slotsFuture = answers((answer, { history }) => {
  const slots = answer.operation.verb === 'slots' ? slotsOf(answer) : null;
  if (!slots) return [];
  const subject = ofExchange('slots.future', answer);
  const from = getAt(answer.asked, SLOTS_FROM);
  const parameter = answer.operation.parameters.find(({ name }) => SLOTS_FROM.endsWith(`/${name}`));
  if (typeof from === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(from)) {
    // Early by both clocks: the date of a slot just after midnight depends on whose it is.
    const early = slots.filter(
      ({ start }) => localDate(zoneOf(history), start) < from && instantText(start).slice(0, 10) < from,
    );
    const rows = parameter?.requirement === undefined ? [] : [parameter.requirement];
    return verdictOn(
      { ...subject, requirements: rows },
      early[0] && { is: 'slot-before-date', from, ...firstOf(early, slots) },
    );
  }
  const now = answer.sent.at - behindMs(history.skew);
  const past = slots.filter(({ start }) => start < now);
  return past.length === 0 ? [] : [observed(subject, { is: 'slot-past', now, ...firstOf(past, slots) })];
});

function firstOf(wrong: readonly Slot[], all: readonly Slot[]) {
  const [{ at, start } = { at: '', start: 0 }] = wrong;
  return { count: wrong.length, of: all.length, start, pointer: at + pointerOf([SLOT_START]) };
}
