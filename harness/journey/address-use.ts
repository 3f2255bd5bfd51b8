import { doesWithout, eventNames } from '../kci/pattern.ts';
import type { Journey, KciProfile, RequestTemplate } from '../model.ts';
import { callsOf } from './calls.ts';

/**
 * What a journey does to the addresses that it is lent: looks at them, books appointments, places orders that are still
 * open when it ends, or waits until they may, or must, be completed. Journeys that do least get an address first.
 */
export type AddressUse = 'reads' | 'books' | 'orders' | 'may complete' | 'completes';

/** From least to most. */
export const ADDRESS_USES: readonly AddressUse[] = ['reads', 'books', 'orders', 'may complete', 'completes'];

/** Whether a request leaves nothing behind, so that it may be sent again unchanged. */
export function isHarmless({ verb, method }: Pick<RequestTemplate, 'verb' | 'method'>): boolean {
  return method === 'GET' || verb === 'token';
}

/** Whether a journey lets time pass on purpose. */
export function isWaiting({ steps, kci }: Pick<Journey, 'steps' | 'kci'>): boolean {
  return steps.some(({ kind }) => kind === 'wait') || kci.some(({ noneWithinMs }) => noneWithinMs);
}

/** What a journey does to its addresses, as far as its plan tells; whether an order is accepted is known only later. */
export function addressUseOf(journey: Pick<Journey, 'steps' | 'kci'>, profile: KciProfile): AddressUse {
  const calls = callsOf(journey);
  const verbs = calls.flatMap(({ request }) => (isHarmless(request) ? [] : [request.verb]));
  if (verbs.every((verb) => verb === 'book')) return verbs.length === 0 ? 'reads' : 'books';
  const awaited = [...journey.steps.filter((step) => step.kind === 'await'), ...journey.kci];
  // During a wait an order goes on, unless it was asked to stay open.
  const goesOn = calls.some(({ request, steer }) => request.verb === 'order' && !staysOpen(profile, steer?.outcome));
  if (
    (isWaiting(journey) && goesOn) ||
    awaited.some(({ pattern }) => !doesWithout(pattern, (name) => profile.events[name]?.fulfils ?? false))
  )
    return 'completes';
  const mayBe = awaited.some(({ pattern }) => eventNames(pattern).some((name) => profile.events[name]?.fulfils));
  return mayBe ? 'may complete' : 'orders';
}

/** Whether no order with this outcome delivers a service. */
function staysOpen({ lifecycles, events }: KciProfile, outcome: string | undefined): boolean {
  const courses = lifecycles.flatMap(({ outcomes }) => outcomes[outcome ?? ''] ?? []);
  return courses.length > 0 && !courses.flatMap(eventNames).some((name) => events[name]?.fulfils);
}
