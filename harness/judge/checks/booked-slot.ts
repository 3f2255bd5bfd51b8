import type { Json, JsonObject } from '../../model.ts';
import { sameJson } from '../../values/equal.ts';
import { momentOf } from '../../values/iso8601.ts';
import { getAt, isObject } from '../../values/pointer.ts';
import { answers, ofExchange, quote, verdictOn } from '../check.ts';
import { askedFor, isAccepted } from '../exchange.ts';
import { BOOKED_SLOT, SLOT_CLASSIFICATION, SLOT_END, SLOT_STANDARD, SLOT_START, SLOTS } from '../places.ts';

/** `booking.slot`: a booked slot is told as it was listed, whatever its times are written like. */
export const bookingSlot = answers((answer, { history }) => {
  const { operation, json, sent, step } = answer;
  const slot = getAt(json ?? null, BOOKED_SLOT);
  if (operation.verb !== 'book' || !isAccepted(answer) || !isObject(slot) || step?.request.defect) return [];
  const asked = (history.journeys.get(sent.journey)?.exchanges ?? []).filter(
    (each) => each.operation?.verb === 'slots' && isAccepted(each) && sent.seq > each.sent.seq,
  );
  const about = asked.filter((each) =>
    sameJson(askedFor(each, 'address') ?? null, askedFor(answer, 'address') ?? null),
  );
  const listed = about.flatMap(({ json: body }) => listIn(body)).filter((each) => isSameTime(each, slot));
  if (listed.length === 0) return [];
  const [like] = listed;
  const wrong = Object.entries(slot).filter(
    ([name, value]) =>
      TOLD_OF_SLOTS.has(name) && listed.every((each) => each[name] !== undefined && !sameJson(each[name], value)),
  );
  const findings = wrong.map(([name, value]) => ({
    summary: `a slot was booked with another ${name} than it was listed with`,
    expected: quote(like?.[name]),
    actual: quote(value),
    pointer: `${BOOKED_SLOT}/${name}`,
  }));
  return verdictOn(ofExchange('booking.slot', answer), findings);
});

/** What else a gateway says of a slot may change with its booking. */
const TOLD_OF_SLOTS: ReadonlySet<string> = new Set([SLOT_CLASSIFICATION, SLOT_STANDARD]);
const TIMES: ReadonlySet<string> = new Set([SLOT_START, SLOT_END]);

function listIn(body: Json | undefined): readonly JsonObject[] {
  const list = getAt(body ?? null, SLOTS);
  return Array.isArray(list) ? list.filter(isObject) : [];
}

function isSameTime(one: JsonObject, other: JsonObject): boolean {
  return [...TIMES].every((name) => {
    const moment = momentOf(String(one[name]), 'Z');
    return moment !== undefined && moment === momentOf(String(other[name]), 'Z');
  });
}
