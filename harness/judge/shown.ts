import { typesOf } from '../contract/violation.ts';
import type { Fact } from '../findings.ts';
import type { Json, JsonObject, KciEvent, KciProfile } from '../model.ts';
import { sameJson } from '../values/equal.ts';
import { isDate, momentOf } from '../values/iso8601.ts';
import { localDate } from '../values/local-time.ts';
import { oncePer } from '../values/once.ts';
import { getAt, isObject, objectOf, pointerOf } from '../values/pointer.ts';
import { jsonQuote } from '../verdict/worded.ts';
import { askedFor, type Exchange, isRefused } from './exchange.ts';
import type { History } from './history.ts';
import type { Change, Delivery, OrderHistory } from './orders.ts';

/**
 * Where the order inside an event is not the one that was placed. Compared is what it shows by the names of the order
 * request, and what the profile's `read.ordered` locates. What is left out says nothing, null where there was a value
 * is not that value; what is beyond the order may be anything.
 */
export function departuresFromOrder(
  profile: KciProfile,
  order: OrderHistory,
  zone: string,
): (delivery: Delivery) => Fact[] {
  // Of an order with a fault in it nobody can say what it would have to look like.
  if (order.isTainted) return () => [];
  const asked = membersOf(order.placed);
  const [living, dead] = amendmentsBy(profile, order);
  const look = ({ parts, came }: Shown, amendments: readonly JsonObject[], seq: number): Fact[] => {
    const [member = ''] = parts;
    const pointer = pointerOf(parts);
    const ordered = getAt(asked, pointer);
    const isAsOrdered = ordered === undefined || (amendments.length === 0 && sameJson(ordered, came));
    if (isAsOrdered || isAltered(profile, order, member)) return [];
    const name = parts.at(-1) ?? '';
    // Whether an amended list takes the place of the former one or is added to it is not said: it holds all of one of them.
    const asAmended = (each: JsonObject): Json => getAt(each, pointer) ?? each[name] ?? amendedBy(each, ordered);
    const right = [ordered, ...amendments.map(asAmended)];
    const [misses = [], ...others] = right.map((value) => missesOf(value, asIn(profile, value, came), pointer, zone));
    const [miss] = misses;
    if (!miss || others.some((each) => each.length === 0)) return [];
    const isOfRejected = dead.some(
      ({ sent, members }) =>
        sent.seq < seq && missesOf(asAmended(members), asIn(profile, ordered, came), pointer, zone).length === 0,
    );
    if (miss.came !== null) return [{ is: isOfRejected ? 'shows-rejected' : 'other-member', member, ...miss }];
    return [{ is: 'null-member', expected: jsonQuote(miss.owed), actual: 'null', pointer: miss.pointer }];
  };
  return ({ event, seen }) => {
    const amendments = living.flatMap(({ sent, members }) => (sent.seq < seen.seq ? [members] : []));
    return [...shownIn(event).flatMap((each) => look(each, amendments, seen.seq)), ...otherTenant(order, event)];
  };
}

/**
 * Where all that an event shows is as another order has it that was placed before, of another address or service or in the
 * same case: it is told as that alone.
 */
export function anotherShown(order: OrderHistory, history: History, { event, seen }: Delivery, zone: string): Fact[] {
  const shown = shownIn(event);
  const fits = (other: OrderHistory): boolean => {
    const asked = membersOf(other.placed);
    const its = shown.flatMap(({ parts, came }) => {
      const value = getAt(asked, pointerOf(parts));
      return value === undefined ? [] : [missesOf(value, came, '', zone).length === 0];
    });
    return its.length > 1 && its.every((isIts) => isIts);
  };
  const { id, placed } = order;
  const those = [...history.orders.values()].filter(
    (each) => each.placed.sent.seq < seen.seq && mayBeTaken(each, order) && fits(each),
  );
  const other = those.find((each) => each.id === id) ?? those.at(-1);
  if (other === undefined) return [];
  return [{ is: 'shows-another', id, tenant: placed.sent.tenant, other: other.id, whose: other.placed.sent.tenant }];
}

