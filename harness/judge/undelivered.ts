import { oncePer } from '../values/once.ts';
import { isInProcess } from '../wire/in-process.ts';
import type { JudgeContext } from './check.ts';
import { type Delivery, type OrderHistory, orderOf } from './orders.ts';

/** Why missing events prove nothing: reason and words of an inconclusive check. */
export type DeliveryExcuse = readonly [
  reason: 'interrupted' | 'receiver-unreachable' | 'nothing-delivered' | 'wait-too-long',
  detail: string,
];

/**
 * Excuse if nothing came for any order of the tenant in the whole run: the target may not know our webhook, or not reach
 * it. Undefined if anything came, also for another tenant if we registered the webhook ourselves; or if there is no network
 * in between.
 */
export function undelivered(context: JudgeContext, order: OrderHistory): DeliveryExcuse | undefined {
  const { history } = context;
  const { tenant } = order.placed.sent;
  const isOneProcess = isInProcess(history.started?.baseUrl ?? '') && !context.plan.watched;
  if (context.isHeard || isOneProcess) return undefined;
  const heard = heardOf(context);
  if (heard.has(tenant) || heard.has(ANYBODY) || (heard.size > 0 && isToldByUs(context))) return undefined;
  const accepted = [...history.orders.values()].filter(({ fate }) => fate === 'accepted');
  const isOver = (each: OrderHistory): boolean => history.ended?.ended === 'finished' || wasIgnored(each, context);
  const own = accepted.filter(({ placed }) => placed.sent.tenant === tenant);
  if (!own.some(isOver)) return undefined;
  const count = (heard.size === 0 ? accepted : own).length;
  const were = count === 1 ? 'was' : 'were';
  const strays = history.deliveries.filter(({ seen }) => !seen.expectedPath).length;
  const calls = strays === 1 ? '1 call came to another address' : `${strays} calls came to other addresses`;
  const elsewhere = strays === 0 ? '' : `; ${calls} of it`;
  return [
    'nothing-delivered',
    heard.size === 0
      ? `no event came to our receiver in the whole run, in which ${count} ${count === 1 ? 'order' : 'orders'} ${were} accepted${elsewhere}`
      : `no event came for the tenant ${tenant} in the whole run, in which ${count} of its orders ${were} accepted; for others some did`,
  ];
}

/** Whether no event of an accepted order came in the time for its first one, although we listened. */
export function wasIgnored({ since, until, deliveries }: OrderHistory, { history, profile }: JudgeContext): boolean {
  const canHear = history.probe?.reachable !== false || history.deliveries.length > 0;
  return canHear && deliveries.length === 0 && until > since + profile.delivery.firstWithinMs;
}

/** Whether we registered the webhook ourselves: people may have given the target another path, or left out a tenant. */
const isToldByUs = ({ target }: Pick<JudgeContext, 'target'>): boolean => target.webhook.registration !== 'out-of-band';

/** Stands for every tenant: only the target knows the secret path. */
const ANYBODY = '';

/** The tenants for which the target sent anything, however wrong. */
const heardOf = oncePer(({ target, history: { deliveries, unproven, orders } }: JudgeContext): ReadonlySet<string> => {
  const tenantOf = ({ seen, event }: Delivery): string | undefined =>
    (seen.expectedPath || isToldByUs({ target }) ? orderOf(orders, { event })?.placed.sent.tenant : undefined) ??
    (seen.expectedPath ? (event.tenant ?? ANYBODY) : undefined);
  return new Set([...deliveries, ...unproven].flatMap((each) => tenantOf(each) ?? []));
});
