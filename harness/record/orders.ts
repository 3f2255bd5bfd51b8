import { idIn } from '../journey/calls.ts';
import { isRestoring } from '../journey/restoring.ts';
import { type AskedChange, CHANGES } from '../kci/course.ts';
import type { Arrival } from '../kci/stream.ts';
import type { DeliveryReceived, Json, KciEvent, OpenOrder, RequestSent, ResponseReceived } from '../model.ts';
import { isObject } from '../values/pointer.ts';
import { bodyJson } from '../wire/wire.ts';
import { isAccepted, isRefused } from './exchange.ts';

/** One event of a delivery, read through the profile. */
export interface EventArrival extends Arrival {
  readonly seen: DeliveryReceived;
  /** The delivery's body as JSON; absent if it is no JSON. */
  readonly body?: Json | undefined;
  /** The key of the order that it names; absent if nobody asked for such an order. */
  readonly order?: string;
}

/** An order that a journey asked for, with its events. */
export interface AskedOrder extends Pick<OpenOrder, 'id' | 'tenant' | 'journey' | 'since'> {
  readonly key: string;
  readonly orderType?: string;
  /** When it was accepted; absent until then. */
  readonly acceptedAt?: number;
  /** Its amendments and cancellations, except those that give its address back. */
  readonly changes: readonly AskedChange[];
  /** All events that proved to come from the target. */
  readonly arrivals: readonly EventArrival[];
}

/** The key of an order whose id another tenant used before; otherwise the key is the id. */
export const keyOfOrder = (id: string, tenant: string): string => `${id}-${tenant}`;

/** The order with an id, and with a tenant if several used the id; undefined if there is none. */
export function orderNamed<T>(
  orders: ReadonlyMap<string, T>,
  { orderId, tenant = '' }: Pick<KciEvent, 'orderId' | 'tenant'>,
): T | undefined {
  return orderId === undefined ? undefined : (orders.get(keyOfOrder(orderId, tenant)) ?? orders.get(orderId));
}

/** What grows while a record is read. */
export type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer E)[] ? E[] : T[K] };

/** The orders that the requests of a record ask for, with what the answers to these requests say of them. */
export function createAskedOrders() {
  const orders = new Map<string, Mutable<AskedOrder>>();
  /** By exchange number, until it is over: what to do with its answer. */
  const awaited = new Map<number, (answer: ResponseReceived) => void>();

  /** The same id again means the same order, unless another tenant asks. */
  const askFor = (
    { exchange, body, journey, tenant, at }: RequestSent,
    onNew: (order: AskedOrder) => void,
  ): string | undefined => {
    const { json } = bodyJson(body);
    const id = idIn(json);
    if (id === undefined) return undefined;
    const first = orders.get(id);
    const key = first?.journey === journey && first.tenant !== tenant ? keyOfOrder(id, tenant) : id;
    const known = orders.get(key);
    const order: Mutable<AskedOrder> =
      known?.journey === journey ? known : { key, id, tenant, journey, since: at, changes: [], arrivals: [] };
    if (order !== known) {
      orders.set(key, order);
      onNew(order);
    }
    if (order.acceptedAt === undefined) {
      order.since = at;
      if (isObject(json) && typeof json.orderType === 'string') order.orderType = json.orderType;
    }
    awaited.set(exchange, (response) => {
      if (order.acceptedAt !== undefined) return;
      order.since = response.at;
      if (isAccepted({ response })) order.acceptedAt = response.at;
    });
    return key;
  };

  const askToChange = (sent: RequestSent, kind: AskedChange['kind']): string | undefined => {
    const { json } = bodyJson(sent.body);
    const orderId = isObject(json) ? idIn(json.orderId) : undefined;
    const order = orderNamed(orders, { ...(orderId !== undefined && { orderId }), tenant: sent.tenant });
    if (!order || isRestoring(sent.journey)) return undefined;
    const change: Mutable<AskedChange> = { kind, isAccepted: false, isRefused: false };
    order.changes.push(change);
    awaited.set(sent.exchange, (response) => {
      change.isAccepted = isAccepted({ response });
      change.isRefused = isRefused({ response });
    });
    return order.key;
  };

  /** Takes a request. Returns the key of the order that it places or changes; `onNew` takes an order asked for first. */
  const ask = (sent: RequestSent, onNew: (order: AskedOrder) => void): string | undefined => {
    const { verb } = sent;
    if (verb === 'order') return askFor(sent, onNew);
    return verb === 'amend' || verb === 'cancel' ? askToChange(sent, CHANGES[verb]) : undefined;
  };

  return {
    orders,
    ask,
    answered: (answer: ResponseReceived): void => {
      awaited.get(answer.exchange)?.(answer);
      awaited.delete(answer.exchange);
    },
    /** The exchange broke: no answer will come. */
    unanswered: (exchange: number): void => void awaited.delete(exchange),
  };
}
