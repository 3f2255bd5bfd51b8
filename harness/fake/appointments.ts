import { siteKey } from '../journey/site.ts';
import type { Json, JsonObject } from '../model.ts';
import { isDate } from '../values/iso8601.ts';
import { getAt, isObject } from '../values/pointer.ts';
import type { Calendar, CalendarSlot } from './calendar.ts';
import { type DecidableRequest, type Decision, type Rules, refusal } from './rules.ts';
import type { FakeSite } from './sites.ts';
import { type GatewayState, holdsSlot, type Reservation, type StateChange, slotKey } from './state.ts';

/** Spec, Endpoints 2: the slots of a site that can still be booked. */
export function listSlots(rules: Rules, asking: DecidableRequest): Decision {
  const { query } = asking.asked;
  const site = rules.sites.at(query.address);
  const classification = asking.forgets.has('classification-ignored') ? undefined : query.classifications;
  const fromDate = asking.forgets.has('from-date-ignored') ? undefined : query.appointmentFromDate;
  const slots = calendarFor(rules, asking).offered(
    asking.now,
    typeof fromDate === 'string' && isDate(fromDate) ? fromDate : undefined,
  );
  const free = slots.filter(
    (slot) =>
      (classification === undefined || slot.classification === classification) && isOpen(rules, asking, site, slot),
  );
  const body = {
    address: query.address ?? {},
    serviceSpecification: named(site, query.serviceSpecification),
    availableTimeslots: free.map(({ body }) => body),
  };
  return { reply: { status: 200, json: body } };
}

/** Spec, Endpoints 3: takes a slot for a while; 409 where it is no longer free. */
export function bookSlot(rules: Rules, asking: DecidableRequest): Decision {
  const { body, now, tenant } = asking;
  const site = rules.sites.at(body.address);
  const from = Date.parse(String(getAt(body, '/timeslot/timeslotStartDateTime')));
  const to = Date.parse(String(getAt(body, '/timeslot/timeslotEndDateTime')));
  const slot = calendarFor(rules, asking).find(now, from, to);
  if (!slot || !isFree(rules, asking, site, slot)) {
    const { reply } = refusal(rules, asking, 409, 'The timeslot is no longer available');
    return { reply, facts: leaked(rules, asking, site) };
  }
  const number = rules.state.counts.reservations + 1;
  const unique = asking.forgets.has('duplicate-references') ? 1 : number;
  const until = now + rules.calendar.reservationMs;
  const reservation: Reservation = {
    number,
    id: Number(body.id),
    reference: `APT${String(unique).padStart(8, '0')}`,
    tenant,
    site: siteKey(body.address),
    slot,
    expiresAt: asking.forgets.has('reservations-expire-together')
      ? firstEnd(rules.state, site?.key, now, until)
      : until,
  };
  const booked = {
    id: body.id ?? null,
    address: body.address ?? {},
    serviceSpecification: named(site, body.serviceSpecification),
    purpose: body.purpose ?? null,
    timeslot: slot.body,
    supplierReference: reservation.reference,
    expiryDateTime: new Date(until).toISOString(),
  };
  return {
    reply: { status: 200, json: booked },
    facts: [{ reservation }, ...leaked(rules, asking, site, reservation)],
  };
}

/** Under a fault: when the first reservation held at the address ends. */
function firstEnd({ reservations }: GatewayState, key: string | undefined, now: number, until: number): number {
  const held = [...reservations.values()].filter((each) => each.site === key && each.expiresAt > now);
  return Math.min(until, ...held.map(({ expiresAt }) => expiresAt));
}

/** Under a fault: a booking takes all slots left of an address, for ever. */
function leaked(rules: Rules, asking: DecidableRequest, site: FakeSite | null, booked?: Reservation): StateChange[] {
  if (!site || !asking.forgets.has('booking-takes-all-slots')) return [];
  const free = rules.calendar.offered(asking.now).filter((slot) => isFree(rules, asking, site, slot));
  const before = booked?.number ?? rules.state.counts.reservations;
  return free
    .flatMap((slot) => Array.from({ length: site.slotCapacity }, () => slot))
    .map((slot, i) => {
      const number = before + 1 + i;
      const held = { number, id: -number, reference: `LEAK${number}`, tenant: '', site: site.key, slot };
      return { reservation: { ...held, expiresAt: Number.POSITIVE_INFINITY } };
    });
}

function calendarFor(rules: Rules, asking: DecidableRequest): Calendar {
  return asking.forgets.has('summer-time-ignored') ? rules.winterCalendar : rules.calendar;
}

