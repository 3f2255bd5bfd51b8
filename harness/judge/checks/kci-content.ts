import { departures, locate } from '../../kci.ts';
import type { Finding, Json, KciEvent, KciProfile } from '../../model.ts';
import { getAt, isObject, pointerOf } from '../../pointer.ts';
import { headerOf } from '../../wire.ts';
import { either, quote } from '../check.ts';
import { askedFor, type Exchange } from '../exchange.ts';
import { lifecycleFor } from '../lifecycle.ts';
import { type Delivery, nameOf, type OrderHistory } from '../orders.ts';
import { CONVERSATION_HEADER } from '../places.ts';
import { differences } from './echo.ts';
import { eachDelivery } from './kci-delivery.ts';
import { orders } from './kci-orders.ts';

/** `kci.tenant`: an event names the tenant that placed the order. */
export const kciTenant = orders((order, { profile }) => {
  const tenant = askedFor(order.placed, 'tenant');
  const isTold = order.deliveries.some(({ event }) => event.tenant !== undefined);
  if (profile.read.tenant === undefined || typeof tenant !== 'string' || !isTold) return [];
  return eachDelivery('kci.tenant', order, ({ event }) =>
    event.tenant === undefined || event.tenant === tenant
      ? []
      : [{ summary: 'an event names another tenant', expected: quote(tenant), actual: quote(event.tenant) }],
  );
});

/**
 * `kci.conversation`: an event repeats the conversation of the order's request, or of the request it answers, as the
 * profile says. An event that names none is not judged: the envelope says whether it must.
 */
export const kciConversation = orders((order, { profile }) => {
  const { repeatsConversation } = profile.delivery;
  const isTold = order.deliveries.some(({ event }) => event.conversation !== undefined);
  if (repeatsConversation === false || !isTold) return [];
  const ofOrder = conversationOf(order.placed);
  const ofChanges = order.changes.map(({ exchange }) => conversationOf(exchange));
  const allowed = repeatsConversation === 'order' ? [ofOrder] : [ofOrder, ...ofChanges];
  return eachDelivery('kci.conversation', order, ({ event }) =>
    event.conversation === undefined || allowed.includes(event.conversation)
      ? []
      : [
          {
            summary: 'an event is of another conversation',
            expected: either(allowed.map(quote)),
            actual: quote(event.conversation),
          },
        ],
  );
});

function conversationOf({ sent }: Exchange): string {
  return headerOf(sent.headers, CONVERSATION_HEADER) ?? '';
}

/** `kci.carries`: an event has the fields that the profile says it must, and answers name the request they answer. */
export const kciCarries = orders((order, { profile }) =>
  eachDelivery('kci.carries', order, (delivery) => {
    const { event } = delivery;
    const owed = [...(profile.events[event.name ?? '']?.carries ?? []), ...answerCarries(profile, order, event)];
    const absent = owed
      .filter((field) => !hasField(event, field))
      .map((field) => ({
        summary: `${nameOf(delivery)} came without ${field}`,
        expected: `${field} (profile ${profile.profile})`,
        actual: 'nothing',
      }));
    return [...absent, ...wrongAnswer(profile, order, delivery)];
  }),
);

/** What an event must carry because it answers an amendment or a cancellation. */
function answerCarries(profile: KciProfile, { changes }: OrderHistory, { name }: KciEvent): readonly string[] {
  return changes
    .flatMap(({ kind }) => Object.values(profile.requests[kind]))
    .flatMap(({ emits, carries }) => (emits?.kind === 'event' && emits.name === name ? (carries ?? []) : []));
}

function hasField(event: KciEvent, field: string): boolean {
  const [group, name] = field.split('.', 2);
  if (group === 'dates' && name !== undefined) return event.dates[name] !== undefined;
  const value = (event as unknown as Readonly<Record<string, unknown>>)[field];
  return value !== undefined && value !== '';
}

/** An answer names a request that was made. Ids are numbers; a text may be a reference of the gateway's own. */
function wrongAnswer(profile: KciProfile, { changes }: OrderHistory, { seen, event, body }: Delivery): Finding[] {
  if (event.amendmentId === undefined && event.cancellationId === undefined) return [];
  const { amendmentId, cancellationId } = profile.read;
  const named = [
    ['amendment', amendmentId],
    ['cancellation', cancellationId],
  ] as const;
  return named.flatMap(([kind, locator]) => {
    const id = locator === undefined ? undefined : locate(locator, seen.headers, body);
    const asked = changes.filter((each) => each.kind === kind).map(({ exchange }) => askedFor(exchange, 'id'));
    if (typeof id !== 'number' || asked.includes(id)) return [];
    const expected = asked.length === 0 ? `no ${kind} was asked for` : either(asked.map(quote));
    return [{ summary: `${event.name ?? 'an event'} answers another ${kind}`, expected, actual: quote(id) }];
  });
}

