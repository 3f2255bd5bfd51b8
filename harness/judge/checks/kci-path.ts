import { formatDuration } from '../../duration.ts';
import type { Check } from '../../model.ts';
import {
  type CheckFunction,
  failed,
  inconclusive,
  type JudgeContext,
  observed,
  ofOrder,
  ofRun,
  passed,
  quote,
} from '../check.ts';
import type { Delivery } from '../orders.ts';
import { undelivered, wasIgnored } from '../undelivered.ts';

/**
 * `kci.path`: the events of accepted orders are delivered, and to the address that the target was given. Spec: Events 1,
 * "sent as webhooks to the client's webhook endpoint". What else comes to the receiver may be anybody's.
 */
export function kciPath(context: JudgeContext): Check[] {
  return [...delivered(context), ...strays(context)];
}

const delivered: CheckFunction = (context) => {
  const { history, profile } = context;
  return [...history.orders.values()].flatMap((order) => {
    const { id, since, deliveries, fate, isTainted } = order;
    const wrong = deliveries.find((each) => !isGivenPath(each, profile.wire.path));
    if (wrong) {
      return [
        failed(ofOrder('kci.path', order, wrong), {
          summary: `order ${id}: an event came to another path than was given`,
          expected: 'the path of the webhook',
          actual: quote(wrong.seen.path),
        }),
      ];
    }
    if (deliveries.length > 0) return [passed(ofOrder('kci.path', order, deliveries[0]))];
    if (fate !== 'accepted' || isTainted || !wasIgnored(order, context)) return [];
    const excuse = undelivered(context, order);
    if (excuse) return [inconclusive(ofOrder('kci.path', order), ...excuse)];
    return [
      failed(ofOrder('kci.path', order), {
        summary: `order ${id}: no event came to the webhook`,
        expected: 'the acknowledgment of the order, as an event',
        actual: `nothing for ${formatDuration(history.horizon - since)}`,
      }),
    ];
  });
};

/** Below the run's secret there is nothing, or what the profile says a webhook's URL ends with. */
function isGivenPath({ seen }: Delivery, ending: string): boolean {
  const [path = ''] = seen.path.split('?', 1);
  const below = `/${path.split('/').slice(2).join('/')}`.replace(/\/$/, '');
  return below === '' || below === ending.replace(/\/$/, '');
}

function strays({ history }: JudgeContext): Check[] {
  return history.deliveries.flatMap(({ seen, event }) => {
    if (seen.expectedPath) return [];
    const isOurs = event.orderId !== undefined && history.orders.has(event.orderId);
    return (isOurs ? failed : observed)(ofRun('kci.path', seen.seq), {
      summary: isOurs
        ? `order ${event.orderId}: an event came to another address`
        : 'a request came to another address of the receiver',
      expected: 'the address of the webhook',
      actual: `${seen.method} ${quote(seen.path)}`,
    });
  });
}
