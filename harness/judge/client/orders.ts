import { idIn } from '../../journey/calls.ts';
import { isFinal } from '../../kci/stream.ts';
import type { Json } from '../../model.ts';
import { getAt, isObject, itemsOf, objectOf } from '../../values/pointer.ts';
import { type CheckFunction, passUnless } from '../check.ts';
import { askedFor, type Exchange, hasVerb, idAsked, isAccepted, reservationNamed } from '../exchange.ts';
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
} from '../member-names.ts';
import {
  addressText,
  type ClientConversation,
  contentOf,
  inEach,
  inRequests,
  isUnknown,
  ofRequest,
  ofVerb,
  profileOf,
  reservationsIn,
  reservationUsed,
  rowsUsed,
} from './conversation.ts';

/** A slot as text, whatever form its times are written in. */
function slotText(slot: Json | undefined): string {
  const { [SLOT_START]: start, [SLOT_END]: end } = objectOf(slot);
  return `${Date.parse(String(start))} ${Date.parse(String(end))}`;
}

/** The latest availability of an order's address before the order. */
function knownOf(order: Exchange, { exchanges }: ClientConversation): Json | undefined {
  return ofVerb(exchanges, 'availability').findLast(
    (each) =>
      each.sent.seq < order.sent.seq &&
      isAccepted(each) &&
      each.sent.tenant === order.sent.tenant &&
      addressText(each) === addressText(order),
  )?.json;
}

/** `client.characteristics`: if availability lists values of a characteristic, an order uses one of them. */
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
      return passUnless(
        ofRequest('client.characteristics', each, [row]),
        !values.includes(value ?? null) && { is: 'value-not-offered', name: String(name), value, values },
      );
    });
  });
});

/** The order that an amendment or cancellation is about. */
function orderOf(change: Exchange, { exchanges }: ClientConversation): Exchange | undefined {
  const id = idIn(askedFor(change, 'order'));
  if (id === undefined) return undefined;
  const named = ofVerb(exchanges, 'order').filter((each) => each.sent.seq < change.sent.seq && idAsked(each) === id);
  // Tenants choose ids independently.
  return named.find(({ sent }) => sent.tenant === change.sent.tenant) ?? named[0];
}

