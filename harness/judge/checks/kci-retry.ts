import { earliestOf, sameEvent } from '../../kci/stream.ts';
import type { Check, KciProfile } from '../../model.ts';
import {
  type CheckFunction,
  type DeliveryFlaw,
  failed,
  inconclusive,
  type JudgeContext,
  ofOrder,
  passed,
} from '../check.ts';
import { type Delivery, eventName, type OrderHistory } from '../orders.ts';
import { type AnsweredArrival, isTaken, nextAttempt, type RetryRule, refusedEvents, wordsOfRetry } from '../retry.ts';
import { unreachable } from './owed.ts';

type Tried = Delivery & AnsweredArrival;

/**
 * `kci.retry`: a delivery that our receiver turned away is repeated unchanged, as often and as far apart as the profile
 * says. Only for orders whose deliveries the scenario has turned away. One that is acknowledged late need not be repeated.
 */
export const kciRetry: CheckFunction = (context) => {
  const { retry } = context.profile.delivery;
  if (!retry) return [];
  return [...context.history.orders.values()].flatMap((order) =>
    order.placed.step?.receiver === undefined || order.fate !== 'accepted' || order.isTainted
      ? []
      : ofOneOrder(context, order, retry),
  );
};

function ofOneOrder(context: JudgeContext, order: OrderHistory, retry: RetryRule): Check[] {
  const { profile } = context;
  const isLate = order.placed.step?.receiver?.with === 'late';
  // An event that is twice in one delivery was tried once.
  const deliveries = order.deliveries
    .filter(
      ({ seen, event }, i, all) => !all.slice(0, i).some((each) => each.seen === seen && sameEvent(each.event, event)),
    )
    .map((each): Tried => ({ ...each, answered: isLate ? 0 : each.seen.answered }));
  const refused = refusedEvents(deliveries);
  const [first] = refused;
  const subject = ofOrder('kci.retry', order, first?.[0]);
  if (!first) {
    const [reason, detail] = unreachable(context) ?? ['no-check', `order ${order.id}: no delivery came to be refused`];
    return [inconclusive(subject, reason, detail)];
  }
  const subjectOn = ([delivery, fact]: DeliveryFlaw): Check => failed(ofOrder('kci.retry', order, delivery), fact);
  const renames = profile.delivery.duplicates === 'same-delivery-id' ? refused.flatMap(renamed) : [];
  if (isLate) return renames.length > 0 ? renames.map(subjectOn) : [passed(subject)];
  const flaws = refused.flatMap((attempts) => [
    ...spacing(attempts, retry, profile, order.until),
    ...endless(attempts, retry, profile),
    ...(profile.delivery.orderBy === 'arrival' ? outOfTurn(attempts, deliveries) : []),
  ]);
  const missing = refused.flatMap((attempts) => missed(attempts, retry, order.until, context));
  const all = [...renames, ...flaws, ...missing.filter((each) => each !== 'not-watched')];
  if (all.length > 0) return all.map(subjectOn);
  if (missing.length > 0)
    return [inconclusive(subject, 'interrupted', `order ${order.id} was not watched to its next attempt`)];
  return [passed(subject)];
}

/**
 * Checks the time between attempts, up to the acknowledged one; later ones are duplicates. If deliveries may come twice, an
 * early one is a copy, provided the promised attempt comes in time, too.
 */
function spacing(
  [first, ...others]: readonly [Tried, ...Tried[]],
  retry: RetryRule,
  { profile, delivery }: KciProfile,
  horizon: number,
): DeliveryFlaw[] {
  const flaws: DeliveryFlaw[] = [];
  let [before, count, soon]: [Tried, number, DeliveryFlaw | undefined] = [first, 1, undefined];
  for (const each of others) {
    const owed = nextAttempt(retry, count);
    if (!owed || isTaken(before)) break;
    const gapMs = each.at - before.at;
    const [leastMs, mostMs] = [earliestOf(each) - before.at, each.at - earliestOf(before)];
    const isSoon = mostMs < owed.fromMs;
    const told = {
      event: eventName(each),
      nth: count + 1,
      promised: wordsOfRetry(retry, owed.usualMs),
      profile,
      gapMs,
    };
    if (isSoon && delivery.duplicates !== 'never') soon ??= [each, { is: 'retried-soon', ...told }];
    else {
      if (isSoon || leastMs > owed.untilMs)
        flaws.push(soon ?? [each, { is: gapMs < owed.fromMs ? 'retried-soon' : 'retried-late', ...told }]);
      [before, count, soon] = [each, count + 1, undefined];
    }
  }
  const isOver = horizon >= before.at + (nextAttempt(retry, count)?.untilMs ?? 0);
  return soon && isOver ? [...flaws, soon] : flaws;
}

