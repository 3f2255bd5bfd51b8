import type { Fact } from '../../findings.ts';
import { idIn } from '../../journey/calls.ts';
import { CHANGES } from '../../kci/course.ts';
import { departures } from '../../kci/read.ts';
import { ruleOf } from '../../kci/stream.ts';
import type { Check, Json, KciEvent, KciProfile, Locator } from '../../model.ts';
import { cut } from '../../values/cut.ts';
import { wordLocator } from '../../values/part.ts';
import { getAt, pointerOf } from '../../values/pointer.ts';
import { kebab } from '../../values/spelling.ts';
import { worded } from '../../verdict/worded.ts';
import { headerOf, whereBroken } from '../../wire/wire.ts';
import { NO_TEXT } from '../answer.ts';
import {
  type CheckFunction,
  failed,
  inconclusive,
  type JudgeContext,
  observed,
  ofOrder,
  ofRun,
  orders,
  passed,
  profileAt,
} from '../check.ts';
import { askedFor } from '../exchange.ts';
import { type Delivery, eventName, type OrderHistory, orderOf, turnsDown } from '../orders.ts';

/** `kci.readable`: a delivery has the profile's form, and says which order and event it is about. */
export function kciReadable(context: JudgeContext): Check[] {
  const unread = context.history.deliveries.filter(
    ({ seen, event }) => seen.expectedPath && (event.unreadable !== undefined || event.orderId === undefined),
  );
  const read = readableOrders(context);
  const foreign = foreignFinding(context);
  if (foreign) return [failed(ofRun('kci.readable', unread[0]?.seen.seq ?? 0), foreign)];
  return [
    ...read,
    ...unread.map(({ seen, event }) => {
      const subject = ofRun('kci.readable', seen.seq);
      const { unreadable: problem, malformed, isTooMuch } = event;
      const expected = malformed?.some(({ field }) => field === 'orderId')
        ? expectedOf('orderId', context.profile)
        : `an event as the profile ${context.profile.profile} describes it`;
      const { text = NO_TEXT } = seen.body;
      const told = { expected, text: whereBroken(text, problem ?? '') };
      const fact: Fact =
        problem === undefined ? { is: 'no-order-named', ...told } : { is: 'unreadable', problem, ...told };
      // No profile limits sizes, so a body beyond ours proves nothing.
      return isTooMuch ? inconclusive(subject, 'no-answer', worded(fact).summary) : failed(subject, fact);
    }),
  ];
}

const MANY = 3;

/** If no delivery says what the profile looks for, reports once what they have in common. */
function foreignFinding({ history, profile }: JudgeContext): Fact | undefined {
  const came = history.deliveries.filter(({ seen }) => seen.expectedPath);
  const [first] = came;
  const isForeign = ({ event }: Delivery): boolean =>
    event.unreadable === undefined && event.name === undefined && event.orderId === undefined;
  if (!first || came.length < MANY || !came.every(isForeign)) return undefined;
  return { is: 'all-foreign', count: came.length, profile: profile.profile, text: first.seen.body.text };
}

const readableOrders: CheckFunction = orders((order, { profile }) =>
  eachDelivery('kci.readable', order, (delivery): Fact[] => {
    const { seen, event } = delivery;
    const type = headerOf(seen.headers, 'content-type');
    const isRight = mediaType(type) === mediaType(profile.wire.contentType);
    const malformed = (event.malformed ?? []).map(({ field, text }): Fact => {
      return { is: 'field-unreadable', field: kebab(field), expected: expectedOf(field, profile), actual: cut(text) };
    });
    const missing = emptyFields(order, delivery, profile).map((field): Fact => {
      const actual = event.nulls?.includes(field) ? 'null' : '""';
      return { is: 'field-unreadable', field: kebab(field), expected: expectedOf(field, profile), actual };
    });
    return [
      ...missing,
      ...(seen.method === 'POST' ? [] : [departure('method', 'POST', seen.method)]),
      ...(isRight ? [] : [departure('content type', profile.wire.contentType, type ?? 'none')]),
      ...malformed,
    ];
  }),
);

