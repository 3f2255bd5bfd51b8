import { type Arrival, saysTheSame } from '../kci/stream.ts';
import { retrySpacing } from '../kci/webhook.ts';
import type { DeliveryRefusal, KciProfile } from '../model.ts';
import { formatDuration } from '../values/duration.ts';
import { isSuccess } from '../wire/answer.ts';
import type { Delivery, OrderHistory } from './orders.ts';

/** How a profile says that deliveries are repeated. */
export type RetryRule = NonNullable<KciProfile['delivery']['retry']>;

/** A delivery with our receiver's answer: a status, or 0 if it broke the connection. */
export interface AnsweredArrival extends Arrival {
  readonly answered: number;
}

/** Whether our receiver acknowledged the delivery. */
export function isTaken({ answered }: Pick<AnsweredArrival, 'answered'>): boolean {
  return isSuccess(answered);
}

/** For each event whose first delivery was turned away: the attempts to deliver it, in order of arrival. */
export function refusedEvents<A extends AnsweredArrival>(arrivals: readonly A[]): readonly (readonly [A, ...A[]])[] {
  const firsts: [A, ...A[]][] = [];
  const taken: A[] = [];
  for (const arrival of arrivals) {
    const attempts = firsts.find(([first]) => isSameDelivery(first, arrival));
    if (attempts) attempts.push(arrival);
    else if (taken.some((each) => isSameDelivery(each, arrival))) continue;
    else if (isTaken(arrival)) taken.push(arrival);
    else firsts.push([arrival]);
  }
  return firsts;
}

/** Whether two deliveries are the same: by id, or by content under another id. */
export function isSameDelivery(
  { event: one }: Pick<Arrival, 'event'>,
  { event: other }: Pick<Arrival, 'event'>,
): boolean {
  return (one.deliveryId !== undefined && one.deliveryId === other.deliveryId) || saysTheSame(one, other);
}

/** How long a gateway may take to notice a refusal and try again. */
const NOTICE_MS = 5_000;

/** When the attempt after the `count`-th (from 1) comes, in ms after that was turned away; undefined if it was the last. */
export function nextAttempt(
  { attempts, spacingMs, leeway }: RetryRule,
  count: number,
): { readonly usualMs: number; readonly fromMs: number; readonly untilMs: number } | undefined {
  if (count >= attempts) return undefined;
  const usualMs = retrySpacing(spacingMs, count);
  return { usualMs, fromMs: usualMs * (1 - leeway), untilMs: usualMs * (1 + leeway) + NOTICE_MS };
}

/** All attempts of deliveries that our receiver turned away: the sender may hold back later events until they are taken. */
export function refusedTries({ deliveries }: Pick<OrderHistory, 'deliveries'>): readonly Delivery[] {
  if (deliveries.every(({ seen }) => isTaken(seen))) return [];
  return refusedEvents(deliveries.map((each) => ({ ...each, answered: each.seen.answered }))).flat();
}

/** Until when a further attempt is owed; undefined if none is. */
export function retryDeadline(profile: KciProfile, arrivals: readonly AnsweredArrival[]): number | undefined {
  const { retry } = profile.delivery;
  if (!retry) return undefined;
  const owed = refusedEvents(arrivals).flatMap((attempts) => {
    const last = attempts.at(-1);
    const next = nextAttempt(retry, attempts.length);
    return last && next && !attempts.some(isTaken) ? [last.at + next.untilMs] : [];
  });
  return owed.length === 0 ? undefined : Math.max(...owed);
}

/** How long it usually takes until a delivery that is turned away this often comes once more, in ms. */
export function usualRetryMs({ delivery: { retry } }: KciProfile, { refuse }: DeliveryRefusal): number {
  const counts = Array.from({ length: refuse }, (_, i) => i + 1);
  return counts.reduce((sum, count) => sum + ((retry && nextAttempt(retry, count)?.usualMs) ?? 0), 0);
}

/** What a profile promises of the `count`-th attempt, in words. */
export function wordsOfRetry({ leeway, attempts }: RetryRule, usualMs: number): string {
  return `${formatDuration(usualMs)} after it, give or take ${Math.round(leeway * 100)} %; ${attempts} attempts in all`;
}
