import type { Check } from '../../model.ts';
import { formatDuration } from '../../values/duration.ts';
import {
  type CheckFunction,
  failed,
  inconclusive,
  type JudgeContext,
  observed,
  ofOrder,
  ofRun,
  ofThis,
  passed,
  quote,
} from '../check.ts';
import { type Delivery, orderOf } from '../orders.ts';
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
  const ignored = [...history.orders.values()].filter(
    (order) => order.fate === 'accepted' && wasIgnored(order, context),
  );
  // Where as many came that name no order, whose they are is not known: `kci.readable` and `kci.unexpected` tell of them.
  const nobodys = history.deliveries.filter((each) => each.seen.expectedPath && !orderOf(history.orders, each));
  const isDoubtful = nobodys.length >= ignored.length;
  return [...history.orders.values()].flatMap((order) => {
    const { since, until, deliveries, fate, isTainted } = order;
    const wrong = deliveries.find((each) => !isGivenPath(each, profile.wire.path));
    if (wrong) {
      return [
        failed(ofOrder('kci.path', order, wrong), {
          ...ofThis(order, 'an event came to another path than was given'),
          expected: 'the path of the webhook',
          actual: quote(wrong.seen.path),
        }),
      ];
    }
    if (deliveries.length > 0) return [passed(ofOrder('kci.path', order, deliveries[0]))];
    if (fate !== 'accepted' || isTainted || !wasIgnored(order, context) || isDoubtful) return [];
    const excuse = undelivered(context, order);
    if (excuse) return [inconclusive(ofOrder('kci.path', order), ...excuse)];
    return [
      failed(ofOrder('kci.path', order), {
        ...ofThis(order, 'no event came to the webhook'),
        expected: 'the acknowledgment of the order, as an event',
        actual: `nothing for ${formatDuration(until - since)}`,
      }),
    ];
  });
};

/** Below the run's secret there is nothing, or what the profile says a webhook's URL ends with. */
function isGivenPath({ seen }: Delivery, ending: string): boolean {
  const [path = '', query] = seen.path.split('?');
  const [given = '', asked] = ending.split('?');
  const below = `/${path.split('/').slice(2).join('/')}`.replace(/\/$/, '');
  if (below !== '' && below !== given.replace(/\/$/, '')) return false;
  const came = new URLSearchParams(query);
  return [...new URLSearchParams(asked)].every(([name, value]) => came.getAll(name).includes(value));
}

function strays({ history }: JudgeContext): Check[] {
  return history.deliveries.flatMap(({ seen, event }) => {
    if (seen.expectedPath) return [];
    const isOurs = event.orderId !== undefined && history.orders.has(event.orderId);
    return (isOurs ? failed : observed)(ofRun('kci.path', seen.seq), {
      ...(isOurs
        ? ofThis({ id: event.orderId ?? '' }, 'an event came to another address')
        : { summary: 'a request came to another address of the receiver' }),
      expected: 'the address of the webhook',
      actual: `${seen.method} ${quote(seen.path)}`,
    });
  });
}
