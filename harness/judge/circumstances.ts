import type { Validators } from '../contract/validators.ts';
import { CHANGES } from '../kci/course.ts';
import type { Check, Facet, KciProfile } from '../model.ts';
import { oncePer } from '../values/once.ts';
import { mustFail } from '../wire/answer.ts';
import { askedFor, type Exchange, namesReservation, sentView } from './exchange.ts';
import type { History } from './history.ts';
import { answerNames } from './lifecycle.ts';
import { type Delivery, type OrderHistory, orderOf, ordersByExchange } from './orders.ts';

/** Whether a facet of a row is about what a check looked at. */
export type Speaks = (check: Check, row: string, facet: Facet) => boolean;

/** What a check looked at. */
interface CheckContext {
  readonly exchange?: Exchange | undefined;
  readonly order: OrderHistory | undefined;
  readonly delivery?: Delivery | undefined;
}

/**
 * Returns a predicate: does a check count for a facet? It depends on the exchange or delivery that the check rests on, its
 * order, and, for a facet with a `value`, what was sent at the row's place.
 */
export function circumstancesIn(
  history: History,
  { profile, validators }: { readonly profile: KciProfile; readonly validators: Validators },
): Speaks {
  const { exchanges, orders } = history;
  const looked = new Map<number, CheckContext>();
  for (const exchange of exchanges) {
    const its = { exchange, order: ordersByExchange(orders).get(exchange) };
    looked.set(exchange.sent.seq, its).set((exchange.response ?? exchange.broke ?? exchange.sent).seq, its);
  }
  for (const delivery of history.deliveries)
    looked.set(delivery.seen.seq, { delivery, order: orderOf(orders, delivery) });
  const kindsOf = kindsIn(profile);
  const usedBy = oncePer((exchange: Exchange) =>
    validators.valuesOf(exchange.operation?.verb ?? '', sentView(exchange)),
  );

  const isAnswered = (what: string, { exchange, order, delivery }: CheckContext, isWhole: boolean): boolean => {
    const verb = exchange?.operation?.verb;
    if (verb === 'amend' || verb === 'cancel') return CHANGES[verb] === what;
    // A pass covers all events of the order; a failure only this one.
    if (delivery && !isWhole) return kindsOf(delivery) === what;
    return what === 'order' || (order?.deliveries.some((each) => kindsOf(each) === what) ?? false);
  };

  const isSo = (name: string, wanted: string, its: CheckContext, { result }: Check, row: string): boolean => {
    const { exchange, order } = its;
    const { operation, step, response } = exchange ?? {};
    const placed = operation?.verb === 'order' ? exchange : order?.placed;
    switch (name) {
      case 'appointment':
        return order !== undefined && wanted === (namesReservation(order.placed) ? 'booked' : 'none');
      case 'answers':
        return isAnswered(wanted, its, result.outcome !== 'failed');
      case 'orderType':
        return placed !== undefined && askedFor(placed, name) === wanted;
      case 'verb':
        return operation?.verb === wanted;
      case 'side':
        return exchange !== undefined && wanted === (mustFail(step?.expect.answers ?? []) ? 'refused' : 'accepted');
      case 'status':
        return response !== undefined && String(response.status) === wanted;
      case 'defect':
        return step?.request.defect?.kind === wanted;
      case 'at':
        return step?.request.defect?.at === wanted;
      case 'value':
        return exchange !== undefined && (usedBy(exchange).get(row)?.has(wanted) ?? false);
      case 'use':
        return exchange !== undefined && wanted === (usedBy(exchange).get(row)?.size ? 'given' : 'left-out');
      default:
        return false;
    }
  };
  return (check, row, { of }) => {
    const its = looked.get(check.seq ?? 0);
    for (const name in of) if (!its || !isSo(name, of[name] as string, its, check, row)) return false;
    return true;
  };
}

/** What an event is about: an amendment or cancellation that it answers, or its order. */
function kindsIn(profile: KciProfile): (delivery: Delivery) => string {
  return ({ event: { name = '' } }) =>
    Object.values(CHANGES).findLast((kind) => answerNames(profile, kind).has(name)) ?? 'order';
}