/** Fails if the last attempt was turned away although more are promised. */
function missed(
  attempts: readonly [Tried, ...Tried[]],
  retry: RetryRule,
  horizon: number,
  { profile: { profile }, history }: JudgeContext,
): (DeliveryFlaw | 'not-watched')[] {
  const [first] = attempts;
  const last = attempts.at(-1) ?? first;
  const count = attempts.length;
  const owed = nextAttempt(retry, count);
  if (!owed || attempts.some(isTaken)) return [];
  const waitedMs = horizon - last.at;
  if (waitedMs < owed.untilMs) return ['not-watched'];
  const promised = wordsOfRetry(retry, owed.usualMs);
  // What came in the same delivery was perhaps tried again by itself.
  const others = history.deliveries.filter(
    ({ seen, event }) =>
      seen === last.seen && event !== last.event && history.deliveries.some((each) => isLater(each, last, event)),
  );
  const isIts = ({ event }: Delivery): boolean => event.orderId === last.event.orderId;
  const beside = others.find(isIts) ?? others[0];
  const whose = beside && !isIts(beside) ? ` of order ${beside.event.orderId}` : '';
  const alone = beside ? { beside: `${eventName(beside)}${whose}` } : {};
  const { answered } = last.seen;
  const how = answered === 0 ? 'the connection was broken off' : `it was answered ${answered}`;
  const told = { event: eventName(first), count, nth: count + 1, promised, profile, waitedMs, how, ...alone };
  return [[last, { is: count === 1 ? 'not-retried' : 'given-up', ...told }]];
}

const isLater = (one: Delivery, { seen }: Delivery, event: Delivery['event']): boolean =>
  one.seen.seq > seen.seq && sameEvent(one.event, event);

/** Fails if attempts differ in delivery id: a receiver could not know that they are the same event. */
function renamed(attempts: readonly [Tried, ...Tried[]]): DeliveryFlaw[] {
  const [{ event }] = attempts;
  const delivery = attempts.find((each) => each.event.deliveryId !== event.deliveryId);
  if (!delivery) return [];
  const told = { event: eventName(delivery), owed: event.deliveryId, came: delivery.event.deliveryId };
  return [[delivery, { is: 'retried-renamed', ...told }]];
}

/** An acknowledged delivery may be repeated, but not more often than the profile has attempts. */
function endless(attempts: readonly Tried[], { attempts: most }: RetryRule, { profile }: KciProfile): DeliveryFlaw[] {
  const nth = attempts.findIndex(isTaken) + 1;
  const delivery = attempts[nth + most - 1];
  if (!delivery || nth === 0) return [];
  return [
    [delivery, { is: 'retried-endlessly', event: eventName(delivery), most, profile, count: attempts.length, nth }],
  ];
}

/** If only arrival orders events, none may be acknowledged before an earlier one. */
function outOfTurn(attempts: readonly [Tried, ...Tried[]], deliveries: readonly Tried[]): DeliveryFlaw[] {
  const [first] = attempts;
  const taken = attempts.find(isTaken);
  const start = deliveries.indexOf(first);
  const end = taken ? deliveries.indexOf(taken) : deliveries.length;
  const delivery = deliveries.slice(start, end).find((each) => isTaken(each) && !attempts.includes(each));
  return delivery ? [[delivery, { is: 'overtook-untaken', event: eventName(delivery), first: eventName(first) }]] : [];
}
