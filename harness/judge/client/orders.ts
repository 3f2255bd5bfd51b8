import { idIn } from '../../journey/calls.ts';
import type { Json } from '../../model.ts';
import { getAt, isObject, itemsOf, objectOf } from '../../values/pointer.ts';
import { type CheckFunction, failed, passed, verdictOn } from '../check.ts';
import { askedFor, type Exchange, isAccepted } from '../exchange.ts';
import {
  BOOKED_SLOT,
  EXPIRY,
  OFFERED,
  SITE_INFORMATION,
  SLOT_END,
  SLOT_START,
  SLOTS,
  SUPPLIER_REFERENCE,
  UNAVAILABILITY,
} from '../places.ts';
import {
  addressOf,
  type Conversation,
  contentOf,
  idOf,
  inEach,
  inRequests,
  isOf,
  isUnknown,
  ofRequest,
  ofVerb,
  profileOf,
  reservationNamed,
  reservationsIn,
  reservationUsed,
  rowsUsed,
} from './conversation.ts';

/** `client.slots-again`: after a conflict the slots are asked for again before another one is booked. */
const clientSlotsAgain: CheckFunction = inEach(({ exchanges }) =>
  ofVerb(exchanges, 'book')
    .filter(({ response }) => response?.status === 409)
    .flatMap((conflict) => {
      const place = addressOf(conflict);
      const later = exchanges.filter(
        (each) => each.sent.seq > (conflict.response?.seq ?? 0) && addressOf(each) === place,
      );
      const next = ofVerb(later, 'slots', 'book')[0];
      if (!next) return [];
      const isBlind = next.operation?.verb === 'book' && next.sent.tenant === conflict.sent.tenant;
      return verdictOn(ofRequest('client.slots-again', next), isBlind && { is: 'booked-blindly' });
    }),
);

/** A slot as text, whatever form its times are written in. */
function slotText(slot: Json | undefined): string {
  const { [SLOT_START]: start, [SLOT_END]: end } = objectOf(slot);
  return `${Date.parse(String(start))} ${Date.parse(String(end))}`;
}

/** The last that availability said of an order's address before the order. */
function knownOf(order: Exchange, { exchanges }: Conversation): Json | undefined {
  return ofVerb(exchanges, 'availability').findLast(
    (each) =>
      each.sent.seq < order.sent.seq &&
      isAccepted(each) &&
      each.sent.tenant === order.sent.tenant &&
      addressOf(each) === addressOf(order),
  )?.json;
}

/** `client.order-type`: the type of an order is the one that the decision table has for what availability said. */
const clientOrderType: CheckFunction = inEach((conversation, context) =>
  ofVerb(conversation.exchanges, 'order').flatMap((each) => {
    const site = getAt(knownOf(each, conversation) ?? null, SITE_INFORMATION);
    const type = String(askedFor(each, 'orderType'));
    const needs = Object.entries(profileOf(context).orderTypes[type] ?? {});
    if (needs.length === 0 || !isObject(site)) return [];
    const subject = ofRequest('client.order-type', each, rowsUsed('client.order-type', each, context));
    const fits = needs.every(([member, wanted]) =>
      wanted === 'present' ? itemsOf(site[member]).length > 0 : (site[member] ?? wanted) === wanted,
    );
    const words = needs
      .map(([member, wanted]) => `${member} ${wanted === 'present' ? wanted : `is ${wanted}`}`)
      .join(', ');
    return verdictOn(subject, !fits && { is: 'order-type-unfit', type, words });
  }),
);

