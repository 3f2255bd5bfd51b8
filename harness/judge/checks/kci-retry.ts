import { earliestOf, sameEvent } from '../../kci/stream.ts';
import type { Check, Finding, KciProfile } from '../../model.ts';
import { formatDuration } from '../../values/duration.ts';
import {
  aboutOrder,
  type CheckFunction,
  failed,
  inconclusive,
  type JudgeContext,
  ofOrder,
  passed,
  quote,
} from '../check.ts';
import { type Delivery, nameOf, type OrderHistory } from '../orders.ts';
import { type Attempt, isTaken, nextAttempt, refusedEvents, wordsOfRetry } from '../retry.ts';
import { unreachable } from './owed.ts';

type Tried = Delivery & Attempt;
type Retry = NonNullable<KciProfile['delivery']['retry']>;
interface Flaw {
  readonly delivery: Delivery;
  readonly finding: Finding;
}

/**
 * `kci.retry`: a delivery that our receiver turned away comes again, the same, as often and as far apart as the profile
 * says. Looks only at orders whose deliveries the scenario has it turn away.
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

function ofOneOrder(context: JudgeContext, order: OrderHistory, retry: Retry): Check[] {
  const { profile } = context;
  // What stands twice in one delivery was tried once.
  const deliveries = order.deliveries
    .filter(
      ({ seen, event }, i, all) => !all.slice(0, i).some((each) => each.seen === seen && sameEvent(each.event, event)),
    )
    .map((each): Tried => ({ ...each, answered: each.seen.answered }));
  const refused = refusedEvents(deliveries);
  const [first] = refused;
  const subject = ofOrder('kci.retry', order, first?.[0]);
  if (!first) {
    const [reason, detail] = unreachable(context) ?? ['no-check', `order ${order.id}: no delivery came to be refused`];
    return [inconclusive(subject, reason, detail)];
  }
  const flaws = refused.flatMap((attempts) => [
    ...spacingFlaws(attempts, retry, profile),
    ...(profile.delivery.duplicates === 'same-delivery-id' ? renamed(attempts) : []),
    ...endless(attempts, retry, profile),
    ...(profile.delivery.orderBy === 'arrival' ? outOfTurn(attempts, deliveries) : []),
  ]);
  const missing = refused.flatMap((attempts) => missed(attempts, retry, order.until, profile));
  const isWatched = !missing.includes('not-watched');
  const all = [...flaws, ...missing.filter((each) => each !== 'not-watched')];
  if (all.length > 0)
    return all.map(({ delivery, finding }) =>
      failed(ofOrder('kci.retry', order, delivery), aboutOrder(order, finding)),
    );
  if (!isWatched)
    return [inconclusive(subject, 'interrupted', `order ${order.id} was not watched to its next attempt`)];
  return [passed(subject)];
}

/** The attempts up to the one that was taken: what comes after it is a duplicate. */
function untilTaken(attempts: readonly Tried[]): readonly Tried[] {
  const end = attempts.findIndex(isTaken);
  return end < 0 ? attempts : attempts.slice(0, end + 1);
}

function spacingFlaws(attempts: readonly Tried[], retry: Retry, { profile }: KciProfile): Flaw[] {
  const tries = untilTaken(attempts);
  return tries.slice(1).flatMap((delivery, i): Flaw[] => {
    const before = tries[i];
    const owed = nextAttempt(retry, i + 1);
    if (!before || !owed) return [];
    const gapMs = delivery.at - before.at;
    const [leastMs, mostMs] = [earliestOf(delivery) - before.at, delivery.at - earliestOf(before)];
    if (mostMs >= owed.fromMs && leastMs <= owed.untilMs) return [];
    return [
      {
        delivery,
        finding: {
          summary: `${nameOf(delivery)} was tried again too ${gapMs < owed.fromMs ? 'soon' : 'late'}`,
          kind: `a delivery was tried again too ${gapMs < owed.fromMs ? 'soon' : 'late'}`,
          expected: `attempt ${i + 2} ${wordsOfRetry(retry, owed.usualMs)} (profile ${profile})`,
          actual: `${formatDuration(gapMs)} after it`,
        },
      },
    ];
  });
}

/** Where the last attempt was turned away and not the last that is promised. */
function missed(
  attempts: readonly [Tried, ...Tried[]],
  retry: Retry,
  horizon: number,
  { profile }: KciProfile,
): (Flaw | 'not-watched')[] {
  const [first] = attempts;
  const last = attempts.at(-1) ?? first;
  const owed = nextAttempt(retry, attempts.length);
  if (!owed || attempts.some(isTaken)) return [];
  const waitedMs = horizon - last.at;
  if (waitedMs < owed.untilMs) return ['not-watched'];
  const count = attempts.length;
  const summary =
    count === 1 ? `${nameOf(first)} was not tried again` : `${nameOf(first)} was given up after ${count} attempts`;
  const kind = `a delivery was ${count === 1 ? 'not tried again' : `given up after ${count} attempts`}`;
  const expected = `attempt ${count + 1} ${wordsOfRetry(retry, owed.usualMs)} (profile ${profile})`;
  return [{ delivery: last, finding: { summary, kind, expected, actual: `nothing for ${formatDuration(waitedMs)}` } }];
}

/** A receiver that gets an event under two ids cannot know that it is one. */
function renamed(attempts: readonly [Tried, ...Tried[]]): Flaw[] {
  const [{ event }] = attempts;
  const delivery = attempts.find((each) => each.event.deliveryId !== event.deliveryId);
  if (!delivery) return [];
  const finding = {
    summary: `${nameOf(delivery)} was tried again under another delivery id`,
    kind: 'a delivery was tried again under another delivery id',
    expected: quote(event.deliveryId),
    actual: quote(delivery.event.deliveryId),
  };
  return [{ delivery, finding }];
}

/** What was acknowledged may come again, but not more often than anything is tried. */
function endless(attempts: readonly Tried[], retry: Retry, { profile }: KciProfile): Flaw[] {
  const delivery = attempts[retry.attempts];
  const taken = attempts.findIndex(isTaken) + 1;
  if (!delivery || taken === 0) return [];
  const finding = {
    summary: `${nameOf(delivery)} went on being delivered after it was acknowledged`,
    kind: 'a delivery went on after it was acknowledged',
    expected: `at most ${retry.attempts} attempts (profile ${profile})`,
    actual: `${attempts.length} attempts, the ${ordinal(taken)} of which was acknowledged`,
  };
  return [{ delivery, finding }];
}

/** Where arrival is all that puts events in order, none may be taken before one that it follows. */
function outOfTurn(attempts: readonly [Tried, ...Tried[]], deliveries: readonly Tried[]): Flaw[] {
  const [first] = attempts;
  const taken = attempts.find(isTaken);
  const start = deliveries.indexOf(first);
  const end = taken ? deliveries.indexOf(taken) : deliveries.length;
  const delivery = deliveries.slice(start, end).find((each) => isTaken(each) && !attempts.includes(each));
  if (!delivery) return [];
  const finding = {
    summary: `${nameOf(delivery)} was delivered before ${nameOf(first)} was taken`,
    kind: 'a delivery overtook one that was not taken',
    expected: `${nameOf(first)} again, and then ${nameOf(delivery)}: they are in order as they arrive`,
    actual: `${nameOf(delivery)} first`,
  };
  return [{ delivery, finding }];
}

const ordinal = (count: number): string => `${count}${{ 1: 'st', 2: 'nd', 3: 'rd' }[count] ?? 'th'}`;
