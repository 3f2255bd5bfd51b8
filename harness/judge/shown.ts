import { typesOf } from '../contract/violation.ts';
import type { Fact } from '../findings.ts';
import { ruleOf } from '../kci/stream.ts';
import type { Json, JsonObject, KciEvent, KciProfile } from '../model.ts';
import { sameJson } from '../values/equal.ts';
import { isDate, momentOf } from '../values/iso8601.ts';
import { localDate } from '../values/local-time.ts';
import { oncePer } from '../values/once.ts';
import { getAt, isObject, objectOf, pointerOf } from '../values/pointer.ts';
import { jsonQuote } from '../verdict/worded.ts';
import { askedFor, type Exchange, isRefused } from './exchange.ts';
import type { History } from './history.ts';
import type { Delivery, OrderChange, OrderHistory } from './orders.ts';

/**
 * Differences between the order shown in an event and the order placed. Compares members under the names of the order
 * request, and those that the profile's `read.ordered` locates. Omitted members are not judged; null where there was a
 * value is a difference; additional members may be anything.
 */
export function departuresFromOrder(
  profile: KciProfile,
  order: OrderHistory,
  zone: string,
): (delivery: Delivery) => Fact[] {
  // Nobody knows how a faulty order would be shown.
  if (order.isTainted) return () => [];
  const asked = comparableMembers(order.placed);
  const [living, dead] = amendmentsBy(profile, order);
  const look = ({ parts, came }: ShownPart, amendments: readonly JsonObject[], seq: number): Fact[] => {
    const [member = ''] = parts;
    const pointer = pointerOf(parts);
    const ordered = getAt(asked, pointer);
    const isAsOrdered = ordered === undefined || (amendments.length === 0 && sameJson(ordered, came));
    if (isAsOrdered || isAltered(profile, order, member)) return [];
    const name = parts.at(-1) ?? '';
    // Whether an amended list replaces the former one or is added to it is not stated: it must have all of one of them.
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
 * If an event shows exactly what an earlier order has, of another address or service or in the same case, reports only
 * that.
 */
export function anotherShown(order: OrderHistory, history: History, { event, seen }: Delivery, zone: string): Fact[] {
  const shown = shownIn(event);
  const hasAsShown = (of: JsonObject, { parts, came }: ShownPart): boolean | undefined => {
    const value = getAt(of, pointerOf(parts));
    // An empty list fits whatever is shown.
    return value === undefined || pathsOf(value).length === 0
      ? undefined
      : missesOf(value, came, '', zone).length === 0;
  };
  const own = [order.placed, ...order.changes.map(({ exchange }) => exchange)].map(comparableMembers);
  // Neither what was asked of the order itself, nor a day, tells it from others.
  const isTelling = (each: ShownPart): boolean => !own.some((its) => hasAsShown(its, each)) && !isTime(each.came);
  const fits = (other: OrderHistory): boolean => {
    const asked = comparableMembers(other.placed);
    const its = shown.filter((each) => hasAsShown(asked, each) !== undefined);
    return its.length > 1 && its.every((each) => hasAsShown(asked, each)) && its.some(isTelling);
  };
  const { id, placed } = order;
  const those = [...history.orders.values()].filter(
    (each) => each.placed.sent.seq < seen.seq && mayBeTaken(each, order) && fits(each),
  );
  const other = those.find((each) => each.id === id) ?? those.at(-1);
  if (other === undefined) return [];
  const [tenant, whose] = [placed.sent.tenant, other.placed.sent.tenant];
  return [{ is: tenant === whose ? 'shows-another' : 'shows-anothers', id, tenant, other: other.id, whose }];
}

/** Whether one order may have been mistaken for another, and does not just look similar. */
function mayBeTaken({ placed: one }: OrderHistory, { placed: other }: OrderHistory): boolean {
  const differs = (field: string): boolean => !sameJson(askedFor(one, field) ?? null, askedFor(other, field) ?? null);
  return one !== other && (one.sent.journey === other.sent.journey || ['address', 'serviceId'].some(differs));
}

/** Reports another tenant shown in the order itself; `kci.tenant` checks the tenant that the profile reads. */
function otherTenant({ placed }: OrderHistory, { order, tenant }: KciEvent): Fact[] {
  const owed = askedFor(placed, 'tenant');
  const member = placed.operation?.fields.find(({ field }) => field === 'tenant')?.to.replace(/^\/body\//, '') ?? '';
  const came = isObject(order) ? order[member] : undefined;
  if (typeof came !== 'string' || typeof owed !== 'string' || came === owed || came === tenant) return [];
  return [{ is: 'other-member', member, owed, came, pointer: pointerOf([member]) }];
}

/** The pointer to an order request's own id. */
function placeOfId({ placed }: OrderHistory): string {
  return placed.operation?.fields.find(({ field }) => field === 'id')?.to.replace(/^\/body/, '') ?? '';
}

/** The order's id as an event shows it, under its name in the request. */
function idShown(order: OrderHistory, { order: shown }: KciEvent): Json | undefined {
  return isObject(shown) ? getAt(shown, placeOfId(order)) : undefined;
}

/** Whether events show the client's order id in this run, not a number of the gateway's: more than one order shows it. */
const showsIds = oncePer(({ orders }: History) => {
  const shows = (order: OrderHistory): boolean =>
    order.deliveries.some(({ event }) => String(idShown(order, event)) === order.id);
  return [...orders.values()].filter(shows).length > 1;
});

/** Reports an order in an event whose id differs from that of the event's order. */
export function otherId(order: OrderHistory, history: History, { event }: Delivery): Fact[] {
  const came = idShown(order, event);
  if (came === undefined || order.isTainted || String(came) === order.id || !showsIds(history)) return [];
  const pointer = placeOfId(order);
  return [{ is: 'other-member', member: pointer.slice(1), owed: order.id, came, pointer }];
}

/** Whether a value is a day or a moment: two orders may have the same. */
export const isTime = (value: Json | undefined): boolean =>
  typeof value === 'string' && (isDate(value) || momentOf(value, 'Z') !== undefined);

const isMoment = (value: Json | undefined): value is string =>
  typeof value === 'string' && !isDate(value) && momentOf(value, 'Z') !== undefined;

/** Members that are shown as moments if they were requested as moments, each with the tenant that sees them. */
const shownAsMoments = oncePer(({ orders }: History): ReadonlySet<string> => {
  const found = [...orders.values()].flatMap(({ placed, deliveries }) =>
    deliveries.flatMap(({ event }) =>
      shownIn(event).flatMap(({ parts, came }) =>
        isMoment(came) && isMoment(getAt(comparableMembers(placed), pointerOf(parts)))
          ? [`${placed.sent.tenant} ${pointerOf(parts)}`]
          : [],
      ),
    ),
  );
  return new Set(found);
});

/**
 * Reports a day where a moment was requested, if the gateway shows this tenant moments in other orders. A gateway that
 * shows only days may have no more.
 */
export function cutToDays(order: OrderHistory, history: History, { event }: Delivery): Fact[] {
  if (order.isTainted) return [];
  const asked = [order.placed, ...order.changes.map(({ exchange }) => exchange)].map(comparableMembers);
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
    // The moment of that day, if an amendment asked for one.
    const meant = later.findLast((each) => String(each).startsWith(String(came))) ?? owed;
    return [{ is: 'other-member', member: parts[0] ?? '', owed: meant, came, pointer }];
  });
}

/** By path and text: the orders placed with that text there. */
const textsOf = oncePer(({ orders }: History) => {
  const texts = [...orders.values()].flatMap((order) => {
    const asked = comparableMembers(order.placed);
    return pathsOf(asked).map((parts) => ({ order, key: textAt(parts, getAt(asked, pointerOf(parts))) }));
  });
  return Map.groupBy(texts, ({ key }) => key);
});

/** A key for a text at a path. Dates do not count: two orders may have the same. */
function textAt(parts: readonly string[], value: Json | undefined): string | undefined {
  return typeof value === 'string' && !isTime(value) ? `${parts.join('.')} ${value}` : undefined;
}

/**
 * Reports a text in an event of a provide order that nobody sent with this order, but that an earlier order of another
 * address had. A gateway may add texts of its own.
 */
export function ofAnotherOrder(order: OrderHistory, history: History, { event, seen }: Delivery): Fact[] {
  const address = askedFor(order.placed, 'address');
  if (order.isTainted || !isObject(event.order) || address === undefined) return [];
  const own = [order.placed, ...order.changes.map(({ exchange }) => exchange)].map(comparableMembers);
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

/** Paths, in the request of the order or amendment, of values that the profile locates but an event omits. */
export function leftOut(
  { read }: KciProfile,
  order: OrderHistory,
  { order: whole = null, ordered = {} }: KciEvent,
  amendments: readonly OrderChange[] = [],
): readonly string[] {
  const located = Object.keys(read.ordered ?? {}).map((path) => path.split('.'));
  /**
   * The values at the places where the profile locates `parts`; `from` is the number of leading names that the located path
   * has in addition.
   */
  const placesOf = (parts: readonly string[], from = 0): readonly (Json | undefined)[] =>
    located
      .filter((path) => path.length > from && path.slice(from).every((part, i) => part === parts[i]))
      .map((path) => getAt(ordered, pointerOf([path.join('.'), ...parts.slice(path.length - from)])));
  // Whether a contact without an e-mail address replaces one with it is not stated.
  const isReplaced = ([member = '', ...within]: readonly string[]): boolean =>
    within.length > 0 && amendments.some(({ exchange }) => comparableMembers(exchange)[member] !== undefined);
  const lost = pathsOf(comparableMembers(order.placed)).filter((parts) => {
    if (isReplaced(parts)) return false;
    const places = placesOf(parts);
    const isOwed = places.length > 0 || read.order !== undefined;
    return isOwed && [getAt(whole, pointerOf(parts)), ...places].every((each) => each === undefined);
  });
  // An amendment may name a member directly that an order has inside another member.
  const parents = isObject(whole) ? [whole, ...Object.values(whole)] : [];
  const amended = amendments
    .flatMap(({ exchange }) => pathsOf(comparableMembers(exchange)))
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

/** The paths of all values that are no objects, except names next to an id, which a gateway may word itself. */
export function pathsOf(value: Json): (readonly string[])[] {
  if (!isObject(value))
    return value === null || value === '' || (Array.isArray(value) && value.length === 0) ? [] : [[]];
  return Object.entries(value)
    .filter(([name]) => name !== 'name' || value.id === undefined)
    .flatMap(([name, each]) => pathsOf(each).map((parts) => [name, ...parts]));
}

/** A part of an order as an event shows it, with its path in the request. */
interface ShownPart {
  readonly parts: readonly string[];
  readonly came: Json;
}

/** What an event shows of its order: under the names of the request, and where `read.ordered` locates it. */
export const shownIn = oncePer(({ order, ordered }: KciEvent): readonly ShownPart[] => [
  ...Object.entries(isObject(order) ? order : {}).map(([name, came]) => ({ parts: [name], came })),
  ...Object.entries(ordered ?? {}).map(([path, came]) => ({ parts: path.split('.'), came })),
]);

/**
 * The members of a request, without its own id, the order's id and the tenant, which other checks compare, and without
 * members that the contract does not know, such as steering.
 */
export const comparableMembers = oncePer(({ asked, operation }: Exchange): JsonObject => {
  const ids = ['id', 'order', 'tenant'].map((field) => operation?.fields.find((each) => each.field === field)?.to);
  const known = objectOf(operation?.body?.schema.properties);
  const members = Object.entries(objectOf(asked.body));
  return Object.fromEntries(members.filter(([name]) => Object.hasOwn(known, name) && !ids.includes(`/body/${name}`)));
});

/** Whether an event came with which the network may change this member itself. */
export function isAltered({ events }: KciProfile, { stream }: OrderHistory, member: string): boolean {
  return stream.some(({ event }) => ruleOf({ events }, event)?.alters?.includes(member) ?? false);
}

/** An amendment and the members that it changes. */
interface Amended {
  readonly sent: Exchange['sent'];
  readonly members: JsonObject;
}

/** The amendments of an order: those that were not rejected (`living`), and those that were (`dead`). */
function amendmentsBy(
  profile: KciProfile,
  order: OrderHistory,
): readonly [living: readonly Amended[], dead: readonly Amended[]] {
  const dead = (change: OrderChange): boolean => isRefused(change.exchange) || isRejected(profile, order, change);
  const amendments = order.changes.filter(({ kind }) => kind === 'amendment');
  const asked = ({ exchange }: OrderChange): Amended => ({ sent: exchange.sent, members: comparableMembers(exchange) });
  return [amendments.filter((each) => !dead(each)).map(asked), amendments.filter(dead).map(asked)];
}

/** A value with the members that an amendment names replaced, at any depth. */
function amendedBy(amendment: JsonObject, value: Json): Json {
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, each]) => [name, amendment[name] ?? amendedBy(amendment, each)]);
  return Object.fromEntries(members) as JsonObject;
}

