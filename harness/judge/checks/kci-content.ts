import type { Fact } from '../../findings.ts';
import { CHANGES } from '../../kci/course.ts';
import { departures, locate } from '../../kci/read.ts';
import { ruleOf, saysTheSame } from '../../kci/stream.ts';
import type { Json, JsonObject, KciEvent, KciProfile, Locator } from '../../model.ts';
import { sameJson } from '../../values/equal.ts';
import { oncePer } from '../../values/once.ts';
import { isSamePlace } from '../../values/part.ts';
import { getAt, isObject, leavesOf, pointerOf } from '../../values/pointer.ts';
import { kebab } from '../../values/spelling.ts';
import { headerOf } from '../../wire/wire.ts';
import { orders, profileAt, soundOrders } from '../check.ts';
import { zoneOf } from '../classification.ts';
import { askedFor, type Exchange, isRefused } from '../exchange.ts';
import type { History } from '../history.ts';
import { answerNames, isAnsweredBy, lifecycleFor } from '../lifecycle.ts';
import { type Delivery, eventName, type OrderChange, type OrderHistory } from '../orders.ts';
import {
  anotherShown,
  asIn,
  comparableMembers,
  cutToDays,
  departuresFromOrder,
  isAltered,
  isTime,
  leftOut,
  type Miss,
  missesOf,
  mistypedIn,
  ofAnotherOrder,
  otherId,
  pathsOf,
  shownIn,
} from '../shown.ts';
import { eachDelivery, hasField } from './kci-delivery.ts';

/**
 * `kci.tenant`: an event names the tenant that placed the order. If the order's body names another tenant than its header,
 * the header's counts (SIL-14).
 */
export const kciTenant = soundOrders((order, { profile }) => {
  const tenant = askedFor(order.placed, 'tenant');
  const sender = order.placed.sent.tenant;
  const isTold = order.deliveries.some(({ event }) => event.tenant !== undefined);
  if (profile.read.tenant === undefined || typeof tenant !== 'string' || !isTold) return [];
  return eachDelivery('kci.tenant', order, ({ event }) =>
    event.tenant === undefined || event.tenant === tenant || event.tenant === sender
      ? []
      : [{ is: 'other-tenant', owed: tenant, came: event.tenant }],
  );
});

/**
 * `kci.conversation`: an event repeats the conversation of the order's request, or of the request it answers, as the
 * profile says. An event without one is not judged here: the profile's envelope says whether it must have one.
 */
export const kciConversation = soundOrders((order, { profile, contract }) => {
  const { repeatsConversation } = profile.delivery;
  const isTold = order.deliveries.some(({ event }) => event.conversation !== undefined);
  if (repeatsConversation === false || !isTold) return [];
  const conversationOf = ({ sent }: Exchange): string => headerOf(sent.headers, contract.headers.conversation) ?? '';
  return eachDelivery('kci.conversation', order, (delivery) => {
    const { event } = delivery;
    const causes = repeatsConversation === 'order' ? [order.placed] : causesOf(profile, order, delivery);
    const allowed = [...new Set(causes.map(conversationOf))];
    if (event.conversation === undefined || allowed.includes(event.conversation)) return [];
    const asked = [order.placed, ...order.changes.map(({ exchange }) => exchange)];
    const owner = asked.find((each) => conversationOf(each) === event.conversation);
    const whose = owner ? { whose: owner.sent.step || owner.sent.verb } : {};
    return [{ is: 'other-conversation', event: eventName(delivery), allowed, came: event.conversation, ...whose }];
  });
});

/**
 * The requests that may have caused an event: the one that it names, if right; else those that it may answer, and the
 * order.
 */
function causesOf(profile: KciProfile, order: OrderHistory, delivery: Delivery): readonly Exchange[] {
  const { placed, changes } = order;
  const { event } = delivery;
  const mayAnswer = ({ kind }: OrderChange): boolean => answerNames(profile, kind).has(event.name ?? '');
  const asked = changes.filter((change) => mayAnswer(change) && !isRefused(change.exchange));
  const isRight = answeredAgain(profile, order, delivery).length === 0;
  const named = asked.filter((change) => isRight && isAnsweredBy(change, event));
  return named.length > 0 ? named.map(({ exchange }) => exchange) : [placed, ...asked.map(({ exchange }) => exchange)];
}