/** `client.characteristics`: where availability lists the values of a characteristic, an order has one of them. */
const clientCharacteristics: CheckFunction = inEach((conversation, { contract }) => {
  const rows = new Map(
    Object.entries(objectOf(getAt(contract.schemas.Characteristic ?? {}, '/properties/name/x-values'))),
  );
  const tested = new Set(
    contract.register.flatMap(({ id, checks = [] }) => (checks.includes('client.characteristics') ? id : [])),
  );
  return ofVerb(conversation.exchanges, 'order').flatMap((each) => {
    const services = itemsOf(getAt(knownOf(each, conversation) ?? null, OFFERED)).map(objectOf);
    const service = objectOf(askedFor(each, 'service'));
    const offered = itemsOf(services.find(({ id }) => id === service.id)?.serviceCharacteristics).map(objectOf);
    return itemsOf(askedFor(each, 'characteristics')).flatMap((characteristic) => {
      const { name, value } = objectOf(characteristic);
      const values = itemsOf(offered.find((one) => one.name === name)?.values);
      const row = rows.get(String(name));
      if (values.length === 0 || typeof row !== 'string' || !tested.has(row)) return [];
      return verdictOn(
        ofRequest('client.characteristics', each, [row]),
        !values.includes(value ?? null) && { is: 'value-not-offered', name: String(name), value, values },
      );
    });
  });
});

/** Of amendments and cancellations, the order that they are about. */
function orderOf(change: Exchange, { exchanges }: Conversation): Exchange | undefined {
  const id = idIn(askedFor(change, 'order'));
  if (id === undefined) return undefined;
  const named = ofVerb(exchanges, 'order').filter((each) => each.sent.seq < change.sent.seq && idOf(each) === id);
  // Tenants choose their ids each for itself.
  return named.find(({ sent }) => sent.tenant === change.sent.tenant) ?? named[0];
}

/** `client.order-named`: what is amended or cancelled is an order that the client placed. */
const clientOrderNamed: CheckFunction = inEach((conversation, context) =>
  ofVerb(conversation.exchanges, 'amend', 'cancel').flatMap((each) => {
    const { verb } = each.sent;
    const order = orderOf(each, conversation);
    const id = idIn(askedFor(each, 'order'));
    if (id === undefined || (!order && !conversation.isWhole)) return [];
    const subject = ofRequest('client.order-named', each, rowsUsed('client.order-named', each, context));
    return verdictOn(subject, !order && { is: 'order-not-placed', verb, id });
  }),
);

/** `client.own-orders`: what a tenant amends, cancels or uses is its own. */
const clientOwnOrders: CheckFunction = inEach((conversation) => {
  const reservations = reservationsIn(conversation.exchanges);
  return ofVerb(conversation.exchanges, 'order', 'amend', 'cancel').flatMap((each) => {
    const { verb, tenant } = each.sent;
    const used = reservationUsed(each, reservations)?.booked;
    return [orderOf(each, conversation), used].flatMap((owned) => {
      if (!owned || tenant === '' || owned.sent.tenant === '') return [];
      const owner = owned.sent.tenant;
      return verdictOn(
        ofRequest('client.own-orders', each),
        owner !== tenant && { is: 'of-another-tenant', verb, owner, tenant },
      );
    });
  });
});

/** `client.once`: what may have been taken is not asked for under another id, until its end is known. */
const clientOnce: CheckFunction = inEach((conversation, context) => {
  const { profile } = context;
  const { undecidedMs } = profileOf(context);
  const { exchanges, deliveries } = conversation;
  const isTerminal = (name: string | undefined): boolean => profile.events[name ?? '']?.terminal ?? false;
  return ofVerb(exchanges, 'order', 'amend', 'cancel')
    .filter(isUnknown)
    .flatMap((first) => {
      const ended = deliveries.find(({ event }) => event.orderId === idOf(first) && isTerminal(event.name));
      const over = (first.response ?? first.broke ?? first.sent).seq;
      const again = exchanges.find(
        (each) =>
          each.sent.seq > over &&
          each.sent.at - first.sent.at < undecidedMs &&
          contentOf(each) === contentOf(first) &&
          idOf(each) !== idOf(first) &&
          (ended === undefined || ended.seen.seq > each.sent.seq),
      );
      const { verb } = first.sent;
      if (!again) return [passed(ofRequest('client.once', first))];
      const was = first.response ? String(first.response.status) : 'not at all';
      const [one = '', other = ''] = [idOf(first), idOf(again)];
      return [failed(ofRequest('client.once', again), { is: 'asked-twice', verb, was, one, other })];
    });
});

