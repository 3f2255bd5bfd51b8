import type { Json } from '../../model.ts';
import { getAt, isObject, itemsOf, objectOf } from '../../values/pointer.ts';
import { type CheckFunction, failed, passed, verdictOn } from '../check.ts';
import { askedFor, type Exchange, isAccepted } from '../exchange.ts';
import {
  BOOKED_SLOT,
  EXISTING_LINES,
  EXPIRY,
  NEW_LINE,
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
  idText,
  inEach,
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
export const clientSlotsAgain: CheckFunction = inEach(({ exchanges }) =>
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

/** `client.slot-only`: a booking names its slot by start and end alone. */
export const clientSlotOnly: CheckFunction = inEach(({ exchanges }) =>
  ofVerb(exchanges, 'book').flatMap((each) => {
    const further = Object.keys(objectOf(getAt(each.asked.body, BOOKED_SLOT))).filter(
      (name) => name !== SLOT_START && name !== SLOT_END,
    );
    const pointer = `/body${BOOKED_SLOT}`;
    return verdictOn(
      ofRequest('client.slot-only', each),
      further.length > 0 && { is: 'slot-with-more', further, pointer },
    );
  }),
);

/** A slot as text, whatever form its times are written in. */
function slotText(slot: Json | undefined): string {
  const { [SLOT_START]: start, [SLOT_END]: end } = objectOf(slot);
  return `${Date.parse(String(start))} ${Date.parse(String(end))}`;
}

/** `client.slot-listed`: a slot that is booked was listed for its address. */
export const clientSlotListed: CheckFunction = inEach(({ exchanges, isWhole }) =>
  ofVerb(exchanges, 'book').flatMap((each) => {
    const place = addressOf(each);
    const lists = ofVerb(exchanges, 'slots').filter(
      (list) => list.sent.seq < each.sent.seq && isAccepted(list) && addressOf(list) === place,
    );
    if (lists.length === 0 && !isWhole) return [];
    const slot = getAt(each.asked.body, BOOKED_SLOT);
    const listed = lists.flatMap(({ json }) => itemsOf(getAt(json ?? null, SLOTS)).map(slotText));
    return verdictOn(
      ofRequest('client.slot-listed', each),
      !listed.includes(slotText(slot)) && { is: 'slot-not-listed', slot, count: listed.length },
    );
  }),
);

/**
 * `client.reservation`: an order names the reservation that was booked for its address, by the id and the reference that
 * were answered, or by one of them.
 */
export const clientReservation: CheckFunction = inEach(({ exchanges, isWhole, asked }) => {
  const reservations = reservationsIn(exchanges);
  const needsOne = asked?.task.some((each) => 'book' in each) ?? false;
  return ofVerb(exchanges, 'order', 'amend').flatMap((each) => {
    const { sent, operation } = each;
    const before = reservations.filter(({ booked }) => (booked.response?.seq ?? 0) < sent.seq);
    const { id, supplierReference } = reservationNamed(each);
    const pointer = '/body';
    if (id === undefined && supplierReference === undefined) {
      const own = before.findLast(
        ({ booked }) => addressOf(booked) === addressOf(each) && booked.sent.tenant === sent.tenant,
      );
      const isLeftOut = operation?.verb === 'order' && needsOne && own !== undefined;
      return isLeftOut
        ? [failed(ofRequest('client.reservation', each), { is: 'reservation-left-out', id: own.id ?? '', pointer })]
        : [];
    }
    const refers = (answer: Json): boolean =>
      supplierReference === undefined || getAt(answer, SUPPLIER_REFERENCE) === supplierReference;
    const isIts = ({ id: known, answer }: (typeof before)[number]): boolean =>
      (id === undefined || idText(id) === known) && refers(answer);
    if (!before.some(isIts) && !reservationUsed(each, before) && !isWhole) return [];
    const came = {
      ...(id === undefined ? {} : { id }),
      ...(supplierReference === undefined ? {} : { supplierReference }),
    };
    return verdictOn(
      ofRequest('client.reservation', each),
      !before.some(isIts) && { is: 'reservation-not-booked', came, pointer },
    );
  });
});

/** `client.reservation-live`: a reservation that an order uses had not expired when the order was sent. */
export const clientReservationLive: CheckFunction = inEach(({ exchanges }) => {
  const reservations = reservationsIn(exchanges);
  return ofVerb(exchanges, 'order').flatMap((each) => {
    const used = reservationUsed(each, reservations);
    const expiry = Date.parse(String(used ? getAt(used.answer, EXPIRY) : undefined));
    if (Number.isNaN(expiry)) return [];
    return verdictOn(
      ofRequest('client.reservation-live', each),
      each.sent.at > expiry && { is: 'reservation-expired', expiry },
    );
  });
});

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

/** Of the types of orders that need something of a site: whether it has it, and the words of the decision table for it. */
const NEEDS: Readonly<Record<string, { readonly fits: (site: Json) => boolean; readonly words: string }>> = {
  NEW: { fits: (site) => getAt(site, NEW_LINE) !== false, words: 'newLine is true' },
  START: { fits: hasLines, words: 'existingLines present' },
  TAKEOVER: { fits: hasLines, words: 'existingLines present' },
  TRANSFER: { fits: hasLines, words: 'existingLines present' },
};

function hasLines(site: Json): boolean {
  return itemsOf(getAt(site, EXISTING_LINES)).length > 0;
}

/** `client.order-type`: the type of an order is the one that the decision table has for what availability said. */
export const clientOrderType: CheckFunction = inEach((conversation, context) =>
  ofVerb(conversation.exchanges, 'order').flatMap((each) => {
    const site = getAt(knownOf(each, conversation) ?? null, SITE_INFORMATION);
    const type = String(askedFor(each, 'orderType'));
    const need = NEEDS[type];
    if (!need || !isObject(site)) return [];
    const subject = ofRequest('client.order-type', each, rowsUsed('client.order-type', each, context));
    return verdictOn(subject, !need.fits(site) && { is: 'order-type-unfit', type, words: need.words });
  }),
);

/** `client.unavailable`: nothing is ordered where availability gives reasons why there is none. */
export const clientUnavailable: CheckFunction = inEach((conversation) =>
  ofVerb(conversation.exchanges, 'order').flatMap((each) => {
    const known = knownOf(each, conversation);
    if (known === undefined) return [];
    const reasons = itemsOf(getAt(known, UNAVAILABILITY));
    const codes = reasons.map((reason) => String(objectOf(reason).code));
    return verdictOn(ofRequest('client.unavailable', each), codes.length > 0 && { is: 'ordered-unavailable', codes });
  }),
);

/** `client.characteristics`: where availability lists the values of a characteristic, an order has one of them. */
export const clientCharacteristics: CheckFunction = inEach((conversation, { contract }) => {
  const rows = new Map(
    Object.entries(objectOf(getAt(contract.schemas.Characteristic ?? {}, '/properties/name/x-values'))),
  );
  const tested = new Set(
    contract.register.flatMap(({ id, checks = [] }) => (checks.includes('client.characteristics') ? id : [])),
  );
  return ofVerb(conversation.exchanges, 'order').flatMap((each) => {
    const services = itemsOf(getAt(knownOf(each, conversation) ?? null, '/serviceSpecifications')).map(objectOf);
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
  const id = idText(askedFor(change, 'order'));
  return ofVerb(exchanges, 'order').find((each) => each.sent.seq < change.sent.seq && idOf(each) === id);
}

/** `client.order-named`: what is amended or cancelled is an order that the client placed. */
export const clientOrderNamed: CheckFunction = inEach((conversation, context) =>
  ofVerb(conversation.exchanges, 'amend', 'cancel').flatMap((each) => {
    const { verb } = each.sent;
    const order = orderOf(each, conversation);
    const id = idText(askedFor(each, 'order'));
    if (id === undefined || (!order && !conversation.isWhole)) return [];
    const subject = ofRequest('client.order-named', each, rowsUsed('client.order-named', each, context));
    return verdictOn(subject, !order && { is: 'order-not-placed', verb, id });
  }),
);

/** `client.own-orders`: what a tenant amends, cancels or uses is its own. */
export const clientOwnOrders: CheckFunction = inEach((conversation) => {
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
export const clientOnce: CheckFunction = inEach((conversation, context) => {
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
