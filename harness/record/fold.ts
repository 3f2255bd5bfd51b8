import { readDelivery } from '../kci/read.ts';
import type {
  DeliveryReceived,
  JourneyEnded,
  JourneyStarted,
  KciProfile,
  Observation,
  ReceiverProbed,
  RestoreBegan,
  RunEnded,
  RunStarted,
  SiteLeased,
  SiteReturned,
  WaitEnded,
} from '../model.ts';
import { createSkewMeter, type Skew } from '../wire/skew.ts';
import type { RecordedExchange } from './exchange.ts';
import { type AskedOrder, createAskedOrders, type EventArrival, type Mutable, orderNamed } from './orders.ts';

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
  const { orders, ask, answered, unanswered } = createAskedOrders();
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
        const order = ask(seen, (asked) => walk.orders.push(asked));
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
        answered(seen);
        break;
      }
      case 'exchange-broke': {
        const exchange = exchanges.get(seen.exchange);
        if (exchange) exchange.broke = seen;
        unanswered(seen.exchange);
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
