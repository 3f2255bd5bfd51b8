import type { Check, KciProfile } from '../../model.ts';
import { type CheckFunction, type JudgeContext, ofExchange, ofOrder, passUnless, type Subject } from '../check.ts';
import { type Exchange, idAsked, isFaulted, isRefused } from '../exchange.ts';
import { answerNames } from '../lifecycle.ts';
import { type Delivery, eventName, type OrderChange, type OrderHistory } from '../orders.ts';
import { undelivered } from '../undelivered.ts';

/** What was answered in a way after which no events may come. */
interface Unfollowed {
  readonly check: string;
  readonly fact: 'of-refused' | 'of-faulted';
  readonly isOrder: (order: OrderHistory) => boolean;
  readonly isChange: (change: Exchange) => boolean;
}

const REFUSED: Unfollowed = {
  check: 'kci.refused-request',
  fact: 'of-refused',
  isOrder: ({ fate }) => fate === 'refused',
  isChange: isRefused,
};

/** One that was repeated unanswered may have been accepted at another time. */
const FAULTED: Unfollowed = {
  check: 'kci.faulted-request',
  fact: 'of-faulted',
  isOrder: ({ fate, placed, isTainted }) => fate === 'unknown' && isFaulted(placed) && !isTainted,
  isChange: isFaulted,
};

/**
 * `kci.refused-request`: no events follow a refused order, amendment or cancellation. Spec: Events: they follow
 * submissions, "each answered with 202".
 */
export const kciRefusedRequest: CheckFunction = (context) => ofAll(context, REFUSED);

/** `kci.faulted-request`: nor one that was answered with a server error, if the target agrees on that. */
export const kciFaultedRequest: CheckFunction = (context) => ofAll(context, FAULTED);

function ofAll(context: JudgeContext, such: Unfollowed): Check[] {
  // If no events reach us at all, their absence proves nothing.
  const heard = [...context.history.orders.values()].filter((order) => !undelivered(context, order));
  return heard.flatMap((order) => [
    ...ofOneOrder(order, such),
    ...changesOf(order, such).flatMap((change) => ofChange(order, change, context.profile, such)),
  ]);
}

function ofOneOrder(order: OrderHistory, such: Unfollowed): Check[] {
  if (!such.isOrder(order)) return [];
  const [first] = order.deliveries;
  const subject = ofOrder(such.check, order, first);
  return conclude(subject, order, { what: 'order', status: order.placed.response?.status }, order.deliveries, such);
}

/** The changes of an order that were answered so and have an id, each id once. */
function changesOf({ changes }: OrderHistory, { isChange }: Unfollowed): readonly OrderChange[] {
  const such = changes.filter(({ exchange }) => isChange(exchange) && idAsked(exchange) !== undefined);
  return [...new Map(such.map((change) => [`${change.kind} ${idAsked(change.exchange)}`, change])).values()];
}

/**
 * An event that names such a request answers it. If the same request was sent again and accepted, one answer to each
 * acceptance is right, but none that came before it was sent.
 */
function ofChange(order: OrderHistory, change: OrderChange, profile: KciProfile, such: Unfollowed): Check[] {
  const id = idAsked(change.exchange);
  const same = order.changes.filter((each) => each.kind === change.kind && idAsked(each.exchange) === id);
  const others = same.filter(({ exchange }) => !isRefused(exchange) && !such.isChange(exchange));
  const member = `${change.kind}Id` as const;
  const answers = answerNames(profile, change.kind);
  const told = order.stream.filter(({ event }) => event[member] === id && answers.has(event.name ?? ''));
  const since = others[0]?.exchange.sent.seq ?? Number.POSITIVE_INFINITY;
  const early = told.filter(({ seen }) => seen.seq < since);
  // Several events may answer an acceptance, each once.
  const alike = Map.groupBy(told, ({ event }) => event.name);
  const wrong = early.length > 0 ? early : [...alike.values()].flatMap((each) => each.slice(others.length));
  const { response } = change.exchange;
  const subject = ofExchange(such.check, change.exchange);
  const [first] = wrong;
  const at = first ? { ...subject, seq: first.seen.seq } : subject;
  return conclude(at, order, { what: change.kind, status: response?.status }, wrong, such);
}

function conclude(
  subject: Subject,
  order: OrderHistory,
  { what, status }: { readonly what: 'order' | OrderChange['kind']; readonly status: number | undefined },
  wrong: readonly Delivery[],
  { fact }: Unfollowed,
): Check[] {
  const [event] = wrong.map(eventName);
  if (event === undefined) return passUnless(subject, []);
  const aWhat = what === 'cancellation' ? 'a cancellation' : `an ${what}`;
  const told = { event, what, aWhat, status: String(status), events: wrong.map(eventName) };
  return passUnless({ ...subject, order: order.id }, { is: fact, ...told });
}
