import type { Fact } from '../../findings.ts';
import { eventNames } from '../../kci/pattern.ts';
import { earliestOf, ruleOf } from '../../kci/stream.ts';
import type { Check, KciProfile } from '../../model.ts';
import { behindMs, CLOCKS_DIFFER_MS } from '../../wire/skew.ts';
import { endOf, failed, type JudgeContext, observed, ofOrder, orders, passed, passUnless } from '../check.ts';
import { answerNames, isAnsweredBy, lifecycleFor } from '../lifecycle.ts';
import { type Delivery, eventName, type OrderHistory } from '../orders.ts';
import { refusedTries } from '../retry.ts';
import { undelivered, wasIgnored } from '../undelivered.ts';
import { missedIn } from './owed.ts';

/**
 * `kci.timing`: the first event of an order comes in time, so do the next ones, and none comes long after one that should
 * follow it. Times are the profile's.
 */
export function kciTiming(context: JudgeContext): Check[] {
  const { history, profile } = context;
  const sound = [...history.orders.values()].filter(({ fate, isTainted }) => fate === 'accepted' && !isTainted);
  const overtaken = new Map(sound.map((order) => [order, lateAfterNext(order, profile)]));
  const times = [...overtaken.values()].filter((facts) => facts.length > 0).length;
  const isHabit = times >= MIN_TIMES && times * 100 >= sound.length * MIN_PERCENT;
  return sound.flatMap((order) => {
    const [first] = order.deliveries;
    if (!first && (!wasIgnored(order, context) || undelivered(context, order))) return [];
    const late = overtaken.get(order) ?? [];
    const gaps = [...longGaps(order, profile), ...leftSilent(order, context)];
    const found = [...lateFirst(order, profile), ...gaps, ...(isHabit ? late : [])];
    const subject = ofOrder('kci.timing', order, first);
    return [...passUnless(subject, found), ...(isHabit ? [] : late.map((fact) => observed(subject, fact)))];
  });
}

/**
 * In fewer orders it may be an accident: lost deliveries are repeated while others go on. The same holds below this
 * percentage.
 */
const MIN_TIMES = 3;
const MIN_PERCENT = 1;

/** Fails if an event came too long after one that follows it and may not overtake, by the profile. */
function lateAfterNext(
  order: OrderHistory,
  { profile, events, delivery: { reorderWindowMs: windowMs } }: KciProfile,
): readonly Fact[] {
  // Deliveries that our receiver turned away come late, and others need not wait for them.
  if (refusedTries(order).length > 0 || lateBy(order) > 0) return [];
  for (const [i, delivery] of order.stream.entries()) {
    const laterMs = (other: Delivery): number => earliestOf(delivery) - other.at;
    const next = order.stream
      .slice(i + 1)
      .find((each) => laterMs(each) > windowMs && !ruleOf({ events }, each.event)?.overtakes);
    const told = next && { event: eventName(delivery), other: eventName(next), laterMs: laterMs(next) };
    if (told) return [{ is: 'overtaken', windowMs, profile, ...told }];
  }
  return [];
}

/** How long our receiver let deliveries of the order wait for their acknowledgement. */
const lateBy = ({ placed }: OrderHistory): number => placed.step?.receiver?.afterMs ?? 0;

function lateFirst({ since, until, deliveries: [first] }: OrderHistory, { delivery }: KciProfile): Fact[] {
  const withinMs = delivery.firstWithinMs;
  const tookMs = (first ? earliestOf(first) : until) - since;
  if (tookMs <= withinMs) return [];
  return [
    first ? { is: 'first-late', withinMs, event: eventName(first), tookMs } : { is: 'none-in-time', withinMs, tookMs },
  ];
}

/**
 * Gaps between events that are too long, except while the order waits for its client. A request or a refusal of the client
 * begins a new gap.
 */
function longGaps(order: OrderHistory, { events, delivery: { betweenWithinMs } }: KciProfile): Fact[] {
  const { stream, changes } = order;
  const tried = refusedTries(order);
  const arrived = stream.toSorted((a, b) => a.at - b.at);
  return arrived.slice(1).flatMap((delivery, i): Fact[] => {
    const before = arrived[i];
    if (!before || ruleOf({ events }, before.event)?.waitsFor) return [];
    // We may notice the answer to a request only after the event that it led to.
    const asked = changes.filter(({ exchange: { sent } }) => sent.at <= delivery.at);
    const since = asked.map(({ exchange: { response, sent } }) => (response ?? sent).at);
    const refused = tried.filter(({ seen }) => seen.seq < delivery.seen.seq).map(({ at }) => at);
    const gapMs = earliestOf(delivery) - Math.max(before.at, ...since, ...refused);
    if (gapMs <= betweenWithinMs + lateBy(order)) return [];
    return [
      { is: 'long-gap', event: eventName(delivery), before: eventName(before), withinMs: betweenWithinMs, gapMs },
    ];
  });
}