/** `kci.carries`: an event has the fields that the profile requires, and an answer names the request it answers. */
export const kciCarries = orders((order, { profile, history }) => {
  const owedBy = (delivery: Delivery): readonly string[] => [
    ...(ruleOf(profile, delivery.event)?.carries ?? []),
    ...answerCarries(profile, order, delivery),
  ];
  const isLookedAt = (delivery: Delivery): boolean => {
    const { event } = delivery;
    return owedBy(delivery).length > 0 || event.amendmentId !== undefined || event.cancellationId !== undefined;
  };
  if (!order.deliveries.some(isLookedAt)) return [];
  const amendments = amendmentsOf(order);
  return eachDelivery('kci.carries', order, (delivery) => {
    const { event } = delivery;
    const owed = owedBy(delivery);
    const isWhole = !order.isTainted && owed.some((field) => field === 'order' || field === 'ordered');
    const accepted = isWhole ? acceptedUntil(profile, order, amendments, delivery) : [];
    const absent = [
      ...owed.filter((field) => !hasField(event, field)).map(kebab),
      ...(isWhole ? leftOut(profile, order, event, accepted) : []),
    ].map((field): Fact => {
      const place = profileAt(profile, 'events', event.name ?? '');
      const at = pointerOf(field.split('.'));
      const amended = accepted
        .map(({ exchange }) => getAt(comparableMembers(exchange), at))
        .findLast((each) => each !== undefined);
      if (amended !== undefined) return { is: 'without-amended', event: eventName(delivery), field, amended, place };
      return { is: 'without-field', event: eventName(delivery), field, place };
    });
    return [...absent, ...wrongAnswer(profile, order, history, delivery), ...answeredAgain(profile, order, delivery)];
  });
});

/** Fields that an event must have because it answers an amendment or cancellation asked for before it first came. */
function answerCarries(
  profile: KciProfile,
  { changes, deliveries }: OrderHistory,
  { event }: Delivery,
): readonly string[] {
  const { name, deliveryId, sequence } = event;
  const first = deliveries.find(
    (each) =>
      each.event.name === name &&
      (deliveryId === undefined ? each.event.sequence === sequence : each.event.deliveryId === deliveryId),
  );
  return changes
    .filter(({ exchange }) => !isRefused(exchange) && exchange.sent.seq < (first?.seen.seq ?? 0))
    .flatMap(({ kind }) => Object.values(profile.requests[kind]))
    .flatMap(({ emits, carries }) => (emits?.kind === 'event' && emits.name === name ? (carries ?? []) : []));
}

/**
 * An answer names a request that was made. If the profile has several places for an id, a text may be the gateway's own
 * reference. If one place holds the id of either kind of request, both kinds count.
 */
function wrongAnswer(
  profile: KciProfile,
  { changes }: OrderHistory,
  history: History,
  { seen, event, body }: Delivery,
): Fact[] {
  if (event.amendmentId === undefined && event.cancellationId === undefined) return [];
  const { amendmentId, cancellationId } = profile.read;
  const idAt = (locator: Locator | undefined): Json | undefined => {
    const found = locator === undefined ? undefined : locate(locator, seen.headers, body);
    const isId = typeof found === 'string' && /^\d+$/.test(found) && !Array.isArray(locator);
    return isId ? Number(found) : found;
  };
  const amended = idAt(amendmentId);
  const cancelled = idAt(cancellationId);
  const asks = (kinds: readonly string[], id: Json | undefined): Fact[] => {
    const asked = changes.filter(({ kind }) => kinds.includes(kind)).map(({ exchange }) => askedFor(exchange, 'id'));
    if (typeof id !== 'number' || asked.includes(id)) return [];
    const [kind, other] = kinds;
    const request = other === undefined ? (kind ?? '') : 'request';
    const owed = asked.length === 0 ? { none: kinds.join(' or ') } : { asked: asked.map((each) => each ?? null) };
    const whose = kinds.map((each) => changesById(history).get(`${each} ${id}`)).find((each) => each !== undefined);
    const cut = asked.find((each) => Number.isSafeInteger(each) && isCutTo32Bits(Number(each), id));
    const told = { event: event.name ?? 'an event', request, came: id, ...owed };
    return [cut === undefined ? { is: 'answers-another', ...told, ...whose } : { is: 'answers-cut', ...told, cut }];
  };
  return amended === cancelled && isSamePlace(amendmentId, cancellationId)
    ? asks(['amendment', 'cancellation'], amended)
    : [...asks(['amendment'], amended), ...asks(['cancellation'], cancelled)];
}

