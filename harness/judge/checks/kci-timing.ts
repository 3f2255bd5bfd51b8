import { formatDuration } from '../../duration.ts';
import type { Check, Finding, KciProfile } from '../../model.ts';
import { failed, type JudgeContext, ofOrder, passed, verdictOn } from '../check.ts';
import type { OrderHistory } from '../orders.ts';
import { orders } from './kci-orders.ts';
import { nameOf } from './kci-owed.ts';

/**
 * `kci.silence`: an accepted order is heard of. Spec: Events 1, its acknowledgment and status updates "are delivered as
 * KCI events". How soon is the profile's to say.
 */
export function kciSilence({ history, profile }: JudgeContext): Check[] {
  const { firstWithinMs } = profile.delivery;
  const canHear = history.probe?.reachable !== false || history.deliveries.length > 0;
  return [...history.orders.values()].flatMap((order) => {
    if (order.fate !== 'accepted') return [];
    if (order.deliveries.length > 0) return [passed(ofOrder('kci.silence', order, order.deliveries[0]))];
    if (!canHear || history.horizon <= order.since + firstWithinMs) return [];
    return [
      failed(ofOrder('kci.silence', order), {
        summary: `order ${order.id}: no event came`,
        expected: `an event within ${formatDuration(firstWithinMs)} of the acceptance`,
        actual: `nothing for ${formatDuration(history.horizon - order.since)}`,
      }),
    ];
  });
}

/** `kci.timing`: the first event of an order comes soon enough, and the next ones after it. Times are the profile's. */
export const kciTiming = orders((order, { profile }) =>
  order.fate === 'accepted'
    ? verdictOn(ofOrder('kci.timing', order, order.deliveries[0]), [
        ...lateFirst(order, profile),
        ...longGaps(order, profile),
      ])
    : [],
);

function lateFirst({ id, since, deliveries: [first] }: OrderHistory, { delivery }: KciProfile): Finding[] {
  const tookMs = first ? first.at - since : 0;
  if (!first || tookMs <= delivery.firstWithinMs) return [];
  return [
    {
      summary: `order ${id}: the first event came late`,
      expected: `an event within ${formatDuration(delivery.firstWithinMs)} of the acceptance`,
      actual: `${nameOf(first)} after ${formatDuration(tookMs)}`,
    },
  ];
}

/** Gaps between events, except where the order waits for its client. */
function longGaps({ id, stream }: OrderHistory, profile: KciProfile): Finding[] {
  const { betweenWithinMs } = profile.delivery;
  const arrived = stream.toSorted((a, b) => a.at - b.at);
  return arrived.slice(1).flatMap((delivery, i) => {
    const before = arrived[i];
    if (!before || profile.events[before.event.name ?? '']?.waitsFor) return [];
    const gapMs = delivery.at - before.at;
    if (gapMs <= betweenWithinMs) return [];
    return [
      {
        summary: `order ${id}: ${nameOf(delivery)} came long after ${nameOf(before)}`,
        expected: `the next event within ${formatDuration(betweenWithinMs)}`,
        actual: `after ${formatDuration(gapMs)}`,
      },
    ];
  });
}

/** `kci.ahead`: no event comes long before the acceptance of its order was heard. A little before is a race, and right. */
export const kciAhead = orders((order, { profile }): Check[] => {
  const first = order.deliveries[0];
  if (order.fate !== 'accepted' || !first) return [];
  const { aheadMs } = profile.delivery;
  const aheadBy = order.since - first.at;
  return verdictOn(
    ofOrder('kci.ahead', order, first),
    aheadBy <= aheadMs
      ? []
      : [
          {
            summary: `order ${order.id}: ${nameOf(first)} came before the order was accepted`,
            expected: `no event more than ${formatDuration(aheadMs)} before the acceptance`,
            actual: `${formatDuration(aheadBy)} before it`,
          },
        ],
  );
});