/** Whether one order may have been taken for another, and not only look like it. */
function mayBeTaken({ placed: one }: OrderHistory, { placed: other }: OrderHistory): boolean {
  const differs = (field: string): boolean => !sameJson(askedFor(one, field) ?? null, askedFor(other, field) ?? null);
  return one !== other && (one.sent.journey === other.sent.journey || ['address', 'serviceId'].some(differs));
}

/** Where the order itself shows another tenant; what stands where the profile reads the tenant, `kci.tenant` looks at. */
function otherTenant({ placed }: OrderHistory, { order, tenant }: KciEvent): Fact[] {
  const owed = askedFor(placed, 'tenant');
  const member = placed.operation?.fields.find(({ field }) => field === 'tenant')?.to.replace(/^\/body\//, '') ?? '';
  const came = isObject(order) ? order[member] : undefined;
  if (typeof came !== 'string' || typeof owed !== 'string' || came === owed || came === tenant) return [];
  return [{ is: 'other-member', member, owed, came, pointer: pointerOf([member]) }];
}

/** Where a request to order has its own id. */
function placeOfId({ placed }: OrderHistory): string {
  return placed.operation?.fields.find(({ field }) => field === 'id')?.to.replace(/^\/body/, '') ?? '';
}

/** What an event shows of its order's id by the name that it has in the request. */
function idShown(order: OrderHistory, { order: shown }: KciEvent): Json | undefined {
  return isObject(shown) ? getAt(shown, placeOfId(order)) : undefined;
}

/** Whether that is the client's id in this run, and no number of the gateway's own: more than one order shows it. */
const showsIds = oncePer(({ orders }: History) => {
  const shows = (order: OrderHistory): boolean =>
    order.deliveries.some(({ event }) => String(idShown(order, event)) === order.id);
  return [...orders.values()].filter(shows).length > 1;
});

/** Where the order in an event has another id than the one that the event is about. */
export function otherId(order: OrderHistory, history: History, { event }: Delivery): Fact[] {
  const came = idShown(order, event);
  if (came === undefined || order.isTainted || String(came) === order.id || !showsIds(history)) return [];
  const pointer = placeOfId(order);
  return [{ is: 'other-member', member: pointer.slice(1), owed: order.id, came, pointer }];
}

const isMoment = (value: Json | undefined): value is string =>
  typeof value === 'string' && !isDate(value) && momentOf(value, 'Z') !== undefined;

/** The members that are shown as moments where they were asked for as such, each with the tenant that they are shown to. */
const shownAsMoments = oncePer(({ orders }: History): ReadonlySet<string> => {
  const found = [...orders.values()].flatMap(({ placed, deliveries }) =>
    deliveries.flatMap(({ event }) =>
      shownIn(event).flatMap(({ parts, came }) =>
        isMoment(came) && isMoment(getAt(membersOf(placed), pointerOf(parts)))
          ? [`${placed.sent.tenant} ${pointerOf(parts)}`]
          : [],
      ),
    ),
  );
  return new Set(found);
});

/**
 * Where the order in an event has a day in the place of a moment, by a gateway that shows its tenant moments of other
 * orders. One that shows days alone may have no more.
 */
export function cutToDays(order: OrderHistory, history: History, { event }: Delivery): Fact[] {
  if (order.isTainted) return [];
  const asked = [order.placed, ...order.changes.map(({ exchange }) => exchange)].map(membersOf);
  const days = shownIn(event).filter(({ came }) => typeof came === 'string' && isDate(came));
  return days.flatMap(({ parts, came }): Fact[] => {
    const pointer = pointerOf(parts);
    const [owed, ...later] = asked.flatMap((members) => getAt(members, pointer) ?? []);
    if (
      !isMoment(owed) ||
      !later.every(isMoment) ||
      !shownAsMoments(history).has(`${order.placed.sent.tenant} ${pointer}`)
    )
      return [];
    return [{ is: 'other-member', member: parts[0] ?? '', owed, came, pointer }];
  });
}

/** By path and text: the orders that were placed with that text there. */
const textsOf = oncePer(({ orders }: History) => {
  const texts = [...orders.values()].flatMap((order) => {
    const asked = membersOf(order.placed);
    return pathsOf(asked).map((parts) => ({ order, key: textAt(parts, getAt(asked, pointerOf(parts))) }));
  });
  return Map.groupBy(texts, ({ key }) => key);
});

/** Names a text at a path. Dates are no texts: those of two orders may be the same. */
function textAt(parts: readonly string[], value: Json | undefined): string | undefined {
  const isText = typeof value === 'string' && momentOf(value, 'Z') === undefined && !isDate(value);
  return isText ? `${parts.join('.')} ${value}` : undefined;
}

/**
 * Where an event of a provide order shows a text that nobody asked of it, and that an order of another address was placed
 * with before. What a gateway adds by itself is its own affair.
 */
export function ofAnotherOrder(order: OrderHistory, history: History, { event, seen }: Delivery): Fact[] {
  const address = askedFor(order.placed, 'address');
  if (order.isTainted || !isObject(event.order) || address === undefined) return [];
  const own = [order.placed, ...order.changes.map(({ exchange }) => exchange)].map(membersOf);
  const shown = event.order;
  return pathsOf(shown).flatMap((parts): Fact[] => {
    const pointer = pointerOf(parts);
    const came = getAt(shown, pointer) ?? null;
    const key = textAt(parts, came);
    if (key === undefined || own.some((each) => getAt(each, pointer) !== undefined)) return [];
    const other = textsOf(history)
      .get(key)
      ?.find(
        ({ order: { placed } }) =>
          placed.sent.seq < seen.seq && !sameJson(askedFor(placed, 'address') ?? null, address),
      );
    return other ? [{ is: 'of-another-order', member: parts.join('.'), other: other.order.id, came, pointer }] : [];
  });
}

/**
 * What was ordered or amended, stands where the profile locates it, and is left out of an event: paths in the order's
 * request, or in that of the amendment.
 */
export function leftOut(
  { read }: KciProfile,
  order: OrderHistory,
  { order: whole = null, ordered = {} }: KciEvent,
  amendments: readonly Change[] = [],
): readonly string[] {
  const located = Object.keys(read.ordered ?? {}).map((path) => path.split('.'));
  /** What is shown where the profile locates this; `from` is how much of such a place's path comes before it. */
  const placesOf = (parts: readonly string[], from = 0): readonly (Json | undefined)[] =>
    located
      .filter((path) => path.length > from && path.slice(from).every((part, i) => part === parts[i]))
      .map((path) => getAt(ordered, pointerOf([path.join('.'), ...parts.slice(path.length - from)])));
  // Whether a contact without an e-mail address takes the place of one with it is not said.
  const isReplaced = ([member = '', ...within]: readonly string[]): boolean =>
    within.length > 0 && amendments.some(({ exchange }) => membersOf(exchange)[member] !== undefined);
  const lost = pathsOf(membersOf(order.placed)).filter((parts) => {
    if (isReplaced(parts)) return false;
    const places = placesOf(parts);
    const isOwed = places.length > 0 || read.order !== undefined;
    return isOwed && [getAt(whole, pointerOf(parts)), ...places].every((each) => each === undefined);
  });
  // What an amendment names by itself, an order may have within another member.
  const parents = isObject(whole) ? [whole, ...Object.values(whole)] : [];
  const amended = amendments
    .flatMap(({ exchange }) => pathsOf(membersOf(exchange)))
    .filter((parts) => {
      const shown = [
        ...parents.map((each) => getAt(each, pointerOf(parts))),
        ...placesOf(parts),
        ...placesOf(parts, 1),
      ];
      return parents.length > 0 && shown.every((each) => each === undefined);
    });
  return [...lost, ...amended].map((parts) => parts.join('.'));
}

/** The paths of all values that are no objects, but for labels beside an id, of which a gateway may have its own. */
function pathsOf(value: Json): (readonly string[])[] {
  if (!isObject(value))
    return value === null || value === '' || (Array.isArray(value) && value.length === 0) ? [] : [[]];
  return Object.entries(value)
    .filter(([name]) => name !== 'name' || value.id === undefined)
    .flatMap(([name, each]) => pathsOf(each).map((parts) => [name, ...parts]));
}

/** A part of an order as an event shows it, by its path in the request. */
interface Shown {
  readonly parts: readonly string[];
  readonly came: Json;
}

/** What an event shows of its order: by the names of the request, and where `read.ordered` says. */
export const shownIn = oncePer(({ order, ordered }: KciEvent): readonly Shown[] => [
  ...Object.entries(isObject(order) ? order : {}).map(([name, came]) => ({ parts: [name], came })),
  ...Object.entries(ordered ?? {}).map(([path, came]) => ({ parts: path.split('.'), came })),
]);

/**
 * The members of a request but for its own id, the order's id and the tenant, which are looked at elsewhere, and for what
 * the contract does not know, such as what steers a gateway.
 */
export const membersOf = oncePer(({ asked, operation }: Exchange): JsonObject => {
  const ids = ['id', 'order', 'tenant'].map((field) => operation?.fields.find((each) => each.field === field)?.to);
  const known = objectOf(operation?.body?.schema.properties);
  const members = Object.entries(objectOf(asked.body));
  return Object.fromEntries(members.filter(([name]) => Object.hasOwn(known, name) && !ids.includes(`/body/${name}`)));
});

/** Whether an event came with which the network itself may change this member. */
export function isAltered({ events }: KciProfile, { stream }: OrderHistory, member: string): boolean {
  return stream.some(({ event }) => events[event.name ?? '']?.alters?.includes(member) ?? false);
}

/** An amendment, and what it asks for. */
interface Amended {
  readonly sent: Exchange['sent'];
  readonly members: JsonObject;
}

/** The amendments of an order: those that were not turned down, and those that were. */
function amendmentsBy(
  profile: KciProfile,
  order: OrderHistory,
): readonly [living: readonly Amended[], dead: readonly Amended[]] {
  const dead = (change: Change): boolean => isRefused(change.exchange) || isRejected(profile, order, change);
  const amendments = order.changes.filter(({ kind }) => kind === 'amendment');
  const asked = ({ exchange }: Change): Amended => ({ sent: exchange.sent, members: membersOf(exchange) });
  return [amendments.filter((each) => !dead(each)).map(asked), amendments.filter(dead).map(asked)];
}

/** A value with what an amendment names in the place of what it had, however deep that lies there. */
function amendedBy(amendment: JsonObject, value: Json): Json {
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, each]) => [name, amendment[name] ?? amendedBy(amendment, each)]);
  return Object.fromEntries(members) as JsonObject;
}

