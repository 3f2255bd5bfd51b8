import type { Json, JsonObject } from '../model.ts';
import { DAY_MS } from '../values/duration.ts';
import type { CalendarSlot } from './calendar.ts';

/**
 * All that the gateway remembers, as plain data. Sites and slots follow from rules (the world's ranges, the calendar); only
 * changes are kept here. The functions in the files beside this one make new facts from the state, an input and the time.
 * `remember` is the only place where facts become state.
 */
export interface GatewayState {
  readonly reservations: ReadonlyMap<number, Reservation>;
  /** `tenant/id` and `tenant#reference` to the newest reservation of that name. */
  readonly reservationsByName: ReadonlyMap<string, number>;
  /** Slot of a site to the reservations made for it. */
  readonly holders: ReadonlyMap<string, readonly number[]>;
  /** By `tenant/id`. */
  readonly orders: ReadonlyMap<string, OrderState>;
  /** By address, `type id`: the changes at sites that an order has changed, as the JSON text of a `SiteChange`. */
  readonly sites: ReadonlyMap<string, string>;
  /** Service id to the address of the site where an order put it. */
  readonly services: ReadonlyMap<string, string>;
  /** How many there have ever been, including forgotten ones. */
  readonly counts: { readonly reservations: number; readonly orders: number };
  /** Orders that have not ended. */
  readonly openOrders: number;
}

/** A booked slot, held until it expires or as long as its order lives. */
export interface Reservation {
  readonly number: number;
  readonly id: number;
  readonly reference: string;
  readonly tenant: string;
  readonly site: string;
  readonly slot: CalendarSlot;
  readonly expiresAt: number;
  /** The order that uses it. */
  readonly order?: string;
  readonly isReleased?: boolean;
}

/** The holder of a line's service: a tenant by name, whoever asks, another tenant, or nobody. */
export type Holder = { readonly tenant: string } | 'asker' | 'another' | 'nobody';

/** A site in its current state: the body of its availability answer, and the holders of its lines. */
export interface SiteState {
  readonly key: string;
  readonly availability: JsonObject;
  /** By line id. */
  readonly holders: Readonly<Record<string, Holder>>;
}

/** What an order can change at a site: its lines and their holders. The rest follows from the world. */
export interface SiteChange {
  readonly siteInformation: Json;
  readonly holders: SiteState['holders'];
}

/** A future event of an order: its canonical name, and what goes with it. */
export interface PlannedEvent {
  readonly name: string;
  /** The amendment or cancellation that it answers. */
  readonly cause?: ChangeRequest;
  readonly text?: string;
}

/** The part of an amendment or cancellation that its answer needs. */
export interface ChangeRequest {
  readonly amendmentId?: number;
  readonly cancellationId?: number;
  readonly conversation: string;
  readonly requestId: string;
  /** The body of the request. */
  readonly asked?: JsonObject;
  /** Members that the order takes over when the answer is emitted. */
  readonly changes?: JsonObject;
  /** The reservation that the order moves to. */
  readonly reservation?: number;
  /** `settles`: the order stops waiting. `ends`: the order ends. */
  readonly settles?: boolean;
  readonly ends?: boolean;
}

/** An order, from its 202 on. */
export interface OrderState {
  readonly key: string;
  readonly id: number;
  readonly tenant: string;
  readonly orderType: string;
  /** The profile's name for this kind of order. */
  readonly kind: string;
  /** The request body, as amended so far. */
  readonly body: JsonObject;
  /** The first request body as text: the same text again is the same order. */
  readonly firstBody: string;
  readonly reference: string;
  readonly conversation: string;
  readonly requestId: string;
  readonly problemCode: string;
  readonly gapMs: number;
  /** What a magic address asks for. */
  readonly steers?: string;
  /** Faults that its request asked for by name. */
  readonly faults: readonly string[];
  readonly site?: string;
  /** The site as it was when the order came, if a fault applies the order to that state. */
  readonly found?: SiteState;
  readonly reservation?: number;
  /** Canonical. */
  readonly status?: string;
  /** The status before it started waiting. */
  readonly formerStatus?: string;
  readonly waitsFor?: 'amendment' | 'cancellation';
  readonly isEnded: boolean;
  /** The events still ahead; none is emitted while the order waits. */
  readonly agenda: readonly PlannedEvent[];
  /** Answers to amendments and cancellations; these never wait. */
  readonly answers: readonly PlannedEvent[];
  /** The amendments and cancellations that were accepted, as JSON: the same again is a repetition. */
  readonly accepted: readonly string[];
  /** Number of the last event. */
  readonly sequence: number;
  readonly committedDate?: string;
  readonly targetDate?: string;
}

/** The new state of one entity. */
export type StateChange =
  | { readonly reservation: Reservation }
  | { readonly order: OrderState }
  | { readonly site: SiteState; readonly services?: readonly string[] };

