import type { Finding, Json } from '../../model.ts';
import { instantText, momentOf } from '../../values/iso8601.ts';
import { localDate } from '../../values/local-time.ts';
import { getAt, isObject, pointerOf } from '../../values/pointer.ts';
import { behindMs } from '../../wire/skew.ts';
import {
  type AnswerOf,
  answers,
  failed,
  type JudgeContext,
  observed,
  ofExchange,
  passed,
  quote,
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
  const findings = wrong.slice(0, 1).map(({ at, start, end }) => ({
    kind: 'slots do not start before they end',
    summary: `${wrong.length} of ${slots.length} slots do not start before they end`,
    expected: `an end after ${instantText(start)}`,
    actual: instantText(end),
    pointer: at + pointerOf([SLOT_END]),
  }));
  return verdictOn(ofExchange('slots.order', answer), findings);
});

/** `slots.classification`: a slot's day and hours are those of its class, by one clock at least. Spec: Enum: timeslot classification. */
export const slotsClassification = answers((answer, context) => {
  const judged = classedSlots(answer, context);
  const wrong = judged.filter(({ fit }) => fit === 'no');
  const right = judged.filter(({ fit }) => fit === 'yes');
  return [
    ...misplaced(wrong, judged.length).map((finding) =>
      failed(ofExchange('slots.classification', answer, rowsOf(wrong)), finding),
    ),
    ...(right.length > 0 ? [passed(ofExchange('slots.classification', answer, rowsOf(right)))] : []),
  ];
});

/** `slots.local`: the clock by which slots are classified is that on the spot. The spec does not say whose it is (SIL-34). */
export const slotsLocal = answers((answer, context) => {
  const judged = classedSlots(answer, context).filter(({ fit }) => fit !== 'no');
  if (judged.length === 0) return [];
  const wrong = judged.filter(({ fit }) => fit === 'utc-only');
  return verdictOn(ofExchange('slots.local', answer), misplaced(wrong, judged.length, ' in local time'));
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
function misplaced(wrong: readonly Classed[], of: number, how = ''): Finding[] {
  return wrong.slice(0, 1).map(({ slot, zone }) => ({
    kind: `slots are not what their class says${how}`,
    summary: `${wrong.length} of ${of} slots are not what their class says${how}`,
    expected: `a slot of the class ${quote(slot.classification)}`,
    actual: localText(slot.start, slot.end, zone),
    pointer: slot.at,
  }));
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
      earlyFinding(early, slots, 'before the date asked for', `a start on ${from} or later`),
    );
  }
  const now = answer.sent.at - behindMs(history.skew);
  const past = slots.filter(({ start }) => start < now);
  const words = `a start after ${instantText(now)}`;
  return earlyFinding(past, slots, 'in the past', words).map((finding) => observed(subject, finding));
});

function earlyFinding(wrong: readonly Slot[], all: readonly Slot[], where: string, expected: string): Finding[] {
  return wrong.slice(0, 1).map(({ at, start }) => ({
    summary: `${wrong.length} of ${all.length} slots lie ${where}`,
    kind: `slots lie ${where}`,
    expected,
    actual: instantText(start),
    pointer: at + pointerOf([SLOT_START]),
  }));
}
