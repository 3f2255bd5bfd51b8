import type { Fact } from '../../findings.ts';
import { earliestOf } from '../../kci/stream.ts';
import type { Check, KciProfile } from '../../model.ts';
import { behindMs, CLOCKS_DIFFER_MS } from '../../wire/skew.ts';
import { failed, type JudgeContext, ofOrder, orders, passed, verdictOn } from '../check.ts';
import { nameOf, type OrderHistory } from '../orders.ts';
import { refusedTries } from '../retry.ts';
import { undelivered, wasIgnored } from '../undelivered.ts';

/** `kci.timing`: the first event of an order comes soon enough, and the next ones after it. Times are the profile's. */
export function kciTiming(context: JudgeContext): Check[] {
  return [...context.history.orders.values()].flatMap((order) => {
    if (order.fate !== 'accepted' || order.isTainted) return [];
    const [first] = order.deliveries;
    if (!first && (!wasIgnored(order, context) || undelivered(context, order))) return [];
    const found = [...lateFirst(order, context.profile), ...longGaps(order, context.profile)];
    return verdictOn(ofOrder('kci.timing', order, first), found);
  });
}

function lateFirst({ since, until, deliveries: [first] }: OrderHistory, { delivery }: KciProfile): Fact[] {
  const withinMs = delivery.firstWithinMs;
  const tookMs = (first ? earliestOf(first) : until) - since;
  if (tookMs <= withinMs) return [];
  return [
    first ? { is: 'first-late', withinMs, event: nameOf(first), tookMs } : { is: 'none-in-time', withinMs, tookMs },
  ];
}

/**
 * Gaps between events, except where the order waits for its client. What the client asks for or turns away begins a new
 * gap.
 */
function longGaps(order: OrderHistory, { events, delivery: { betweenWithinMs } }: KciProfile): Fact[] {
  const { stream, changes } = order;
  const tried = refusedTries(order);
  const arrived = stream.toSorted((a, b) => a.at - b.at);
  return arrived.slice(1).flatMap((delivery, i): Fact[] => {
    const before = arrived[i];
    if (!before || events[before.event.name ?? '']?.waitsFor) return [];
    // The answer to what was asked may be noticed after the event that it led to.
    const asked = changes.filter(({ exchange: { sent } }) => sent.at <= delivery.at);
    const since = asked.map(({ exchange: { response, sent } }) => (response ?? sent).at);
    const refused = tried.filter(({ seen }) => seen.seq < delivery.seen.seq).map(({ at }) => at);
    const gapMs = earliestOf(delivery) - Math.max(before.at, ...since, ...refused);
    if (gapMs <= betweenWithinMs) return [];
    return [{ is: 'long-gap', event: nameOf(delivery), before: nameOf(before), withinMs: betweenWithinMs, gapMs }];
  });
}

/**
 * `kci.ahead`: no event comes, or says that it happened, long before its order was accepted. A little before is a race,
 * and right.
 */
export const kciAhead = orders((order, { profile, history }): Check[] => {
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
    ...(isAhead ? [failed(subject(), { is: 'event-ahead', event: nameOf(first), aheadMs, byMs })] : []),
    ...(times ? [failed(subject(isAhead ? first : dated), { is: 'backdated', event: nameOf(dated), ...times })] : []),
  ];
});

/** `kci.moments`: no event says that it happened after it came. */
export const kciMoments = orders((order, { history }) => {
  const dated = order.deliveries.filter(({ event }) => event.issuedAt !== undefined);
  const latestOf = (at: number): number => at + Math.max(0, history.skew?.toMs ?? 0) + CLOCKS_DIFFER_MS;
  const early = dated.find(({ event: { issuedAt = 0 }, at }) => issuedAt > latestOf(at));
  if (dated.length === 0) return [];
  const times = early && { latest: latestOf(early.at), issuedAt: early.event.issuedAt ?? 0 };
  return verdictOn(
    ofOrder('kci.moments', order, early ?? dated[0]),
    times && { is: 'postdated', event: nameOf(early), ...times },
  );
});