/** The state of a gateway without any requests yet. */
export function emptyState(): GatewayState {
  return {
    reservations: new Map(),
    reservationsByName: new Map(),
    holders: new Map(),
    orders: new Map(),
    sites: new Map(),
    services: new Map(),
    counts: { reservations: 0, orders: 0 },
    openOrders: 0,
  };
}

type Writable<T> = { -readonly [K in keyof T]: T[K] extends ReadonlyMap<infer N, infer V> ? Map<N, V> : T[K] };

/** Applies facts to the state. */
export function remember(state: GatewayState, facts: readonly StateChange[], now: number): void {
  const into = state as Writable<GatewayState>;
  for (const fact of facts) {
    if ('order' in fact) rememberOrder(into, fact.order);
    else if ('site' in fact) {
      const { key, availability, holders } = fact.site;
      const change: SiteChange = { siteInformation: availability.siteInformation ?? null, holders };
      // As text, so that tens of thousands take little memory.
      putNewest(into.sites, key, JSON.stringify(change), MAX_SITES);
      for (const service of fact.services ?? []) putNewest(into.services, service, key, MAX_SITES);
    } else rememberReservation(into, fact.reservation, now);
  }
}

/** Resets an address to what the world says; its orders emit nothing more. */
export function resetSite(state: GatewayState, key: string): void {
  const into = state as Writable<GatewayState>;
  into.sites.delete(key);
  for (const order of state.orders.values()) {
    if (order.site === key) rememberOrder(into, { ...order, isEnded: true, agenda: [], answers: [] });
  }
}

function rememberOrder(into: Writable<GatewayState>, order: OrderState): void {
  const before = into.orders.get(order.key);
  into.openOrders += Number(!order.isEnded) - Number(before?.isEnded === false);
  if (!before) {
    into.counts = { ...into.counts, orders: into.counts.orders + 1 };
    if (into.counts.orders % SWEEP_ORDERS_EVERY === 0) forgetOrders(into);
  }
  into.orders.set(order.key, order);
}

function rememberReservation(into: Writable<GatewayState>, reservation: Reservation, now: number): void {
  const { number, tenant, id, reference, site, slot } = reservation;
  if (!into.reservations.has(number)) {
    into.counts = { ...into.counts, reservations: number };
    if (number % SWEEP_EVERY === 0) forgetReservations(into, now);
    into.reservationsByName.set(`${tenant}/${id}`, number);
    into.reservationsByName.set(`${tenant}#${reference}`, number);
    const key = slotKey(site, slot);
    into.holders.set(key, [...(into.holders.get(key) ?? []), number]);
  }
  into.reservations.set(number, reservation);
}

const SWEEP_EVERY = 10_000;
const SWEEP_ORDERS_EVERY = 1_000;
/** The most orders kept, ended or not; orders that have not ended are never forgotten. */
const MAX_ORDERS = 5_000;
/** The most changed sites kept; beyond that, the sites with the oldest changes return to what the world says. */
const MAX_SITES = 20_000;
/** Expired reservations are kept for a while, so that using one is refused for the right reason. */
const KEPT_AFTER_EXPIRY_MS = DAY_MS;

/** Forgets the oldest ended orders, so that a gateway can run for ever. */
function forgetOrders(into: Writable<GatewayState>): void {
  let spare = into.orders.size - MAX_ORDERS;
  for (const [key, order] of into.orders) {
    if (spare <= 0) return;
    if (!order.isEnded || order.answers.length > 0) continue;
    into.orders.delete(key);
    spare -= 1;
  }
}

/** Forgets expired reservations that no longer hold their slot, or whose slot has passed unless their order is open. */
function forgetReservations(into: Writable<GatewayState>, now: number): void {
  for (const [number, reservation] of into.reservations) {
    const { tenant, id, reference, expiresAt, site, slot, order } = reservation;
    const isOpen = order !== undefined && into.orders.get(order)?.isEnded === false;
    const isHeld = holdsSlot(reservation, now) && (isOpen || slot.endMs > now);
    if (isHeld || expiresAt + KEPT_AFTER_EXPIRY_MS > now) continue;
    into.reservations.delete(number);
    for (const name of [`${tenant}/${id}`, `${tenant}#${reference}`]) {
      if (into.reservationsByName.get(name) === number) into.reservationsByName.delete(name);
    }
    const key = slotKey(site, slot);
    const left = (into.holders.get(key) ?? []).filter((each) => each !== number);
    if (left.length === 0) into.holders.delete(key);
    else into.holders.set(key, left);
  }
}

/** The name of a slot of a site. */
export function slotKey(site: string, slot: CalendarSlot): string {
  return `${site} ${slot.start} ${slot.end}`;
}

/** Whether a reservation still holds its slot. */
export function holdsSlot(reservation: Reservation, now: number): boolean {
  if (reservation.isReleased) return false;
  return reservation.order !== undefined || reservation.expiresAt > now;
}

/** Adds a value as the newest; beyond `most` entries the oldest is dropped. */
export function putNewest<V>(map: Map<string, V>, key: string, value: V, most: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.size > most ? map.keys() : [];
  if (oldest !== undefined) map.delete(oldest);
}
