import { instantText } from '../../values/iso8601.ts';
import { ofOrder, verdictOn } from '../check.ts';
import { nameOf } from '../orders.ts';
import { orders } from './kci-orders.ts';

/** Clocks of two machines may differ by so much beyond what is measured; a wrong zone or day shows. */
const CLOCKS_DIFFER_MS = 600_000;

/** `kci.moments`: no event says that it happened after it came. */
export const kciMoments = orders((order, { history }) => {
  const dated = order.deliveries.filter(({ event }) => event.issuedAt !== undefined);
  const latestOf = (at: number): number => at + Math.max(0, history.skew?.toMs ?? 0) + CLOCKS_DIFFER_MS;
  const early = dated.find(({ event, at }) => (event.issuedAt ?? 0) > latestOf(at));
  if (dated.length === 0) return [];
  const findings = early
    ? [
        {
          summary: `order ${order.id}: ${nameOf(early)} happened, by its own time, after it came`,
          kind: 'an event happened, by its own time, after it came',
          expected: `no time after ${instantText(latestOf(early.at))}`,
          actual: instantText(early.event.issuedAt ?? 0),
        },
      ]
    : [];
  return verdictOn(ofOrder('kci.moments', order, early ?? dated[0]), findings);
});