/** Whether an id is what is left of another in 32 bits, with or without a sign. */
const isCutTo32Bits = (whole: number, id: number): boolean =>
  whole !== id && [BigInt.asUintN, BigInt.asIntN].some((in32) => Number(in32(32, BigInt(whole))) === id);

/** By `amendment 17`: the order, with its tenant, for which an amendment or cancellation was requested. */
const changesById = oncePer(
  ({ orders }: History) =>
    new Map<string, { other: string; tenant: string }>(
      [...orders.values()].flatMap(({ id, placed, changes }) =>
        changes.map(({ kind, exchange }) => {
          const whose = { other: id, tenant: placed.sent.tenant };
          return [`${kind} ${String(askedFor(exchange, 'id'))}`, whose] as const;
        }),
      ),
    ),
);

/** Fails if an answer names a request that was already answered, while another one of its kind still waits. */
function answeredAgain(profile: KciProfile, { changes, stream }: OrderHistory, delivery: Delivery): Fact[] {
  return Object.values(CHANGES).flatMap((kind): Fact[] => {
    const answers = Object.values(profile.requests[kind]).map(({ emits }) => emits?.kind === 'event' && emits.name);
    const idOf = ({ event }: Delivery): string | undefined =>
      answers.includes(event.name ?? '') ? event[`${kind}Id`] : undefined;
    const came = idOf(delivery);
    const before = stream.slice(0, Math.max(0, stream.indexOf(delivery)));
    if (came === undefined || !before.some((each) => idOf(each) === came)) return [];
    const answered = stream.map(idOf);
    const ids = changes
      .filter((each) => each.kind === kind && each.isAccepted && each.exchange.sent.at <= delivery.at)
      .map(({ exchange }) => String(askedFor(exchange, 'id')));
    const asked = ids.filter((id) => !answered.includes(id));
    const event = eventName(delivery);
    // A value that is no id of a request is the gateway's own reference.
    return asked.length === 0 || !ids.includes(came)
      ? []
      : [{ is: 'answers-another', event, request: kind, came, asked }];
  });
}

/** What an event may show of its order. */
const SHOWING = ['order', 'ordered', 'status', 'supplierReference'] as const;

/**
 * `kci.entity`: the order shown in an event is the one that was placed, of the right kind, with the status that belongs to
 * the event, and with a reference that never changes.
 */
export const kciEntity = orders((order, { profile, history }) => {
  const lifecycle = lifecycleFor(profile, order);
  const isShown = order.deliveries.some(({ event }) => SHOWING.some((part) => event[part] !== undefined));
  if (!isShown && lifecycle?.entity === undefined) return [];
  const reference = order.deliveries.find(({ event }) => event.supplierReference !== undefined)?.event
    .supplierReference;
  const zone = zoneOf(history);
  const departuresIn = departuresFromOrder(profile, order, zone);
  const unamendedIn = unamended(profile, order, zone);
  return eachDelivery('kci.entity', order, (delivery) => {
    const { event, seen, body } = delivery;
    if (event.unreadable !== undefined) return [];
    const departing = departuresIn(delivery);
    const another = departing.length === 0 ? [] : anotherShown(order, history, delivery, zone);
    if (another.length > 0) return another;
    const wrongKind = departures(lifecycle?.entity ?? {}, seen.headers, body).map(
      ({ pointer: place, expected, actual }): Fact => ({ is: 'other-order-type', place, expected, actual }),
    );
    const unamended = unamendedIn(delivery);
    // Amended members are not owed as they were placed.
    const departed = departing.filter((each) => each.is !== 'other-member' || !isTold(each, unamended));
    const members = [...departed, ...unamended.filter((each) => !isTold(each, departed))];
    return [
      ...wrongKind,
      ...members.map((each) => ({ ...each, ...sentElsewhere(order, each) })),
      ...mistypedMembers(profile, order, event),
      ...ofAnotherOrder(order, history, delivery),
      ...otherId(order, history, delivery),
      ...cutToDays(order, history, delivery),
      ...wrongStatus(profile, order, delivery),
      ...wrongReference(event, reference),
    ];
  });
});