/**
 * Fails if an order did not go on in time and had not ended: not if it waited for its client, nor if the gateway was asked to
 * stop it there. What a scenario awaits in vain is reported by `kci.sequence`.
 */
function leftSilent(order: OrderHistory, context: JudgeContext): Fact[] {
  const { events, delivery } = context.profile;
  const { placed, stream, changes, until } = order;
  const steps = [placed, ...changes.map(({ exchange }) => exchange)];
  const last = stream.toSorted((a, b) => a.at - b.at).at(-1);
  const isAsked = steps.some(({ step }) => step?.steer !== undefined || step?.receiver !== undefined);
  if (!last || isAsked || endOf(context.profile, order) || missedIn(context).has(order)) return [];
  // It may wait on: nothing says whether what was asked of it since is what it waited for.
  if (stream.some(({ event }) => ruleOf({ events }, event)?.waitsFor)) return [];
  const since = steps.map(({ response, sent }) => (response ?? sent).at);
  const gapMs = until - Math.max(last.at, ...since, ...refusedTries(order).map(({ at }) => at));
  const withinMs = delivery.betweenWithinMs;
  return gapMs > withinMs ? [{ is: 'left-silent', before: eventName(last), withinMs }] : [];
}

/**
 * `kci.ahead`: no event comes, or is dated, long before its order was accepted; nor does an answer to an amendment or
 * cancellation long before that was accepted. A little before is a race, and right.
 */
export const kciAhead = orders((order, context): Check[] => [
  ...orderAhead(order, context),
  ...answersAhead(order, context.profile),
]);

/**
 * Checks the event that names an accepted change; else, if at least as many events came as changes were requested, one that
 * no course of the order has by itself.
 */
function answersAhead(order: OrderHistory, profile: KciProfile): Check[] {
  const { stream, changes, isTainted } = order;
  if (isTainted || changes.length === 0) return [];
  const { aheadMs } = profile.delivery;
  const { legal, outcomes = {} } = lifecycleFor(profile, order) ?? {};
  const usual = new Set([...(legal ? [legal] : []), ...Object.values(outcomes)].flatMap(eventNames));
  return changes.flatMap((change) => {
    const { kind, isAccepted, exchange } = change;
    const { sent, response } = exchange;
    const names = answerNames(profile, kind).difference(usual);
    const before = changes.filter((each) => each.kind === kind && each.exchange.sent.seq < sent.seq);
    const unnamed = stream.filter(({ event }) => names.has(event.name ?? ''))[before.length];
    const answer =
      stream.find(({ event }) => isAnsweredBy(change, event)) ??
      (before.every((each) => each.isAccepted) ? unnamed : undefined);
    if (!isAccepted || !response || !answer || answer.seen.seq < sent.seq) return [];
    const byMs = earliestOf(response) - answer.at;
    const fact = { is: 'answer-ahead', kind, event: eventName(answer), aheadMs, byMs } as const;
    return passUnless(ofOrder('kci.ahead', order, answer), byMs > aheadMs && fact);
  });
}

function orderAhead(order: OrderHistory, { profile, history }: JudgeContext): Check[] {
  const first = order.deliveries[0];
  if (order.fate !== 'accepted' || !first) return [];
  const { aheadMs } = profile.delivery;
  const { sent, response } = order.placed;
  const subject = (delivery = first) => ofOrder('kci.ahead', order, delivery);
  const byMs = (response ? earliestOf(response) : order.since) - first.at;
  const isAhead = byMs > aheadMs;
  const earliest = sent.at - behindMs(history.skew) - aheadMs - CLOCKS_DIFFER_MS;
  const dated = order.deliveries.find(({ event: { issuedAt = sent.at } }) => issuedAt < earliest);
  if (!isAhead && !dated) return [passed(subject())];
  const times = dated && { sentAt: sent.at, clocksMs: CLOCKS_DIFFER_MS, issuedAt: dated.event.issuedAt ?? 0 };
  return [
    ...(isAhead ? [failed(subject(), { is: 'event-ahead', event: eventName(first), aheadMs, byMs })] : []),
    ...(times
      ? [failed(subject(isAhead ? first : dated), { is: 'backdated', event: eventName(dated), ...times })]
      : []),
  ];
}

/** `kci.moments`: no event is dated after its arrival. */
export const kciMoments = orders((order, { history }) => {
  const dated = order.deliveries.filter(({ event }) => event.issuedAt !== undefined);
  const latestOf = (at: number): number => at + Math.max(0, history.skew?.toMs ?? 0) + CLOCKS_DIFFER_MS;
  const early = dated.find(({ event: { issuedAt = 0 }, at }) => issuedAt > latestOf(at));
  if (dated.length === 0) return [];
  const times = early && { latest: latestOf(early.at), issuedAt: early.event.issuedAt ?? 0 };
  return passUnless(
    ofOrder('kci.moments', order, early ?? dated[0]),
    times && { is: 'postdated', event: eventName(early), ...times },
  );
});
