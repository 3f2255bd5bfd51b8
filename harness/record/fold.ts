import { idIn } from '../journey/calls.ts';
import { isRestoring } from '../journey/restoring.ts';
import { type AskedChange, CHANGES } from '../kci/course.ts';
import { readDelivery } from '../kci/read.ts';
import type { Arrival } from '../kci/stream.ts';
import type {
  DeliveryReceived,
  ExchangeBroke,
  JourneyEnded,
  JourneyStarted,
  Json,
  KciEvent,
  KciProfile,
  Observation,
  OpenOrder,
  ReceiverProbed,
  RequestSent,
  ResponseReceived,
  RestoreBegan,
  RunEnded,
  RunStarted,
  SiteLeased,
  SiteReturned,
  WaitEnded,
} from '../model.ts';
import { isObject } from '../values/pointer.ts';
import { isSuccess } from '../wire/answer.ts';
import { createSkewMeter, type Skew } from '../wire/skew.ts';
import { bodyJson } from '../wire/wire.ts';

/** A request and its outcome. Neither answer nor fault: it is under way, or the run ended first. */
export interface RecordedExchange {
  readonly sent: RequestSent;
  readonly response?: ResponseReceived;
  readonly broke?: ExchangeBroke;
  /** The key of the order that it places or changes. */
  readonly order?: string;
}

/** Whether the answer is a success (2xx). */
export function isAccepted({ response }: Pick<RecordedExchange, 'response'>): boolean {
  return response !== undefined && isSuccess(response.status);
}

/** Whether the answer says that nothing will be done (4xx). After a server error, nobody knows. */
export function isRefused({ response }: Pick<RecordedExchange, 'response'>): boolean {
  return response !== undefined && response.status >= 400 && response.status < 500;
}

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

/** One walk of a journey so far. The walk with the empty id has the runner's own requests. */
export interface Walk {
  readonly journey: string;
  readonly started?: JourneyStarted;
  readonly ended?: JourneyEnded;
  readonly leases: readonly SiteLeased[];
  /** In the order they were sent. */
  readonly exchanges: readonly RecordedExchange[];
  readonly waits: readonly WaitEnded[];
  readonly orders: readonly AskedOrder[];
  readonly restored: readonly (RestoreBegan | SiteReturned)[];
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer E)[] ? E[] : T[K] };

/** An index of the observations read so far, updated by each. It judges nothing. */
export interface Fold {
  /** Takes the next observation. Returns the walks that it belongs to: several if a delivery is about several orders. */
  see(seen: Observation): readonly Walk[];
  readonly run: { readonly started?: RunStarted; readonly ended?: RunEnded; readonly probe?: ReceiverProbed };
  /** Time of the last observation: the run watched until then. */
  readonly horizon: number;
  /** The offset of the gateway's clock by its answers; undefined until one told it. */
  readonly skew: Skew | undefined;
  /** By exchange number, in the order they were sent. */
  readonly exchanges: ReadonlyMap<number, RecordedExchange>;
  /** By journey: its walks, one after another. */
  readonly walks: ReadonlyMap<string, readonly Walk[]>;
  /** Walks that have begun and not ended, by journey. */
  readonly underWay: ReadonlyMap<string, Walk>;
  readonly orders: ReadonlyMap<string, AskedOrder>;
  /** Includes events that name no order, or did not prove to come from the target. */
  readonly arrivals: readonly EventArrival[];
}