/** The other member of the order, or of a change, that was sent with the value which a wrong member shows. */
function sentElsewhere({ placed, changes }: OrderHistory, fact: Fact): { readonly sentAs?: string } {
  if (fact.is !== 'other-member' || typeof fact.came !== 'string' || isTime(fact.came)) return {};
  const { came, pointer = '' } = fact;
  const [sentAs] = [placed, ...changes.map(({ exchange }) => exchange)]
    .flatMap((each) => leavesOf(comparableMembers(each)))
    .flatMap(([at, leaf]) => (leaf === came && at !== pointer ? at.slice(1).replaceAll('/', '.') : []));
  return sentAs === undefined ? {} : { sentAs };
}

const isTold = ({ pointer }: Fact, told: readonly Fact[]): boolean => told.some((each) => each.pointer === pointer);

/** Wrong types of members. An order shown under other names than the request's has no known types. */
function mistypedMembers(
  { read, wire }: KciProfile,
  { placed, changes, isTainted }: OrderHistory,
  { order }: KciEvent,
): Fact[] {
  if (read.ordered !== undefined || order === undefined || isTainted) return [];
  // A null that was sent may be shown again. XML has no types.
  const sent = [placed, ...changes.map(({ exchange }) => exchange)].map(comparableMembers);
  const isSent = (pointer: string): boolean => sent.some((members) => getAt(members, pointer) === null);
  const mistyped = mistypedIn(placed.operation?.body?.schema ?? {}, order);
  return mistyped
    .filter(({ is, pointer }) => (is === 'null-member' ? !isSent(pointer ?? '') : wire.format !== 'xml'))
    .slice(0, 1);
}

/**
 * From the event on that says an amendment was accepted, events that show an amended member show it as the last accepted
 * amendment has it, or as one that is not answered yet.
 */
function unamended(profile: KciProfile, order: OrderHistory, zone: string): (delivery: Delivery) => Fact[] {
  const amendments = amendmentsOf(order);
  return amendments.length === 0 ? () => [] : (delivery) => unamendedIn(profile, order, amendments, delivery, zone);
}

function unamendedIn(
  profile: KciProfile,
  order: OrderHistory,
  amendments: readonly OrderChange[],
  delivery: Delivery,
  zone: string,
): Fact[] {
  const accepted = acceptedUntil(profile, order, amendments, delivery);
  if (accepted.length === 0) return [];
  const pending = amendments
    .filter((each) => !accepted.includes(each))
    .map(({ exchange }) => comparableMembers(exchange));
  const amended = Object.assign({}, ...accepted.map(({ exchange }) => comparableMembers(exchange))) as JsonObject;
  const asked = comparableMembers(order.placed);
  return shownIn(delivery.event).flatMap(({ parts: [member = '', ...within], came }) => {
    // An amendment may name a member directly that an order has inside another member.
    const isInner = within.length === 0 && isObject(came) && amended[member] === undefined;
    const inner = isInner
      ? Object.entries(came).filter(([name]) => isObject(asked[member]) && name in asked[member])
      : [];
    const shown = isInner
      ? inner.map(([name, its]) => [[member, name], its] as const)
      : [[[member, ...within], came] as const];
    return shown.flatMap(([parts, its]) => {
      const at = (each: JsonObject): Json | undefined => getAt(each, pointerOf(parts)) ?? each[parts.at(-1) ?? ''];
      const value = at(amended);
      if (value === undefined || isAltered(profile, order, member)) return [];
      const allAt = (those: readonly JsonObject[]): readonly Json[] =>
        those.map(at).filter((each) => each !== undefined);
      const may = [value, ...allAt(pending)];
      const missing = (each: Json): readonly Miss[] => missesOf(each, asIn(profile, each, its), pointerOf(parts), zone);
      const [misses = [], ...others] = may.map(missing);
      if (others.some((each) => each.length === 0)) return [];
      const name = parts.at(amended[member] === undefined ? -1 : 0) ?? member;
      const former = allAt([asked, ...accepted.map(({ exchange }) => comparableMembers(exchange))]);
      // An empty list fits whatever is shown.
      const isFormer = (miss: Miss): boolean =>
        former.some((was) =>
          pathsOf(was).length === 0
            ? sameJson(was, its)
            : !missing(was).some(({ pointer }) => pointer === miss.pointer),
        );
      return misses.map(
        (miss): Fact =>
          isFormer(miss)
            ? { is: 'not-amended', event: eventName(delivery), member: name, ...miss }
            : { is: 'other-member', member, ...miss },
      );
    });
  });
}