/**
 * Whether an event said that the amendment or cancellation was not accepted. The profile's first outcome is its acceptance.
 */
export function isRejected({ requests }: KciProfile, { stream }: OrderHistory, { kind, exchange }: Change): boolean {
  const id = String(askedFor(exchange, 'id'));
  const [, ...others] = Object.values(requests[kind]);
  const rejections = others.flatMap(({ emits }) => (emits?.kind === 'event' ? [emits.name] : []));
  return stream.some(({ event }) => rejections.includes(event.name ?? '') && event[`${kind}Id`] === id);
}

/**
 * Where the order in an event has null for a member that the specification gives a type, or a number or boolean for a text:
 * null is no text and no list.
 */
export function mistypedIn(schema: JsonObject, shown: Json, at = ''): Mistyped[] {
  const { type } = schema;
  const isNoText = typeof shown === 'number' || typeof shown === 'boolean';
  if (shown === null || (type === 'string' && isNoText))
    return type === undefined
      ? []
      : [
          {
            is: shown === null ? 'null-member' : 'no-text-member',
            expected: typesOf(type),
            actual: `${shown}`,
            pointer: at,
          },
        ];
  if (Array.isArray(shown)) {
    const { items } = schema;
    return isObject(items) ? shown.flatMap((each: Json, i) => mistypedIn(items, each, at + pointerOf([i]))) : [];
  }
  if (!isObject(shown)) return [];
  const members = objectOf(schema.properties);
  return Object.keys(shown).flatMap((name) => {
    const [member, value] = [members[name], shown[name]];
    return value === undefined || !isObject(member) ? [] : mistypedIn(member, value, at + pointerOf([name]));
  });
}

