import type { Check } from '../../model.ts';
import type { CheckFunction, JudgeContext } from '../check.ts';
import type { OrderHistory } from '../orders.ts';

/** Looks at every order in turn that the target has, or may have, and of which something was heard. */
export function orders(look: (order: OrderHistory, context: JudgeContext) => Check[]): CheckFunction {
  return (context) =>
    [...context.history.orders.values()].flatMap((order) =>
      order.fate === 'refused' || order.deliveries.length === 0 ? [] : look(order, context),
    );
}

/** The same, without orders of which no sentence says what should come of them. */
export function soundOrders(look: (order: OrderHistory, context: JudgeContext) => Check[]): CheckFunction {
  return orders((order, context) => (order.isTainted ? [] : look(order, context)));
}