/** What is looked at of bookings and orders. */
export const ORDER_CHECKS = {
  'client.slots-again': clientSlotsAgain,
  ...inRequests({
    /** A booking names its slot by start and end alone. */
    'client.slot-only': () => (each) => {
      if (!isOf(each, 'book')) return undefined;
      const names = Object.keys(objectOf(getAt(each.asked.body, BOOKED_SLOT)));
      const further = names.filter((name) => name !== SLOT_START && name !== SLOT_END);
      return further.length > 0 && { is: 'slot-with-more', further, pointer: `/body${BOOKED_SLOT}` };
    },
    /** A slot that is booked was listed for its address. */
    'client.slot-listed':
      ({ exchanges, isWhole }) =>
      (each) => {
        const place = addressOf(each);
        const lists = ofVerb(exchanges, 'slots').filter(
          (list) => list.sent.seq < each.sent.seq && isAccepted(list) && addressOf(list) === place,
        );
        if (!isOf(each, 'book') || (lists.length === 0 && !isWhole)) return undefined;
        const slot = getAt(each.asked.body, BOOKED_SLOT);
        const listed = lists.flatMap(({ json }) => itemsOf(getAt(json ?? null, SLOTS)).map(slotText));
        return !listed.includes(slotText(slot)) && { is: 'slot-not-listed', slot, count: listed.length };
      },
    /**
     * An order names the reservation that was booked for its address, by the id and the reference that were answered, or by
     * one of them.
     */
    'client.reservation': ({ exchanges, isWhole, asked }) => {
      const reservations = reservationsIn(exchanges);
      const needsOne = asked?.task.some((each) => 'book' in each) ?? false;
      return (each) => {
        if (!isOf(each, 'order', 'amend')) return undefined;
        const before = reservations.filter(({ booked }) => (booked.response?.seq ?? 0) < each.sent.seq);
        const came = reservationNamed(each);
        const { id, supplierReference } = came;
        const pointer = '/body';
        if (id === undefined && supplierReference === undefined) {
          const own = before.findLast(
            ({ booked }) => addressOf(booked) === addressOf(each) && booked.sent.tenant === each.sent.tenant,
          );
          const isLeftOut = isOf(each, 'order') && needsOne && own !== undefined;
          return isLeftOut ? { is: 'reservation-left-out', id: own.id ?? '', pointer } : undefined;
        }
        const refers = (answer: Json): boolean =>
          supplierReference === undefined || getAt(answer, SUPPLIER_REFERENCE) === supplierReference;
        if (before.some((one) => (id === undefined || idIn(id) === one.id) && refers(one.answer))) return false;
        const isSeen = isWhole || reservationUsed(each, before);
        return isSeen ? { is: 'reservation-not-booked', came, pointer } : undefined;
      };
    },
    /** A reservation that an order uses had not expired when the order was sent. */
    'client.reservation-live': ({ exchanges }) => {
      const reservations = reservationsIn(exchanges);
      return (each) => {
        const used = isOf(each, 'order') ? reservationUsed(each, reservations) : undefined;
        const expiry = Date.parse(String(used && getAt(used.answer, EXPIRY)));
        return Number.isNaN(expiry) ? undefined : each.sent.at > expiry && { is: 'reservation-expired', expiry };
      };
    },
  }),
  'client.order-type': clientOrderType,
  ...inRequests({
    /** Nothing is ordered where availability gives reasons why there is none. */
    'client.unavailable': (conversation) => (each) => {
      const known = isOf(each, 'order') ? knownOf(each, conversation) : undefined;
      if (known === undefined) return undefined;
      const codes = itemsOf(getAt(known, UNAVAILABILITY)).map((reason) => String(objectOf(reason).code));
      return codes.length > 0 && { is: 'ordered-unavailable', codes };
    },
  }),
  'client.characteristics': clientCharacteristics,
  'client.order-named': clientOrderNamed,
  'client.own-orders': clientOwnOrders,
  'client.once': clientOnce,
};
