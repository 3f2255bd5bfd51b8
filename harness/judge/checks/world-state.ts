import type { Check, Json } from '../../model.ts';
import { failed, type JudgeContext, ofOrder, passed, quote } from '../check.ts';
import { askedFor, type Exchange, isAccepted } from '../exchange.ts';
import type { Delivery, OrderHistory } from '../orders.ts';

/**
 * `world.state`: what an order has done to its address shows in the next availability result. The spec shows no
 * transitions (STA-04), so the register makes a breach an observation. Looks only where a journey asked before and after.
 */
export function worldState(context: JudgeContext): Check[] {
  return [...context.history.orders.values()].flatMap((order) => {
    const done = order.stream.find(({ event }) => context.profile.events[event.name ?? '']?.fulfils);
    const address = askedFor(order.placed, 'address');
    return done && address !== undefined ? compare(context, order, done, address) : [];
  });
}

function compare({ history }: JudgeContext, order: OrderHistory, done: Delivery, address: Json): Check[] {
  const asked = history.exchanges.filter(
    (exchange) =>
      exchange.operation?.verb === 'availability' &&
      isAccepted(exchange) &&
      quote(askedFor(exchange, 'address')) === quote(address),
  );
  const before = asked.findLast(({ sent }) => sent.seq < order.placed.sent.seq);
  const after = asked.find(({ sent }) => sent.seq > done.seen.seq);
  if (!before || !after) return [];
  const subject = ofOrder('world.state', order, done);
  if (!isSame(before, after)) return [passed(subject)];
  return [
    failed(subject, {
      summary: `order ${order.id}: it was completed and left no trace in availability`,
      expected: `another result for ${quote(address)} than before the order`,
      actual: 'the same result',
    }),
  ];
}

function isSame({ json: a }: Exchange, { json: b }: Exchange): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