/**
 * Fields in which an event has null, or an empty date, but owes a value: fields that hold for an order's life, a status
 * that belongs to the event, and values told before. In other fields, null counts as absent.
 */
function emptyFields({ stream }: OrderHistory, told: Delivery, { events, delivery }: KciProfile): readonly string[] {
  const { event } = told;
  const wasTold = (field: string): boolean =>
    stream.slice(0, Math.max(0, stream.indexOf(told))).some((each) => hasField(each.event, field));
  const emptyDates = Object.keys(event.dates).filter((name) => event.dates[name] === '');
  return [...(event.nulls ?? []), ...emptyDates.map((name) => `dates.${name}`)].filter(
    (field) =>
      (field === 'status' && ruleOf({ events }, event)?.status !== undefined) ||
      (field === 'conversation' && delivery.repeatsConversation !== false) ||
      ['tenant', 'deliveryId', 'issuedAt'].includes(field) ||
      ((field === 'supplierReference' || field.startsWith('dates.')) && wasTold(field)),
  );
}

/** Whether an event has a canonical field, `problemCode` or `dates.target`. */
export function hasField(event: KciEvent, field: string): boolean {
  // An unreadable value fails elsewhere.
  if (event.malformed?.some((each) => each.field === field)) return true;
  const [group, name] = field.split('.', 2);
  if (group === 'dates' && name !== undefined) return (event.dates[name] ?? '') !== '';
  const value = (event as unknown as Readonly<Record<string, unknown>>)[field];
  return value !== undefined && (typeof value !== 'string' || value.trim() !== '');
}

const TIMES: Readonly<Record<KciProfile['times'], string>> = {
  'iso-8601': 'an ISO 8601 date-time',
  'epoch-s': 'seconds since 1970, as a number',
  'epoch-ms': 'milliseconds since 1970, as a number',
};

/** What the profile expects at a field. */
function expectedOf(field: string, profile: KciProfile): string {
  const [group = '', name] = kebab(field).split('.', 2);
  const locator = getAt(profile.read as Json, pointerOf(field.split('.'))) as Locator | undefined;
  const at = profileAt(profile, 'read', group === 'wire-name' ? 'event' : group, ...(name === undefined ? [] : [name]));
  return `${formOf(field, profile)} at ${wordLocator(locator)} ${at}`;
}

/** The form of a field in the profile, with the key that sets it. */
function formOf(field: string, { times, dateTimes }: KciProfile): string {
  if (field === 'issuedAt') return `${TIMES[times]} (times: ${times})`;
  if (!field.startsWith('dates.')) return field === 'sequence' ? 'a number' : 'a text or a number';
  const form = dateTimes ?? times;
  const key = dateTimes === undefined ? 'times' : 'date-times';
  return `an ISO 8601 date${form === 'iso-8601' ? ' or date-time' : `, or ${TIMES[form]}`} (${key}: ${form})`;
}

/** `kci.envelope`: every delivery has the form that the profile requires of all. */
export const kciEnvelope = orders((order, { profile }) =>
  eachDelivery('kci.envelope', order, ({ seen, event, body }): Fact[] =>
    event.unreadable === undefined
      ? departures(profile.envelope, seen.headers, body).map((each) =>
          departure(each.pointer, `${each.expected} ${profileAt(profile, 'envelope', each.pointer)}`, each.actual),
        )
      : [],
  ),
);

function departure(what: string, expected: string, actual: string): Fact {
  return { is: 'other-form', what, expected, actual };
}

function mediaType(text: string | undefined): string | undefined {
  return text?.split(';', 1)[0]?.trim().toLowerCase();
}

/**
 * Passes an order without a wrong delivery; otherwise fails once for each kind of fault, at the first delivery that has it.
 */
export function eachDelivery(
  check: string,
  order: OrderHistory,
  judge: (delivery: Delivery) => readonly Fact[],
): Check[] {
  const firsts = new Map<string, Check>();
  for (const delivery of order.deliveries) {
    for (const fact of judge(delivery)) {
      const { summary } = worded(fact);
      if (!firsts.has(summary)) firsts.set(summary, failed(ofOrder(check, order, delivery), fact));
    }
  }
  return firsts.size === 0 ? [passed(ofOrder(check, order, order.deliveries[0]))] : [...firsts.values()];
}