/** Whether an event rejected the amendment or cancellation. The first outcome in the profile is its acceptance. */
export function isRejected(
  { requests }: KciProfile,
  { stream }: OrderHistory,
  { kind, exchange }: OrderChange,
): boolean {
  const id = String(askedFor(exchange, 'id'));
  const [, ...others] = Object.values(requests[kind]);
  const rejections = others.flatMap(({ emits }) => (emits?.kind === 'event' ? [emits.name] : []));
  return stream.some(({ event }) => rejections.includes(event.name ?? '') && event[`${kind}Id`] === id);
}

/**
 * Members shown in an event as null although the specification gives them a type, or as a number or boolean instead of a
 * text.
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

/** A value that differs from the one owed. */
export interface Miss {
  readonly owed: Json;
  readonly came: Json;
  readonly pointer: string;
}

/** What came, with a single XML element turned into a list if a list was requested. */
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
 * Where a value differs from what was requested. Omitted and additional members are not judged; null is right only if there
 * was no value.
 */
export function missesOf(asked: Json, came: Json, at: string, zone?: string): Miss[] {
  if (asked === null || asked === '') return [];
  if (came === null) return Array.isArray(asked) && asked.length === 0 ? [] : [{ owed: asked, came, pointer: at }];
  if (Array.isArray(asked)) return Array.isArray(came) ? dropped(asked, came, at) : [];
  if (isObject(asked)) return isObject(came) ? missesOfObject(asked, came, at, zone) : [];
  // The gateway uses the same name for something of another shape.
  if (isObject(came) || Array.isArray(came) || isSame(String(asked), String(came), zone)) return [];
  return [{ owed: asked, came, pointer: at }];
}

