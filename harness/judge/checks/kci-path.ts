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
      return [failed(ofOrder('kci.path', order, wrong), { is: 'other-path', path: wrong.seen.path })];
    }
    if (deliveries.length > 0) return [passed(ofOrder('kci.path', order, deliveries[0]))];
    if (fate !== 'accepted' || isTainted || !wasIgnored(order, context) || isDoubtful) return [];
    const excuse = undelivered(context, order);
    if (excuse) return [inconclusive(ofOrder('kci.path', order), ...excuse)];
    return [failed(ofOrder('kci.path', order), { is: 'never-delivered', forMs: until - since })];
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
    const order = orderOf(history.orders, { event })?.id;
    const { method, path } = seen;
    const subject = ofRun('kci.path', seen.seq);
    return order === undefined
      ? observed(subject, { is: 'request-elsewhere', method, path })
      : failed({ ...subject, order }, { is: 'event-elsewhere', method, path });
  });
}