/** The fields that tell which order it is; they stay as they were ordered. */
const IDENTITY = ['orderType', 'address', 'serviceId'] as const;

/**
 * `kci.entity`: the order inside an event is the one that was placed, of the right kind, with the status that goes with
 * the event and one reference for life.
 */
export const kciEntity = orders((order, { profile }) => {
  const lifecycle = lifecycleFor(profile, order);
  const reference = order.deliveries.find(({ event }) => event.supplierReference !== undefined)?.event
    .supplierReference;
  return eachDelivery('kci.entity', order, (delivery) => {
    const { event, seen, body } = delivery;
    if (event.unreadable !== undefined) return [];
    const wrongKind = departures(lifecycle?.entity ?? {}, seen.headers, body).map((each) => ({
      summary: `an event holds another kind of order at ${each.pointer}`,
      expected: each.expected,
      actual: each.actual,
    }));
    return [
      ...wrongKind,
      ...wrongIdentity(order, event.order),
      ...unamended(order, event),
      ...wrongStatus(delivery),
      ...wrongReference(event),
    ];
  });

  /** An event that says an amendment was accepted shows what was amended, as far as it shows it by the same name. */
  function unamended({ changes }: OrderHistory, { name, order: entity, amendmentId }: KciEvent): Finding[] {
    const [accepted] = Object.values(profile.requests.amendment);
    if (accepted?.emits?.kind !== 'event' || accepted.emits.name !== name || !isObject(entity)) return [];
    const amendments = changes.filter(({ kind }) => kind === 'amendment');
    const named = amendments.filter(({ exchange }) => String(askedFor(exchange, 'id')) === amendmentId);
    const [answered, another] = named.length > 0 ? named : amendments;
    if (!answered || another) return [];
    return amendedMembers(answered.exchange).flatMap(([member, value]) => {
      const shown = entity[member];
      const misses = shown === undefined ? [] : differences(value, shown, pointerOf([member]));
      return misses.map((miss) => ({ summary: `${name} shows ${member} as it was before`, ...miss }));
    });
  }

  function wrongStatus(delivery: Delivery): Finding[] {
    const { status, name } = delivery.event;
    const rule = profile.events[name ?? ''];
    const right = rule?.status === undefined ? [] : [rule.status, ...(rule.orStatus ?? [])];
    if (status === undefined || right.length === 0 || right.includes(status)) return [];
    const summary = `${nameOf(delivery)} came with another order status`;
    return [{ summary, expected: `${either(right)} (profile ${profile.profile})`, actual: status }];
  }

  function wrongReference({ supplierReference }: KciEvent): Finding[] {
    if (supplierReference === undefined || supplierReference === reference) return [];
    return [
      { summary: 'the reference of the order changed', expected: quote(reference), actual: quote(supplierReference) },
    ];
  }
});

/** What an amendment changes: all it holds but its own id and the order's. Lists may be merged, so they are not compared. */
function amendedMembers({ asked, operation }: Exchange): readonly (readonly [member: string, value: Json])[] {
  const ids = ['id', 'order'].map((field) => operation?.fields.find((each) => each.field === field)?.to);
  const members = isObject(asked.body) ? Object.entries(asked.body) : [];
  return members.filter(([name, value]) => !ids.includes(`/body/${name}`) && !Array.isArray(value));
}

/** Compares by the names of the order request; an entity with names of its own says nothing here. */
function wrongIdentity({ placed, changes }: OrderHistory, entity: Json | undefined): Finding[] {
  if (!isObject(entity)) return [];
  return IDENTITY.flatMap((field) => {
    const place = placed.operation?.fields.find((each) => each.field === field)?.to ?? `/body/${field}`;
    const below = place.replace(/^\/body/, '');
    const asked = getAt(placed.asked, place);
    const came = getAt(entity, below);
    const isAmended = changes.some(({ exchange }) => getAt(exchange.asked, place) !== undefined);
    if (asked === undefined || came === undefined || isAmended || typeof asked !== typeof came) return [];
    return differences(asked, came, below).map(({ expected, actual, pointer }) => ({
      summary: `the order in an event has another ${field}`,
      expected,
      actual,
      pointer,
    }));
  });
}
