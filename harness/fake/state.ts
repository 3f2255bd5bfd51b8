import type { Json, JsonObject } from '../model.ts';
import type { Slot } from './calendar.ts';

/**
 * All that the gateway remembers, as plain data. Sites and slots exist by rule (the world's ranges, the calendar); only
 * what a request has changed is kept here. The functions beside this file decide: from the state, an input and the time
 * they make new facts. `remember` is the one place where facts become state.
 */
export interface GatewayState {
  readonly reservations: ReadonlyMap<number, Reservation>;
  /** `tenant/id` and `tenant#reference` to the newest reservation so named. */
  readonly reservationsByName: ReadonlyMap<string, number>;
  /** Slot of a site to the reservations that were made for it. */
  readonly holders: ReadonlyMap<string, readonly number[]>;
  /** By `tenant/id`. */
  readonly orders: ReadonlyMap<string, OrderState>;
  /** By address, `type id`: what is different at sites that an order has changed, as the JSON text of a `SiteChange`. */
  readonly sites: ReadonlyMap<string, string>;
  /** Service id to the address of the site where an order has put it. */
  readonly services: ReadonlyMap<string, string>;
  /** How many there have ever been, also those since forgotten. */
  readonly counts: { readonly reservations: number; readonly orders: number };
  /** Orders that have not ended. */
  readonly openOrders: number;
}

/** A booked slot, held until it expires or for as long as its order lives. */
export interface Reservation {
  readonly number: number;
  readonly id: number;
  readonly reference: string;
  readonly tenant: string;
  readonly site: string;
  readonly slot: Slot;
  readonly expiresAt: number;
  /** The order that uses it. */
  readonly order?: string;
  readonly isReleased?: boolean;
}

/** Whose service a line carries: a tenant by name, whoever asks, somebody else, or nobody. */
export type Holder = { readonly tenant: string } | 'asker' | 'another' | 'nobody';

/** A site as it now is: the body of its availability answer, and whose its lines are. */
export interface SiteState {
  readonly key: string;
  readonly availability: JsonObject;
  /** By line id. */
  readonly holders: Readonly<Record<string, Holder>>;
}

/** What an order can change at a site: of the availability its lines, and whose they are. All else stands in the world. */
export interface SiteChange {
  readonly siteInformation: Json;
  readonly holders: SiteState['holders'];
}

/** Something that will happen to an order: the canonical event, and what goes with it. */
export interface Planned {
  readonly name: string;
  /** The amendment or cancellation that it answers. */
  readonly cause?: ChangeRequest;
  readonly text?: string;
}

/** An amendment or cancellation, as far as its answer needs it. */
export interface ChangeRequest {
  readonly amendmentId?: number;
  readonly cancellationId?: number;
  readonly conversation: string;
  readonly requestId: string;
  /** The body of the request. */
  readonly asked?: JsonObject;
  /** Members that the order takes over when the answer happens. */
  readonly changes?: JsonObject;
  /** The reservation that the order changes to. */
  readonly reservation?: number;
  /** The order waits no longer, or ends. */
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
  /** What the address asks for, where it is a magic one. */
  readonly steers?: string;
  /** Faults that its request asked for by name. */
  readonly faults: readonly string[];
  readonly site?: string;
  /** That site when the order came, where a fault has it changed as it was then. */
  readonly found?: SiteState;
  readonly reservation?: number;
  /** Canonical. */
  readonly status?: string;
  /** The status before it began to wait. */
  readonly formerStatus?: string;
  readonly waitsFor?: 'amendment' | 'cancellation';
  readonly isEnded: boolean;
  /** The course still ahead; stands still while the order waits. */
  readonly agenda: readonly Planned[];
  /** Answers to amendments and cancellations; these never wait. */
  readonly answers: readonly Planned[];
  /** Number of the last event. */
  readonly sequence: number;
  readonly committedDate?: string;
  readonly targetDate?: string;
}

/** One entity as it is from now on. */
export type StateChange =
  | { readonly reservation: Reservation }
  | { readonly order: OrderState }
  | { readonly site: SiteState; readonly services?: readonly string[] };

/** The state before anything was asked. */
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

/** Takes facts into the state. */
export function remember(state: GatewayState, facts: readonly StateChange[], now: number): void {
  const into = state as Writable<GatewayState>;
  for (const fact of facts) {
    if ('order' in fact) rememberOrder(into, fact.order);
    else if ('site' in fact) {
      const { key, availability, holders } = fact.site;
      const change: SiteChange = { siteInformation: availability.siteInformation ?? null, holders };
      // As text, of which tens of thousands are no burden.
      putNewest(into.sites, key, JSON.stringify(change), MOST_SITES);
      for (const service of fact.services ?? []) putNewest(into.services, service, key, MOST_SITES);
    } else rememberReservation(into, fact.reservation, now);
  }
}

/** An address is as the world has it again, and nothing more comes of the orders that were placed there. */
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
/** Of orders that have ended and of those that have not, together; the latter are never forgotten. */
const MOST_ORDERS = 5_000;
/** Of sites that orders have changed; beyond that those whose change is the oldest are as the world has them again. */
const MOST_SITES = 20_000;
/** Expired reservations are kept for a while, so that using one is refused for the right reason. */
const KEPT_AFTER_EXPIRY_MS = 86_400_000;

/** Forgets the oldest orders that have ended, so that a gateway can run for ever. */
function forgetOrders(into: Writable<GatewayState>): void {
  let spare = into.orders.size - MOST_ORDERS;
  for (const [key, order] of into.orders) {
    if (spare <= 0) return;
    if (!order.isEnded || order.answers.length > 0) continue;
    into.orders.delete(key);
    spare -= 1;
  }
}

/** Forgets reservations that hold nothing any more, or a slot that has passed, of an order that has ended. */
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
export function slotKey(site: string, slot: Slot): string {
  return `${site} ${slot.start} ${slot.end}`;
}

/** Whether a reservation still holds its slot. */
export function holdsSlot(reservation: Reservation, now: number): boolean {
  if (reservation.isReleased) return false;
  return reservation.order !== undefined || reservation.expiresAt > now;
}

/** Puts a value in as the newest; of more than `most` the oldest is dropped. */
export function putNewest<V>(map: Map<string, V>, key: string, value: V, most: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.size > most ? map.keys() : [];
  if (oldest !== undefined) map.delete(oldest);
}
