import type { Fact } from '../../findings.ts';
import type { Check, Json } from '../../model.ts';
import { sameJson } from '../../values/equal.ts';
import { isDate, momentOf } from '../../values/iso8601.ts';
import { oncePer } from '../../values/once.ts';
import { getAt, isObject, pointerOf } from '../../values/pointer.ts';
import { answers, failed, type OperationAnswer, ofExchange, passed } from '../check.ts';
import { askedFor, isAccepted } from '../exchange.ts';
import type { History } from '../history.ts';
import { AVAILABILITY_ADDRESS, OFFERED } from '../member-names.ts';
import { rowsAlong } from '../schema-rows.ts';

/** `availability.echo`: the answer is about the address that was asked for. Spec: Service availability result. */
export const availabilityEcho = answers((answer, { history }) =>
  echoOf('availability.echo', answer, [['address', AVAILABILITY_ADDRESS]], history),
);

/**
 * `slots.echo`: the slots are for the requested address and service, and the service's name belongs to no other. Spec:
 * Available timeslot query result.
 */
export const slotsEcho = answers((answer, { history }) =>
  echoOf('slots.echo', answer, [['address'], ['service', undefined, ['id']]], history),
);

/** `booking.echo`: the booking repeats what was booked. Spec: Appointment, "echoed back" and direction "both". */
export const bookingEcho = answers((answer, { history }) => {
  const fields: readonly Echoed[] = [['id'], ['address'], ['service', undefined, ['id']], ['purpose'], ['timeslot']];
  return echoOf('booking.echo', answer, fields, history);
});

/** By name, the ids of the services to which availability gave that name. */
const idsByName = oncePer(({ exchanges }: History): ReadonlyMap<Json, ReadonlySet<Json>> => {
  const ids = new Map<Json, Set<Json>>();
  for (const each of exchanges) {
    if (each.operation?.verb !== VERB_OF['availability.echo'] || !isAccepted(each)) continue;
    const services = getAt(each.json ?? null, OFFERED);
    for (const { name, id = null } of Array.isArray(services) ? services.filter(isObject) : [])
      if (name !== undefined) ids.set(name, (ids.get(name) ?? new Set()).add(id));
  }
  return ids;
});

/** Fails if availability gave a service's name to another service, and not to one with its id. */
function otherName(came: Json, history: History, at: string): Fact[] {
  if (!isObject(came) || came.id === undefined || came.name === undefined) return [];
  const ids = idsByName(history).get(came.name);
  if (!ids || ids.has(came.id)) return [];
  const { id, name } = came;
  return [{ is: 'name-of-another', id, name, others: [...ids].map(String), pointer: at + pointerOf(['name']) }];
}

/** A verb's field, where its value comes back (by default, where it is in the request), and the members that must match. */
type Echoed = readonly [field: string, pointer?: string | undefined, members?: readonly string[]];

const VERB_OF: Readonly<Record<string, string>> = {
  'availability.echo': 'availability',
  'slots.echo': 'slots',
  'booking.echo': 'book',
};

/** Compares what was asked with what came back; the schema checks what is missing. */
function echoOf(check: string, answer: OperationAnswer, fields: readonly Echoed[], history: History): Check[] {
  const { operation, json, step, sent, response } = answer;
  if (operation.verb !== VERB_OF[check] || !isAccepted(answer) || !isObject(json)) return [];
  // An accepted faulty request fails elsewhere; what is no UTF-8 says nothing that could come back.
  if (step?.request.defect || step?.request.spelling === 'latin-1') return [];
  const schema = operation.responses[String(response.status)]?.schema;
  const breaches = fields.flatMap(([field, pointer, members]) => {
    const asked = pick(askedFor(answer, field), members);
    const place = pointer ?? (operation.fields.find((each) => each.field === field)?.to ?? '').replace(/^\/[^/]+/, '');
    const came = getAt(json, place);
    if (asked === undefined || came === undefined) return [];
    const subject = ofExchange(check, answer, rowsAlong(schema, place).slice(0, 1));
    const others = contradictions(asked, came, place).map(
      (each): Fact => ({ is: 'other-echo', verb: sent.verb, field, ...each }),
    );
    return [...others, ...(field === 'service' ? otherName(came, history, place) : [])].map((fact) => ({
      subject,
      fact,
    }));
  });
  const [first] = breaches;
  if (!first) return [passed(ofExchange(check, answer))];
  const earlier = earlierAlike(answer, history);
  return earlier
    ? [failed(first.subject, { is: 'answered-again', verb: sent.verb, ...earlier })]
    : breaches.map(({ subject, fact }) => failed(subject, fact));
}

/** An earlier request of the same kind that had the same answer. */
function earlierAlike({ sent, json = null }: OperationAnswer, { exchanges }: History) {
  const first = exchanges.find(
    (each) =>
      each.sent.verb === sent.verb && each.sent.seq < sent.seq && isAccepted(each) && sameJson(each.json ?? null, json),
  );
  return first?.sent && { step: first.sent.step, journey: first.sent.journey };
}

function pick(value: Json | undefined, members: readonly string[] | undefined): Json | undefined {
  if (!members || !isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => members.includes(name)));
}

/** Where what came contradicts what was asked. Extra and missing members are allowed. */
function contradictions(asked: Json, came: Json, at: string): { owed: Json; came: Json; pointer: string }[] {
  if (isObject(asked) && isObject(came)) {
    return Object.entries(asked).flatMap(([name, value]) => {
      const other = came[name];
      return other === undefined ? [] : contradictions(value, other, at + pointerOf([name]));
    });
  }
  if (isEqual(asked, came)) return [];
  return [{ owed: asked, came, pointer: at }];
}

/** Whether values are equal; date-times if they mean the same moment, and a date equals any time on it. */
export function isEqual(a: Json, b: Json): boolean {
  if (typeof a !== 'string' || typeof b !== 'string' || a === b) return sameJson(a, b);
  const [days, others] = [[a, b].map(dayOf), [a, b].map(momentsOf)];
  if (isDate(a) || isDate(b)) return days[0] !== undefined && days[0] === days[1];
  return others[0]?.some((moment) => others[1]?.includes(moment)) ?? false;
}

/** The digits of the day that a date or date-time names. */
function dayOf(text: string): string | undefined {
  const [day = ''] = text.split('T');
  return isDate(day) ? day.replaceAll('-', '') : undefined;
}

/** The moments that a date-time may mean: without a zone, it may be UTC or British summer time. */
function momentsOf(text: string): readonly number[] {
  return ['Z', '+01:00'].flatMap((zone) => momentOf(text, zone) ?? []);
}