type Mistyped = Extract<Fact, { is: 'null-member' | 'no-text-member' }>;

/** A value that is not the one that is owed. */
export interface Miss {
  readonly owed: Json;
  readonly came: Json;
  readonly pointer: string;
}

/** What came, with the lists that XML cannot tell from their one element where a list was asked for. */
export function asIn(profile: KciProfile, asked: Json, came: Json): Json {
  if (profile.wire.format !== 'xml') return came;
  if (Array.isArray(asked)) return asked.some((each: Json) => isOfOneBuild(each, came)) ? [came] : came;
  if (!isObject(asked) || !isObject(came)) return came;
  const members = Object.entries(came).map(([name, each]) => [name, asIn(profile, asked[name] ?? null, each)]);
  return Object.fromEntries(members) as JsonObject;
}

function isOfOneBuild(one: Json, other: Json): boolean {
  if (isObject(one) && isObject(other)) return Object.keys(one).every((name) => name in other);
  return typeof one !== 'object' && typeof other !== 'object';
}

/**
 * Where a value is not as it was asked for; what is left out or beyond it says nothing, null only where there was none.
 */
export function missesOf(asked: Json, came: Json, at: string, zone?: string): Miss[] {
  if (asked === null || asked === '') return [];
  if (came === null) return Array.isArray(asked) && asked.length === 0 ? [] : [{ owed: asked, came, pointer: at }];
  if (Array.isArray(asked)) return Array.isArray(came) ? dropped(asked, came, at) : [];
  if (isObject(asked)) return isObject(came) ? missesOfObject(asked, came, at, zone) : [];
  // The same name for something of another build.
  if (isObject(came) || Array.isArray(came) || isSame(String(asked), String(came), zone)) return [];
  return [{ owed: asked, came, pointer: at }];
}