/** `kci.known-event`: the profile knows the event. */
export const kciKnownEvent = orders((order, { profile }) => {
  const unknown = order.deliveries.filter(({ event }) => event.name === undefined && event.unreadable === undefined);
  if (unknown.length === 0) return [passed(ofOrder('kci.known-event', order, order.deliveries[0]))];
  const conclude = profile.unknownEvents === 'fail' ? failed : observed;
  return unknown.map((delivery) =>
    conclude(ofOrder('kci.known-event', order, delivery), {
      is: 'unknown-event',
      event: eventName(delivery),
      profile: profile.profile,
      wireName: delivery.event.wireName,
    }),
  );
});

/**
 * `kci.unexpected`: every event is about an order of this run, or refuses a request about an order that nobody placed. If
 * the receiver's address is the same in every run, the event may belong to an earlier run, and is only observed.
 */
export function kciUnexpected({ history, target, profile, isHeard }: JudgeContext): Check[] {
  const { deliveries, orders: ours, exchanges } = history;
  const changes = exchanges.filter(({ operation }) => operation !== undefined && operation.verb in CHANGES);
  const isAnswer = (each: Delivery): boolean =>
    changes.some((one) => idIn(askedFor(one, 'order')) === each.event.orderId && turnsDown(profile, each, one));
  const named = deliveries.filter(({ seen, event }) => seen.expectedPath && event.orderId !== undefined);
  // In a part of a run, other events of a batch may belong to another part.
  const known = new Set(named.flatMap(({ seen, event }) => (isHeard && ours.has(event.orderId ?? '') ? [seen] : [])));
  const isStrange = (each: Delivery): boolean => !ours.has(each.event.orderId ?? '') && !known.has(each.seen);
  const strangers = named.filter((each) => isStrange(each) && !isAnswer(each));
  const [first] = named;
  if (first && strangers.length === 0) return [passed(ofRun('kci.unexpected', first.seen.seq))];
  const isShared = target.webhook.pathSecret !== undefined;
  const conclude = isShared ? observed : failed;
  const is = isShared ? 'order-not-ours' : 'order-never-placed';
  return strangers.map((delivery) =>
    conclude(ofRun('kci.unexpected', delivery.seen.seq), {
      is,
      event: eventName(delivery),
      named: delivery.event.orderId ?? '',
    }),
  );
}

/**
 * `kci.authentication`: a delivery proves that it comes from the target, as the target file says. An unproven delivery
 * about an order of the run is the target's fault, since nobody else knows the order. So are others if the address is new
 * in each run, since only the target was told it; at a fixed address they may be anybody's, and are only observed. Of the
 * same fault with the same order, only the first is reported.
 */
export function kciAuthentication({ history, target }: JudgeContext): Check[] {
  const CHECK = 'kci.authentication';
  const { authentication, pathSecret } = target.webhook;
  if (authentication === undefined) return [];
  const believed = [...history.orders.values()].flatMap((order) =>
    order.deliveries.length === 0 ? [] : [passed(ofOrder(CHECK, order, order.deliveries[0]))],
  );
  const alike = Map.groupBy(history.unproven, ({ event, seen }) => `${event.orderId} ${seen.unproven}`);
  const refused = [...alike.values()].flatMap((all) => {
    const [first] = all;
    if (!first) return [];
    const order = orderOf(history.orders, first);
    const conclude = order !== undefined || pathSecret === undefined ? failed : observed;
    const count = all.reduce((sum, { seen }) => sum + 1 + (seen.untold ?? 0), 0);
    const { seen, event } = first;
    const proof = event.unreadable ? `${seen.unproven}, which cannot be read: ${event.unreadable}` : seen.unproven;
    const told = { by: authentication.by, proof, more: count > 1 ? count - 1 : undefined };
    const subject = order ? ofOrder(CHECK, order, first) : ofRun(CHECK, first.seen.seq);
    return [conclude(subject, { is: 'unproven', ...told })];
  });
  return [...believed, ...refused];
}