/** A fold that has read nothing yet. */
export function createFold(profile: KciProfile): Fold {
  const run: Mutable<Fold['run']> = {};
  const exchanges = new Map<number, Mutable<RecordedExchange>>();
  const walks = new Map<string, Mutable<Walk>[]>();
  const underWay = new Map<string, Walk>();
  const orders = new Map<string, Mutable<AskedOrder>>();
  /** By exchange number, until it is over: what to do with its answer. */
  const awaited = new Map<number, (answer: ResponseReceived) => void>();
  const arrivals: EventArrival[] = [];
  const deliveries = new Set<number>();
  const skewMeter = createSkewMeter();
  let horizon = 0;

  const begin = (journey: string): Mutable<Walk> => {
    const walk: Mutable<Walk> = { journey, leases: [], exchanges: [], waits: [], orders: [], restored: [] };
    const earlier = walks.get(journey);
    if (earlier) earlier.push(walk);
    else walks.set(journey, [walk]);
    return walk;
  };
  const walkOf = (journey: string): Mutable<Walk> => walks.get(journey)?.at(-1) ?? begin(journey);

  /** The same id again means the same order, unless another tenant asks. */
  const askFor = ({ exchange, body, journey, tenant, at }: RequestSent, walk: Mutable<Walk>): string | undefined => {
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
      walk.orders.push(order);
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

  const ask = (sent: RequestSent, walk: Mutable<Walk>): string | undefined => {
    const { verb } = sent;
    if (verb === 'order') return askFor(sent, walk);
    return verb === 'amend' || verb === 'cancel' ? askToChange(sent, CHANGES[verb]) : undefined;
  };

  const deliver = (seen: DeliveryReceived): readonly Walk[] => {
    // Joined records may each hold the same delivery, if it is about several orders.
    if (deliveries.has(seen.seq)) return [];
    deliveries.add(seen.seq);
    const { at, uncertaintyMs } = seen;
    const about = readDelivery(profile, seen).flatMap(({ event, json: body }) => {
      const order = orderNamed(orders, event);
      const told = { seen, at, uncertaintyMs, event, body, ...(order && { order: order.key }) };
      arrivals.push(told);
      if (seen.unproven === undefined) order?.arrivals.push(told);
      return order ? [walkOf(order.journey)] : [];
    });
    return [...new Set(about)];
  };

  const see = (seen: Observation): readonly Walk[] => {
    horizon = seen.at;
    switch (seen.type) {
      case 'run-started':
        run.started ??= seen;
        return [];
      case 'receiver-probed':
        run.probe = seen;
        return [];
      case 'run-ended':
        run.ended = seen;
        return [];
      case 'delivery-received':
        return deliver(seen);
      case 'journey-started': {
        const walk = begin(seen.journey);
        walk.started = seen;
        underWay.set(seen.journey, walk);
        return [walk];
      }
    }
    const walk = walkOf(seen.journey);
    switch (seen.type) {
      case 'site-leased':
        walk.leases.push(seen);
        break;
      case 'request-sent': {
        const order = ask(seen, walk);
        const exchange = { sent: seen, ...(order !== undefined && { order }) };
        exchanges.set(seen.exchange, exchange);
        walk.exchanges.push(exchange);
        break;
      }
      case 'response-received': {
        const exchange = exchanges.get(seen.exchange);
        if (exchange) {
          exchange.response = seen;
          skewMeter.see(seen.headers, exchange.sent.at, seen.at);
        }
        awaited.get(seen.exchange)?.(seen);
        awaited.delete(seen.exchange);
        break;
      }
      case 'exchange-broke': {
        const exchange = exchanges.get(seen.exchange);
        if (exchange) exchange.broke = seen;
        awaited.delete(seen.exchange);
        break;
      }
      case 'wait-ended':
        walk.waits.push(seen);
        break;
      case 'restore-began':
      case 'site-returned':
        walk.restored.push(seen);
        break;
      case 'journey-ended':
        walk.ended = seen;
        underWay.delete(seen.journey);
    }
    return [walk];
  };

  return {
    see,
    run,
    get horizon() {
      return horizon;
    },
    get skew() {
      return skewMeter.skew();
    },
    exchanges,
    walks,
    underWay,
    orders,
    arrivals,
  };
}

const folds = new WeakMap<readonly Observation[], { readonly fold: Fold; readonly of: KciProfile; length: number }>();

/** A record that is folded while it grows, so that its fold is ready when it is whole. */
export function growRecord(profile: KciProfile, before: readonly Observation[] = []) {
  const record: Observation[] = [];
  const known = { fold: createFold(profile), of: profile, length: 0 };
  folds.set(record, known);
  /** Takes the next observation. Returns the walks that it belongs to. */
  const add = (seen: Observation): readonly Walk[] => {
    known.length = record.push(seen);
    return known.fold.see(seen);
  };
  for (const seen of before) add(seen);
  return { record: record as readonly Observation[], add };
}

/** The fold of a whole record; cached. */
export function foldOf(record: readonly Observation[], profile: KciProfile): Fold {
  const known = folds.get(record);
  if (known?.of === profile && known.length === record.length) return known.fold;
  const fold = createFold(profile);
  for (const seen of record) fold.see(seen);
  folds.set(record, { fold, of: profile, length: record.length });
  return fold;
}