/**
 * `kci.amended-list`: after an accepted amendment, events that show the order still show characteristics that the order or
 * an earlier amendment had and this one does not name, as the last that names them has them. The specification does not say
 * whether those are replaced.
 */
export const kciAmendedList = soundOrders((order, { profile }) => {
  const characteristicsIn = (asking: Exchange): readonly string[] => namesIn(askedFor(asking, 'characteristics'));
  const naming = amendmentsOf(order).filter(({ exchange }) => characteristicsIn(exchange).length > 0);
  const place = placeOfCharacteristics(order.placed);
  if (naming.length === 0 || characteristicsIn(order.placed).length === 0 || place === undefined) return [];
  const telling = order.deliveries.filter(
    (each) => listShown(each.event, place) !== undefined && acceptedUntil(profile, order, naming, each).length > 0,
  );
  if (telling.length === 0) return [];
  return eachDelivery('kci.amended-list', { ...order, deliveries: telling }, (delivery) => {
    const shown = listShown(delivery.event, place);
    const names = namesIn(shown);
    const accepted = acceptedUntil(profile, order, naming, delivery);
    const earlier = [order.placed, ...accepted.slice(0, -1).map(({ exchange }) => exchange)];
    const lost = earlier.flatMap(characteristicsIn).filter((each) => !names.includes(each));
    const told = { event: eventName(delivery), pointer: place };
    const [name] = lost;
    if (name !== undefined) return [{ is: 'list-replaced', name, names, ...told }];
    // What the last one names, or one that is not answered yet, is told of otherwise.
    const others = naming.filter((each) => each === accepted.at(-1) || !accepted.includes(each));
    const toldOf = others.flatMap(({ exchange }) => characteristicsIn(exchange));
    const lists = earlier.map((each) => askedFor(each, 'characteristics'));
    const back = names.filter((each) => !toldOf.includes(each)).flatMap((each) => formerOf(each, shown, lists));
    return back.slice(0, 1).map((each) => ({ is: 'not-amended', ...each, ...told }));
  });
});

/** A characteristic that is shown as one of several lists has it which is not the last to name it. */
function formerOf(member: string, shown: Json | undefined, lists: readonly (Json | undefined)[]) {
  const [owed = null, ...former] = lists.flatMap((each) => valuesOf(member, each)).toReversed();
  const [came = null] = valuesOf(member, shown);
  return came !== owed && former.includes(came) ? [{ member, owed, came }] : [];
}

/** The values of a characteristic in a list. */
function valuesOf(name: string, list: Json | undefined): readonly Json[] {
  return [list].flat().flatMap((each) => (isObject(each) && each.name === name ? [each.value ?? null] : []));
}

