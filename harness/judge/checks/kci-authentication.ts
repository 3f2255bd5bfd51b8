import type { Check } from '../../model.ts';
import { failed, type JudgeContext, observed, ofOrder, ofRun, passed } from '../check.ts';
import { orderOf } from '../orders.ts';

/**
 * `kci.authentication`: a delivery proves to come from the target, in the way that the target's file says. One about an
 * order of the run that does not is the target's, for nobody else knows the order. Others came to an address that, where
 * it is new in each run, the target alone was told; an address that stays the same others may have learnt, and what they
 * send is only observed. Of what is wrong in the same way with the same order, the first is told.
 */
export function kciAuthentication({ history, target }: JudgeContext): Check[] {
  const CHECK = 'kci.authentication';
  const { authentication, pathSecret } = target.webhook;
  if (authentication === undefined) return [];
  const believed = [...history.orders.values()].flatMap((order) =>
    order.deliveries.length === 0 ? [] : [passed(ofOrder(CHECK, order, order.deliveries[0]))],
  );
  const alike = Map.groupBy(history.unproven, ({ event, seen }) => `${event.orderId} ${seen.unproven}`);
  const refused = [...alike.values()].flatMap((all) => {
    const [first] = all;
    if (!first) return [];
    const order = orderOf(history.orders, first);
    const conclude = order !== undefined || pathSecret === undefined ? failed : observed;
    const count = all.reduce((sum, { seen }) => sum + 1 + (seen.untold ?? 0), 0);
    const told = { by: authentication.by, proof: first.seen.unproven, more: count > 1 ? count - 1 : undefined };
    const subject = order ? ofOrder(CHECK, order, first) : ofRun(CHECK, first.seen.seq);
    return [conclude(subject, { is: 'unproven', ...told })];
  });
  return [...believed, ...refused];
}