/** Whether a slot is listed. */
function isOpen(rules: Rules, asking: DecidableRequest, site: FakeSite | null, slot: CalendarSlot): boolean {
  const { forgets, now } = asking;
  if (forgets.has('taken-slots-listed')) return (site?.slotCapacity ?? 0) > 0;
  if (forgets.size > 0 && site) {
    const held = reservationsOf(rules.state, slotKey(site.key, slot));
    const isReleased = held.some((each) => each.isReleased);
    if (isReleased && forgets.has('released-slots-unlisted')) return false;
    if (isReleased && forgets.has('released-slots-listed')) return true;
    if (forgets.has('ordered-slots-listed-again'))
      return held.every((each) => each.isReleased || each.expiresAt <= now);
  }
  return isFree(rules, asking, site, slot);
}

/** Whether a slot can be booked. */
function isFree(rules: Rules, asking: DecidableRequest, site: FakeSite | null, slot: CalendarSlot): boolean {
  const capacity = site?.slotCapacity ?? 0;
  if (!site || capacity === 0) return false;
  if (asking.forgets.has('double-booking')) return true;
  return bookingsOf(rules.state, slotKey(site.key, slot), asking) < capacity;
}

const reservationsOf = ({ holders, reservations }: GatewayState, key: string): readonly Reservation[] =>
  (holders.get(key) ?? []).flatMap((number) => reservations.get(number) ?? []);

function bookingsOf(state: GatewayState, key: string, asking: DecidableRequest): number {
  const { forgets, tenant } = asking;
  return reservationsOf(state, key).filter((reservation) => {
    const isBlocking = forgets.has('expired-reservations-block-others') && reservation.tenant !== tenant;
    const now = isBlocking || forgets.has('reservations-never-expire') ? 0 : asking.now;
    return holdsSlot(reservation, now);
  }).length;
}

/**
 * The requested service with the name that the site has for it; otherwise with the given name, or its id (Spec: name is
 * shown).
 */
function named(site: FakeSite | null, service: Json | undefined): JsonObject {
  if (!isObject(service)) return {};
  const offered = site?.availability.serviceSpecifications;
  const match = Array.isArray(offered)
    ? (offered as readonly Json[]).filter(isObject).find((each) => each.id === service.id)
    : undefined;
  return { id: service.id ?? null, name: match?.name ?? service.name ?? service.id ?? null };
}

/** The reservation that an order or amendment names, or why it may not be used. Undefined if it names none. */
export function reservationFor(
  rules: Rules,
  asking: DecidableRequest,
  order: { readonly key: string; readonly site?: string },
): Reservation | string | undefined {
  const { appointmentReservationId: id = null, appointmentReservationReference: reference = null } = asking.body;
  if (id === null && reference === null) return undefined;
  const { tenant, forgets } = asking;
  const isByIdAlone = forgets.has('reservations-by-id-alone');
  const isOfAnyTenant = isByIdAlone || forgets.has('foreign-reservations');
  const found = find(rules.state, isByIdAlone ? '' : tenant, id, reference, isOfAnyTenant);
  if (forgets.has('reservations-unchecked')) return found;
  if (!found || (id !== null && reference !== null && found.reference !== reference)) {
    return 'The appointment reservation is unknown';
  }
  if (found.order !== undefined && found.order !== order.key && !forgets.has('reservations-reusable')) {
    return 'The appointment reservation belongs to another order';
  }
  if (found.isReleased || (found.order === undefined && hasExpired(found, asking))) {
    return 'The appointment reservation has expired';
  }
  if (order.site === undefined || found.site === order.site) return found;
  return 'The appointment reservation is for another address';
}

/** By id if given, else by reference; of several the newest. */
function find(
  state: GatewayState,
  tenant: string,
  id: Json,
  reference: Json,
  isOfAnyTenant: boolean,
): Reservation | undefined {
  const name = id === null ? `${tenant}#${String(reference)}` : `${tenant}/${String(id)}`;
  const number = state.reservationsByName.get(name);
  if (number !== undefined) return state.reservations.get(number);
  if (!isOfAnyTenant) return undefined;
  return [...state.reservations.values()].findLast((each) =>
    id === null ? each.reference === reference : each.id === id,
  );
}

function hasExpired(reservation: Reservation, asking: DecidableRequest): boolean {
  return !asking.forgets.has('reservations-never-expire') && reservation.expiresAt <= asking.now;
}
