import { eventNames } from '../../kci/pattern.ts';
import type { Check, KciProfile } from '../../model.ts';
import { type JudgeContext, ofExchange, ofOrder, type Subject, verdictOn } from '../check.ts';
import { askedFor, isRefused } from '../exchange.ts';
import { type Change, type Delivery, nameOf, type OrderHistory } from '../orders.ts';
import { undelivered } from '../undelivered.ts';

const CHECK = 'kci.refused-request';

/**
 * `kci.refused-request`: no events of a request that was refused: an order, an amendment, a cancellation. Spec: Events:
 * they follow submissions, "each answered with 202".
 */
export function kciRefusedRequest(context: JudgeContext): Check[] {
  // Who hears nothing of anything hears nothing of what was refused.
  const heard = [...context.history.orders.values()].filter((order) => !undelivered(context, order));
  return heard.flatMap((order) => [
    ...ofRefusedOrder(order),
    ...refusedChanges(order).flatMap((refused) => ofRefusedChange(order, refused, context.profile)),
  ]);
}

function ofRefusedOrder(order: OrderHistory): Check[] {
  if (order.fate !== 'refused') return [];
  const [first] = order.deliveries;
  return conclude(ofOrder(CHECK, order, first), order, 'order', order.placed.response?.status, order.deliveries);
}

/** The refused requests about an order that have an id to be told by, each id once. */
function refusedChanges({ changes }: OrderHistory): readonly Change[] {
  const refused = changes.filter((change) => isRefused(change.exchange) && idOf(change) !== undefined);
  return [...new Map(refused.map((change) => [`${change.kind} ${idOf(change)}`, change])).values()];
}

/**
 * An event that names a refused request answers it. Where the same request was sent again and accepted, one answer to
 * each acceptance is right, and none that came before it was sent.
 */
function ofRefusedChange(order: OrderHistory, refused: Change, profile: KciProfile): Check[] {
  const same = order.changes.filter((each) => each.kind === refused.kind && idOf(each) === idOf(refused));
  const others = same.filter(({ exchange }) => !isRefused(exchange));
  const member = `${refused.kind}Id` as const;
  const answers = answerNames(profile, refused.kind);
  const told = order.stream.filter(({ event }) => event[member] === idOf(refused) && answers.has(event.name ?? ''));
  const since = others[0]?.exchange.sent.seq ?? Number.POSITIVE_INFINITY;
  const early = told.filter(({ seen }) => seen.seq < since);
  const wrong = early.length > 0 ? early : told.slice(others.length);
  const { response } = refused.exchange;
  const subject = ofExchange(CHECK, refused.exchange);
  const [first] = wrong;
  return conclude(first ? { ...subject, seq: first.seen.seq } : subject, order, refused.kind, response?.status, wrong);
}

function conclude(
  subject: Subject,
  order: OrderHistory,
  what: 'order' | Change['kind'],
  status: number | undefined,
  wrong: readonly Delivery[],
): Check[] {
  const [event] = wrong.map(nameOf);
  if (event === undefined) return verdictOn(subject, []);
  const aWhat = what === 'cancellation' ? 'a cancellation' : `an ${what}`;
  const told = { event, what, aWhat, status: String(status), events: wrong.map(nameOf) };
  return verdictOn({ ...subject, order: order.id }, { is: 'of-refused', ...told });
}

function answerNames(profile: KciProfile, kind: Change['kind']): ReadonlySet<string> {
  return new Set(Object.values(profile.requests[kind]).flatMap(({ emits }) => (emits ? eventNames(emits) : [])));
}

function idOf({ exchange }: Change): string | undefined {
  const id = askedFor(exchange, 'id');
  return typeof id === 'number' || typeof id === 'string' ? String(id) : undefined;
}
