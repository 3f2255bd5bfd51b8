import { instantText } from '../../iso8601.ts';
import type { Finding } from '../../model.ts';
import type { Skew } from '../../skew.ts';
import { aboutOrder, failed, ofOrder, passed } from '../check.ts';
import { type Delivery, nameOf, type OrderHistory } from '../orders.ts';
import { orders } from './kci-orders.ts';

/** Clocks of two machines, and of the parts of one gateway, may differ by so much beyond what is measured. */
const CLOCKS_DIFFER_MS = 600_000;

/**
 * `kci.moments`: no event says that it happened after it came, and by their own times those of an order happened in the
 * order in which they are numbered.
 */
export const kciMoments = orders((order, { history }) => {
  const dated = order.deliveries.filter(({ event }) => event.issuedAt !== undefined);
  if (dated.length === 0) return [];
  const [first] = [...inTheFuture(dated, history.skew), ...backwards(order)];
  if (!first) return [passed(ofOrder('kci.moments', order, dated[0]))];
  return [failed(ofOrder('kci.moments', order, first.delivery), aboutOrder(order, first.finding))];
});

interface Wrong {
  readonly delivery: Delivery;
  readonly finding: Finding;
}

function inTheFuture(dated: readonly Delivery[], skew: Skew | undefined): Wrong[] {
  return dated.flatMap((delivery) => {
    const latest = delivery.at + Math.max(0, skew?.toMs ?? 0) + CLOCKS_DIFFER_MS;
    const at = delivery.event.issuedAt ?? 0;
    return at <= latest ? [] : [wrong(delivery, 'after it came', `no time after ${instantText(latest)}`, at)];
  });
}

/** Where numbers say which event was first, its time may not be long after that of a later one. */
function backwards({ stream }: OrderHistory): Wrong[] {
  return stream.flatMap((delivery, i) => {
    const before = stream[i - 1];
    const [was, is] = [before?.event.issuedAt, delivery.event.issuedAt];
    const isNumbered = before?.event.sequence !== undefined && delivery.event.sequence !== undefined;
    if (!before || !isNumbered || was === undefined || is === undefined || is >= was - CLOCKS_DIFFER_MS) return [];
    const expected = `a time after that of ${nameOf(before)}, ${instantText(was)}`;
    return [wrong(delivery, 'long before the event that it follows', expected, is)];
  });
}

function wrong(delivery: Delivery, when: string, expected: string, at: number): Wrong {
  const kind = `an event happened, by its own time, ${when}`;
  const summary = `${nameOf(delivery)} happened, by its own time, ${when}`;
  return { delivery, finding: { summary, kind, expected, actual: instantText(at) } };
}
