import { earliestOf } from '../../kci/stream.ts';
import type { Check, Finding, KciProfile } from '../../model.ts';
import { formatDuration } from '../../values/duration.ts';
import { instantText } from '../../values/iso8601.ts';
import { behindMs } from '../../wire/skew.ts';
import { type JudgeContext, ofOrder, ofThis, verdictOn } from '../check.ts';
import { nameOf, type OrderHistory } from '../orders.ts';
import { undelivered, wasIgnored } from '../undelivered.ts';
import { orders } from './kci-orders.ts';

/** `kci.timing`: the first event of an order comes soon enough, and the next ones after it. Times are the profile's. */
export function kciTiming(context: JudgeContext): Check[] {
  return [...context.history.orders.values()].flatMap((order) => {
    if (order.fate !== 'accepted' || order.isTainted) return [];
    const subject = ofOrder('kci.timing', order, order.deliveries[0]);
    if (order.deliveries.length === 0)
      return wasIgnored(order, context) && !undelivered(context, order)
        ? verdictOn(subject, lateFirst(order, context))
        : [];
    return verdictOn(subject, [...lateFirst(order, context), ...longGaps(order, context.profile)]);
  });
}

function lateFirst({ id, since, until, deliveries: [first] }: OrderHistory, { profile }: JudgeContext): Finding[] {
  const { firstWithinMs } = profile.delivery;
  const tookMs = (first ? earliestOf(first) : until) - since;
  if (tookMs <= firstWithinMs) return [];
  return [
    {
      ...ofThis({ id }, first ? 'the first event came late' : 'no event that names it came in time'),
      expected: `an event within ${formatDuration(firstWithinMs)} of the acceptance`,
      actual: `${first ? nameOf(first) : 'nothing'} after ${formatDuration(tookMs)}`,
    },
  ];
}

/** Gaps between events, except where the order waits for its client. What the client asks for begins a new gap. */
function longGaps({ id, stream, changes }: OrderHistory, profile: KciProfile): Finding[] {
  const { betweenWithinMs } = profile.delivery;
  const arrived = stream.toSorted((a, b) => a.at - b.at);
  return arrived.slice(1).flatMap((delivery, i) => {
    const before = arrived[i];
    if (!before || profile.events[before.event.name ?? '']?.waitsFor) return [];
    // The answer to what was asked may be noticed after the event that it led to.
    const asked = changes.filter(({ exchange: { sent } }) => sent.at <= delivery.at);
    const since = asked.map(({ exchange: { response, sent } }) => (response ?? sent).at);
    const gapMs = earliestOf(delivery) - Math.max(before.at, ...since);
    if (gapMs <= betweenWithinMs) return [];
    return [
      {
        summary: `order ${id}: ${nameOf(delivery)} came long after ${nameOf(before)}`,
        kind: 'an event came long after the one before it',
        expected: `the next event within ${formatDuration(betweenWithinMs)}`,
        actual: `after ${formatDuration(gapMs)}`,
      },
    ];
  });
}

/** Clocks of two machines may differ by so much beyond what is measured; a wrong zone or day shows. */
const CLOCKS_DIFFER_MS = 600_000;

/**
 * `kci.ahead`: no event comes, or says that it happened, long before its order was accepted. A little before is a race,
 * and right.
 */
export const kciAhead = orders((order, { profile, history }): Check[] => {
  const first = order.deliveries[0];
  if (order.fate !== 'accepted' || !first) return [];
  const { aheadMs } = profile.delivery;
  const { response } = order.placed;
  const aheadBy = (response ? earliestOf(response) : order.since) - first.at;
  const backdated = order.deliveries.find(
    ({ event }) => datedAheadBy(order, event.issuedAt) - behindMs(history.skew) > aheadMs + CLOCKS_DIFFER_MS,
  );
  const findings: readonly Finding[] = [
    ...(aheadBy <= aheadMs
      ? []
      : [
          {
            summary: `order ${order.id}: ${nameOf(first)} came before the order was accepted`,
            kind: 'an event came before the order was accepted',
            expected: `no event more than ${formatDuration(aheadMs)} before the acceptance`,
            actual: `${formatDuration(aheadBy)} before it`,
          },
        ]),
    ...(backdated
      ? [
          {
            summary: `order ${order.id}: ${nameOf(backdated)} happened, by its own time, before the order was sent`,
            kind: 'an event happened, by its own time, before the order was sent',
            expected: `a time after ${instantText(order.placed.sent.at)}, give or take ${formatDuration(CLOCKS_DIFFER_MS)}`,
            actual: instantText(backdated.event.issuedAt ?? 0),
          },
        ]
      : []),
  ];
  return verdictOn(ofOrder('kci.ahead', order, aheadBy > aheadMs ? first : (backdated ?? first)), findings);
});

function datedAheadBy({ placed }: OrderHistory, issuedAt: number | undefined): number {
  return issuedAt === undefined ? 0 : placed.sent.at - issuedAt;
}