/** Checks of bookings and orders. */
export const ORDER_CHECKS = {
  ...inRequests({
    /** After a conflict, slots are asked for again before another one is booked. */
    'client.slots-again': ({ exchanges }) => {
      const all = ofVerb(exchanges, 'slots', 'book');
      return (each) => {
        if (!hasVerb(each, 'slots', 'book')) return undefined;
        const place = addressText(each);
        const before = all.findLast((one) => one.sent.seq < each.sent.seq && addressText(one) === place);
        if (!before || !hasVerb(before, 'book') || before.response?.status !== 409) return undefined;
        return hasVerb(each, 'book') && before.sent.tenant === each.sent.tenant && { is: 'booked-blindly' };
      };
    },
    /** A booking names its slot only by start and end. */
    'client.slot-only': () => (each) => {
      if (!hasVerb(each, 'book')) return undefined;
      const names = Object.keys(objectOf(getAt(each.asked.body, BOOKED_SLOT)));
      const further = names.filter((name) => name !== SLOT_START && name !== SLOT_END);
      return further.length > 0 && { is: 'slot-with-more', further, pointer: `/body${BOOKED_SLOT}` };
    },
    /** A booked slot was listed for its address. */
    'client.slot-listed':
      ({ exchanges, isWhole }) =>
      (each) => {
        const place = addressText(each);
        const lists = ofVerb(exchanges, 'slots').filter(
          (list) => list.sent.seq < each.sent.seq && isAccepted(list) && addressText(list) === place,
        );
        if (!hasVerb(each, 'book') || (lists.length === 0 && !isWhole)) return undefined;
        const slot = getAt(each.asked.body, BOOKED_SLOT);
        const listed = lists.flatMap(({ json }) => itemsOf(getAt(json ?? null, SLOTS)).map(slotText));
        return !listed.includes(slotText(slot)) && { is: 'slot-not-listed', slot, count: listed.length };
      },
    /** An order names the reservation booked for its address, by the id, the reference, or both. */
    'client.reservation': ({ exchanges, isWhole, asked }) => {
      const reservations = reservationsIn(exchanges);
      const needsOne = asked?.task.some((each) => 'book' in each) ?? false;
      return (each) => {
        if (!hasVerb(each, 'order', 'amend')) return undefined;
        const before = reservations.filter(({ response }) => (response?.seq ?? 0) < each.sent.seq);
        const came = reservationNamed(each);
        const { id, supplierReference } = came;
        const pointer = '/body';
        if (id === undefined && supplierReference === undefined) {
          const own = before.findLast(
            (booked) => addressText(booked) === addressText(each) && booked.sent.tenant === each.sent.tenant,
          );
          const isLeftOut = hasVerb(each, 'order') && needsOne && own !== undefined;
          return isLeftOut ? { is: 'reservation-left-out', id: idAsked(own) ?? '', pointer } : undefined;
        }
        const refers = ({ json = null }: Exchange): boolean =>
          supplierReference === undefined || getAt(json, SUPPLIER_REFERENCE) === supplierReference;
        if (before.some((one) => (id === undefined || idIn(id) === idAsked(one)) && refers(one))) return false;
        const isSeen = isWhole || reservationUsed(each, before);
        return isSeen ? { is: 'reservation-not-booked', came, pointer } : undefined;
      };
    },
    /** A reservation used by an order had not expired when the order was sent. */
    'client.reservation-live': ({ exchanges }) => {
      const reservations = reservationsIn(exchanges);
      return (each) => {
        const used = hasVerb(each, 'order') ? reservationUsed(each, reservations) : undefined;
        const expiry = Date.parse(String(used && getAt(used.json ?? null, EXPIRY)));
        return Number.isNaN(expiry) ? undefined : each.sent.at > expiry && { is: 'reservation-expired', expiry };
      };
    },
    /** No order is placed if availability gives reasons against it. */
    'client.unavailable': (conversation) => (each) => {
      const known = hasVerb(each, 'order') ? knownOf(each, conversation) : undefined;
      if (known === undefined) return undefined;
      const codes = itemsOf(getAt(known, UNAVAILABILITY)).map((reason) => String(objectOf(reason).code));
      return codes.length > 0 && { is: 'ordered-unavailable', codes };
    },
    /** A tenant amends, cancels or uses only what is its own. */
    'client.own-orders': (conversation) => {
      const reservations = reservationsIn(conversation.exchanges);
      return (each) => {
        const { verb, tenant } = each.sent;
        if (!hasVerb(each, 'order', 'amend', 'cancel') || tenant === '') return undefined;
        const used = [orderOf(each, conversation), reservationUsed(each, reservations)];
        const owners = used.flatMap((owned) => owned?.sent.tenant || []);
        if (owners.length === 0) return undefined;
        return owners.flatMap((owner) => (owner === tenant ? [] : { is: 'of-another-tenant', verb, owner, tenant }));
      };
    },
    /** A request that may have been accepted is not repeated under another id until its outcome is known. */
    'client.once': (conversation, context) => {
      const { undecidedForMs } = profileOf(context);
      const open = ofVerb(conversation.exchanges, 'order', 'amend', 'cancel').filter(isUnknown);
      const ends = conversation.deliveries.filter(({ event }) => isFinal(context.profile, event));
      return (each) => {
        const { verb, at, seq } = each.sent;
        const first = open.find(
          (one) =>
            seq > (one.response ?? one.broke ?? one.sent).seq &&
            at - one.sent.at < undecidedForMs &&
            contentOf(one) === contentOf(each) &&
            idAsked(one) !== idAsked(each) &&
            !ends.some(({ event, seen }) => event.orderId === idAsked(one) && seen.seq < seq),
        );
        if (!first) return open.includes(each) ? false : undefined;
        const was = first.response ? String(first.response.status) : 'not at all';
        return { is: 'asked-twice', verb, was, one: idAsked(first) ?? '', other: idAsked(each) ?? '' };
      };
    },
  }),
  ...inRequests(
    {
      /** The type of an order fits availability, by the decision table. */
      'client.order-type': (conversation, context) => (each) => {
        const site = hasVerb(each, 'order') ? getAt(knownOf(each, conversation) ?? null, SITE_INFORMATION) : undefined;
        const type = String(askedFor(each, 'orderType'));
        const needs = Object.entries(profileOf(context).orderTypes[type] ?? {});
        if (needs.length === 0 || !isObject(site)) return undefined;
        const fits = needs.every(([member, wanted]) =>
          wanted === 'present' ? itemsOf(site[member]).length > 0 : (site[member] ?? wanted) === wanted,
        );
        const words = needs.map(([member, wanted]) => `${member} ${wanted === 'present' ? wanted : `is ${wanted}`}`);
        return !fits && { is: 'order-type-unfit', type, words: words.join(', ') };
      },
      /** An amended or cancelled order was placed by the client. */
      'client.order-named': (conversation) => (each) => {
        const id = hasVerb(each, 'amend', 'cancel') ? idIn(askedFor(each, 'order')) : undefined;
        const order = orderOf(each, conversation);
        if (id === undefined || (!order && !conversation.isWhole)) return undefined;
        return !order && { is: 'order-not-placed', verb: each.sent.verb, id };
      },
    },
    rowsUsed,
  ),
  'client.characteristics': clientCharacteristics,
};