function missesOfObject(asked: JsonObject, came: JsonObject, at: string, zone?: string): Miss[] {
  return Object.entries(asked).flatMap(([name, value]) => {
    const other = came[name];
    // A name beside an id is a label, for which the gateway may have its own.
    const isLabel = name === 'name' && asked.id !== undefined;
    return other === undefined || isLabel ? [] : missesOf(value, other, at + pointerOf([name]), zone);
  });
}

/**
 * What was ordered stands somewhere in the list, among what the order has gained. A characteristic is a text: its day is
 * not its moment.
 */
function dropped(asked: readonly Json[], came: readonly Json[], at: string): Miss[] {
  const lost = asked.find(
    (each) => !came.some((other) => isElement(each, other) && missesOf(each, other, at).length === 0),
  );
  if (lost === undefined) return [];
  const alike = came.filter((each) => isObject(each) && isObject(lost) && each.name === lost.name);
  return [{ owed: lost, came: alike[0] ?? came, pointer: at }];
}

function isElement(asked: Json, came: Json): boolean {
  if (!isObject(asked)) return sameJson(asked, came);
  return isObject(came) && (asked.name === undefined || asked.name === came.name);
}

/** The same value, however written: a number as text, a moment in another zone, a day by a moment of it. */
function isSame(one: string, other: string, zone: string | undefined): boolean {
  if (one === other) return true;
  if (isDate(one) && isDate(other)) return one.replaceAll('-', '') === other.replaceAll('-', '');
  const moment = momentOf(one, 'Z');
  if (moment !== undefined && moment === momentOf(other, 'Z')) return true;
  return zone !== undefined && (isOn(one, other, zone) || isOn(other, one, zone));
}

/** Whether a moment lies on a day by the clocks on the spot, by UTC, or by those that it is written in. */
function isOn(day: string, moment: string, zone: string): boolean {
  const at = momentOf(moment, 'Z');
  const begins = isDate(day) ? momentOf(`${day}T00Z`) : undefined;
  if (at === undefined || begins === undefined) return false;
  // However a date is written.
  const date = localDate('UTC', begins);
  return moment.startsWith(day) || [zone, 'UTC'].some((each) => localDate(each, at) === date);
}
