import type { Validators } from '../contract/validators.ts';
import { eventNames } from '../kci/pattern.ts';
import type { Answer, Check, Facet, KciProfile } from '../model.ts';
import { askedFor, type Exchange, reservationNamed, viewOf } from './exchange.ts';
import type { History } from './history.ts';
import { CHANGES, type Delivery, orderOf as named, type OrderHistory } from './orders.ts';

/** Whether what a check looked at is what a facet of one of its rows speaks of. */
export type Speaks = (check: Check, row: string, facet: Facet) => boolean;

/** What was looked at, by the names that facets use. */
type Circumstances = Readonly<Record<string, readonly string[]>>;

/**
 * Tells of a record which facets its checks speak of: by the exchange or the delivery that a check rests on, its order,
 * and, of a facet that names a `value`, by what was sent where the row has its place.
 */
export function circumstancesIn(
  history: History,
  { profile, validators }: { readonly profile: KciProfile; readonly validators: Validators },
): Speaks {
  const { exchanges, orders } = history;
  const orderOf = new Map<Exchange, OrderHistory>();
  for (const order of orders.values()) {
    for (const { exchange } of order.changes) orderOf.set(exchange, order);
    orderOf.set(order.placed, order);
  }
  const exchangeAt = new Map(
    exchanges.flatMap((each) =>
      [each.sent, each.response ?? each.broke ?? each.sent].map(({ seq }) => [seq, each] as const),
    ),
  );
  const deliveryAt = new Map(history.deliveries.map((each) => [each.seen.seq, each]));
  const kindsOf = kindsIn(profile);

  const ofOrder = (order: OrderHistory | undefined, delivery?: Delivery): Circumstances => ({
    orderType: textOf(order && askedFor(order.placed, 'orderType')),
    appointment: order ? [Object.keys(reservationNamed(order.placed)).length > 0 ? 'booked' : 'none'] : [],
    answers: delivery ? [kindsOf(delivery)] : ['order', ...new Set(order?.deliveries.map(kindsOf))],
  });
  const ofExchange = (exchange: Exchange): Circumstances => {
    const { operation, step, response } = exchange;
    const verb = operation?.verb;
    const { defect } = step?.request ?? {};
    return {
      ...ofOrder(orderOf.get(exchange)),
      ...(verb === 'order' ? { orderType: textOf(askedFor(exchange, 'orderType')) } : {}),
      ...(verb === 'amend' || verb === 'cancel' ? { answers: [CHANGES[verb]] } : {}),
      verb: textOf(verb),
      side: [isRefusalOwed(step?.expect.answers ?? []) ? 'refused' : 'accepted'],
      status: response ? [String(response.status)] : [],
      ...(defect ? { defect: [defect.kind], at: [defect.at] } : {}),
    };
  };
  const ofAll = new Map<number, Circumstances>();
  const ofOne = new Map<number, Circumstances>();
  const circumstancesOf = ({ seq = 0, result }: Check): Circumstances => {
    const isWhole = result.outcome !== 'failed';
    const known = isWhole ? ofAll : ofOne;
    let found = known.get(seq);
    if (!found) {
      const delivery = deliveryAt.get(seq);
      const exchange = exchangeAt.get(seq);
      // What passed was looked at in all events of the order; what failed, in this one.
      found = delivery
        ? ofOrder(named(orders, delivery), isWhole ? undefined : delivery)
        : exchange
          ? ofExchange(exchange)
          : {};
      known.set(seq, found);
    }
    return found;
  };

  return (check, row, { of }) =>
    Object.entries(of).every(([name, wanted]) => {
      if (name !== 'value' && name !== 'use') return circumstancesOf(check)[name]?.includes(wanted) ?? false;
      const exchange = exchangeAt.get(check.seq ?? 0);
      if (!exchange) return false;
      const values = valuesIn(exchange, row, validators);
      return name === 'value' ? values.includes(wanted) : wanted === (values.length > 0 ? 'given' : 'left-out');
    });
}

function valuesIn(exchange: Exchange, row: string, validators: Validators): readonly string[] {
  const { operation } = exchange;
  return operation ? validators.valuesOf(operation.verb, viewOf(exchange), row) : [];
}

/** What an event is about: an amendment or a cancellation that it answers, or its order. */
function kindsIn({ requests }: KciProfile): (delivery: Delivery) => string {
  const answering = new Map(
    Object.values(CHANGES).flatMap((kind) =>
      Object.values(requests[kind]).flatMap(({ emits }) =>
        emits ? eventNames(emits).map((name) => [name, kind] as const) : [],
      ),
    ),
  );
  return ({ event }) => answering.get(event.name ?? '') ?? 'order';
}

function isRefusalOwed(answers: readonly Answer[]): boolean {
  return answers.length > 0 && answers.every(({ status }) => /^[45]/.test(status));
}

function textOf(value: unknown): readonly string[] {
  return typeof value === 'string' ? [value] : [];
}
