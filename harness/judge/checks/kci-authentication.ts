import type { Check } from '../../model.ts';
import { failed, type JudgeContext, observed, ofOrder, ofRun, passed, quote } from '../check.ts';
import { type Delivery, orderOf } from '../orders.ts';

/**
 * `kci.authentication`: a delivery proves to come from the target, in the way that the target's file says. One about an
 * order of the run that does not is the target's, for nobody else knows the order. Others came to an address that, where
 * it is new in each run, the target alone was told; an address that stays the same others may have learnt, and what they
 * send is only observed.
 */
export function kciAuthentication({ history, target }: JudgeContext): Check[] {
  const { authentication, pathSecret } = target.webhook;
  if (authentication === undefined) return [];
  const believed = [...history.orders.values()].flatMap((order) =>
    order.deliveries.length === 0 ? [] : [passed(ofOrder('kci.authentication', order, order.deliveries[0]))],
  );
  const refused = firstOfEach(history.unproven).map(({ delivery, count }) => {
    const { seen } = delivery;
    const order = orderOf(history.orders, delivery);
    const conclude = order !== undefined || pathSecret === undefined ? failed : observed;
    const subject = order
      ? { ...ofOrder('kci.authentication', order, delivery) }
      : ofRun('kci.authentication', seen.seq);
    const whose = order ? `order ${order.id}: a delivery` : 'a delivery';
    const others = count > 1 ? `, and ${count - 1} more` : '';
    return conclude(subject, {
      summary: `${whose} does not prove to come from the target${others}`,
      kind: 'a delivery does not prove to come from the target',
      expected: `a delivery with the authentication that was agreed on (${authentication.by})`,
      actual: quote(seen.unproven),
    });
  });
  return [...believed, ...refused];
}

/** Of what is wrong in the same way with the same order, the first, and how many there are. */
function firstOfEach(
  deliveries: readonly Delivery[],
): readonly { readonly delivery: Delivery; readonly count: number }[] {
  const groups = new Map<string, { readonly delivery: Delivery; readonly count: number }>();
  for (const delivery of deliveries) {
    const key = `${delivery.event.orderId} ${delivery.seen.unproven}`;
    const known = groups.get(key);
    groups.set(key, {
      delivery: known?.delivery ?? delivery,
      count: (known?.count ?? 0) + 1 + (delivery.seen.untold ?? 0),
    });
  }
  return [...groups.values()];
}
