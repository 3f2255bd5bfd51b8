import { kebab } from '../../contract/fixture.ts';
import type { Fact } from '../../findings.ts';
import { locate } from '../../kci/read.ts';
import type { Json, KciEvent, KciProfile, Locator } from '../../model.ts';
import { atOf } from '../../values/part.ts';
import { headerOf } from '../../wire/wire.ts';
import { orders, profileAt, soundOrders } from '../check.ts';
import { askedFor, type Exchange } from '../exchange.ts';
import { type Delivery, nameOf, type OrderHistory } from '../orders.ts';
import { eachDelivery } from './kci-delivery.ts';

/** `kci.tenant`: an event names the tenant that placed the order. */
export const kciTenant = soundOrders((order, { profile }) => {
  const tenant = askedFor(order.placed, 'tenant');
  const isTold = order.deliveries.some(({ event }) => event.tenant !== undefined);
  if (profile.read.tenant === undefined || typeof tenant !== 'string' || !isTold) return [];
  return eachDelivery('kci.tenant', order, ({ event }) =>
    event.tenant === undefined || event.tenant === tenant
      ? []
      : [{ is: 'other-tenant', owed: tenant, came: event.tenant }],
  );
});

/**
 * `kci.conversation`: an event repeats the conversation of the order's request, or of the request it answers, as the
 * profile says. An event that names none is not judged: the envelope says whether it must.
 */
export const kciConversation = soundOrders((order, { profile, contract }) => {
  const { repeatsConversation } = profile.delivery;
  const isTold = order.deliveries.some(({ event }) => event.conversation !== undefined);
  if (repeatsConversation === false || !isTold) return [];
  const conversationOf = ({ sent }: Exchange): string => headerOf(sent.headers, contract.headers.conversation) ?? '';
  const ofOrder = conversationOf(order.placed);
  const ofChanges = order.changes.map(({ exchange }) => conversationOf(exchange));
  const allowed = repeatsConversation === 'order' ? [ofOrder] : [ofOrder, ...ofChanges];
  return eachDelivery('kci.conversation', order, ({ event }) =>
    event.conversation === undefined || allowed.includes(event.conversation)
      ? []
      : [{ is: 'other-conversation', allowed, came: event.conversation }],
  );
});

/** `kci.carries`: an event has the fields that the profile says it must, and answers name the request they answer. */
export const kciCarries = orders((order, { profile }) => {
  const owedBy = (event: KciEvent): readonly string[] => [
    ...(profile.events[event.name ?? '']?.carries ?? []),
    ...answerCarries(profile, order, event),
  ];
  const isLookedAt = ({ event }: Delivery): boolean =>
    owedBy(event).length > 0 || event.amendmentId !== undefined || event.cancellationId !== undefined;
  if (!order.deliveries.some(isLookedAt)) return [];
  return eachDelivery('kci.carries', order, (delivery) => {
    const { event } = delivery;
    const absent = owedBy(event)
      .filter((field) => !hasField(event, field))
      .map((field): Fact => {
        const place = profileAt(profile, 'events', event.name ?? '');
        return { is: 'without-field', event: nameOf(delivery), field: kebab(field), place };
      });
    return [...absent, ...wrongAnswer(profile, order, delivery)];
  });
});

/** What an event must carry because it answers an amendment or a cancellation. */
function answerCarries(profile: KciProfile, { changes }: OrderHistory, { name }: KciEvent): readonly string[] {
  return changes
    .flatMap(({ kind }) => Object.values(profile.requests[kind]))
    .flatMap(({ emits, carries }) => (emits?.kind === 'event' && emits.name === name ? (carries ?? []) : []));
}

function hasField(event: KciEvent, field: string): boolean {
  // That it cannot be read is a finding of its own.
  if (event.malformed?.some((each) => each.field === field)) return true;
  const [group, name] = field.split('.', 2);
  if (group === 'dates' && name !== undefined) return (event.dates[name] ?? '') !== '';
  const value = (event as unknown as Readonly<Record<string, unknown>>)[field];
  return value !== undefined && value !== '';
}

/**
 * An answer names a request that was made. Ids are numbers; a text may be a reference of the gateway's own. Where one place
 * names the request that is answered, of whichever kind, it may be of either.
 */
function wrongAnswer(profile: KciProfile, { changes }: OrderHistory, { seen, event, body }: Delivery): Fact[] {
  if (event.amendmentId === undefined && event.cancellationId === undefined) return [];
  const { amendmentId, cancellationId } = profile.read;
  const idAt = (locator: Locator | undefined): Json | undefined =>
    locator === undefined ? undefined : locate(locator, seen.headers, body);
  const amended = idAt(amendmentId);
  const cancelled = idAt(cancellationId);
  const asks = (kinds: readonly string[], id: Json | undefined): Fact[] => {
    const asked = changes.filter(({ kind }) => kinds.includes(kind)).map(({ exchange }) => askedFor(exchange, 'id'));
    if (typeof id !== 'number' || asked.includes(id)) return [];
    const [kind, other] = kinds;
    const request = other === undefined ? (kind ?? '') : 'request';
    const owed = asked.length === 0 ? { none: kinds.join(' or ') } : { asked: asked.map((each) => each ?? null) };
    return [{ is: 'answers-another', event: event.name ?? 'an event', request, came: id, ...owed }];
  };
  return amended === cancelled && isSamePlace(amendmentId, cancellationId)
    ? asks(['amendment', 'cancellation'], amended)
    : [...asks(['amendment'], amended), ...asks(['cancellation'], cancelled)];
}

function isSamePlace(one: Locator | undefined, other: Locator | undefined): boolean {
  const others = [other ?? []].flat().map(atOf);
  return [one ?? []].flat().some((place) => others.includes(atOf(place)));
}