function missesOfObject(asked: JsonObject, came: JsonObject, at: string, zone?: string): Miss[] {
  return Object.entries(asked).flatMap(([name, value]) => {
    const other = came[name];
    // A name next to an id is a label, which the gateway may word itself.
    const isLabel = name === 'name' && asked.id !== undefined;
    return other === undefined || isLabel ? [] : missesOf(value, other, at + pointerOf([name]), zone);
  });
}

/**
 * Reports an ordered element that is missing from a list, which may have further ones. A characteristic is a text: its day
 * does not equal its moment.
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

/** Whether values are equal however written: a number as text, a moment in another zone, a day as a moment on it. */
function isSame(one: string, other: string, zone: string | undefined): boolean {
  if (one === other) return true;
  if (isDate(one) && isDate(other)) return one.replaceAll('-', '') === other.replaceAll('-', '');
  const moment = momentOf(one, 'Z');
  if (moment !== undefined && moment === momentOf(other, 'Z')) return true;
  return zone !== undefined && (isOn(one, other, zone) || isOn(other, one, zone));
}

/** Whether a moment lies on a day: in local time, in UTC, or as written. */
function isOn(day: string, moment: string, zone: string): boolean {
  const at = momentOf(moment, 'Z');
  const begins = isDate(day) ? momentOf(`${day}T00Z`) : undefined;
  if (at === undefined || begins === undefined) return false;
  // In one form, however the date is written.
  const date = localDate('UTC', begins);
  return moment.startsWith(day) || [zone, 'UTC'].some((each) => localDate(each, at) === date);
}