/** Where the request of an order has the list of its characteristics. */
function placeOfCharacteristics(placed: Exchange): string | undefined {
  const places = (placed.operation?.fields ?? []).flatMap(({ field, to }) =>
    field === 'characteristics' ? [to.replace(/^\/body/, '')] : [],
  );
  return places.find((pointer) => getAt(comparableMembers(placed), pointer) !== undefined);
}

/** The characteristics of an order as an event shows them; empty if it does not. */
export function characteristicsShown({ placed }: OrderHistory, event: KciEvent): readonly JsonObject[] {
  const place = placeOfCharacteristics(placed);
  return place === undefined ? [] : [listShown(event, place)].flat().filter(isObject);
}

/** A list of the order as an event shows it: at its place in the request, or where the profile locates it. */
function listShown({ order = null, ordered = {} }: KciEvent, place: string): Json | undefined {
  const isIts = (path: string): boolean => place.endsWith(pointerOf(path.split('.')));
  return getAt(order, place) ?? Object.entries(ordered).find(([path]) => isIts(path))?.[1];
}

/** The names in a list of characteristics; a list of one may come as the object alone. */
function namesIn(list: Json | undefined): readonly string[] {
  return [list].flat().flatMap((each) => (isObject(each) && typeof each.name === 'string' ? [each.name] : []));
}

/** The amendments of an order that were not refused. */
export function amendmentsOf({ changes }: OrderHistory): readonly OrderChange[] {
  return changes.filter(({ kind, exchange }) => kind === 'amendment' && !isRefused(exchange));
}

/** The amendments that were accepted according to events so far. */
export function acceptedUntil(
  profile: KciProfile,
  { stream }: OrderHistory,
  amendments: readonly OrderChange[],
  delivery: Delivery,
): readonly OrderChange[] {
  if (amendments.length === 0) return [];
  const at = placeIn(stream, delivery);
  const told = at < 0 ? stream.filter(({ seen }) => seen.seq <= delivery.seen.seq) : stream.slice(0, at + 1);
  return told.flatMap(({ event }) => acceptedBy(profile, event, amendments) ?? []);
}

/** The index of an event in the stream. Copies are there once: a copy repeats the first one, whenever it comes. */
function placeIn(stream: OrderHistory['stream'], delivery: Delivery): number {
  const { name, deliveryId, sequence } = delivery.event;
  const isFirst = ({ event }: Delivery): boolean =>
    saysTheSame(event, delivery.event) ||
    (deliveryId !== undefined && event.deliveryId === deliveryId && event.name === name && event.sequence === sequence);
  const at = stream.indexOf(delivery);
  return at < 0 ? stream.findIndex(isFirst) : at;
}

/** The amendment that an event accepts: the one that it names, or the only one. */
function acceptedBy(
  profile: KciProfile,
  { name, amendmentId }: KciEvent,
  amendments: readonly OrderChange[],
): OrderChange | undefined {
  const [outcome] = Object.values(profile.requests.amendment);
  if (outcome?.emits?.kind !== 'event' || outcome.emits.name !== name) return undefined;
  const named = amendments.find(({ exchange }) => String(askedFor(exchange, 'id')) === amendmentId);
  return named ?? (amendments.length === 1 ? amendments[0] : undefined);
}

function wrongStatus(profile: KciProfile, { stream }: OrderHistory, delivery: Delivery): Fact[] {
  const { status, name } = delivery.event;
  const rule = profile.events[name ?? ''];
  const before = stream.slice(0, Math.max(0, stream.indexOf(delivery))).flatMap(({ event }) => event.status ?? []);
  const owed = rule?.status === undefined ? [] : [rule.status, ...(rule.orStatus ?? [])];
  const right = rule?.keepsStatus ? before.slice(-1) : owed;
  if (status === undefined || right.length === 0 || right.includes(status)) return [];
  const place = profileAt(profile, 'events', name ?? '');
  return [{ is: 'other-order-status', event: eventName(delivery), right, place, came: status, pointer: '/status' }];
}

function wrongReference({ supplierReference }: KciEvent, reference: string | undefined): Fact[] {
  if (supplierReference === undefined || supplierReference === reference) return [];
  return [{ is: 'reference-changed', owed: reference, came: supplierReference }];
}
