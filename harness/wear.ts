import { callsOf } from './calls.ts';
import type { Journey, KciProfile } from './model.ts';
import { eventNames } from './pattern.ts';

/**
 * What a journey does to the addresses that it is lent: it looks at them, books appointments there, places orders that
 * are still open when it ends, or waits until they are completed. Those who harm an address less have it first.
 */
export type Wear = 'looks' | 'books' | 'orders' | 'completes';

/** From the least to the most. */
export const WEARS: readonly Wear[] = ['looks', 'books', 'orders', 'completes'];

const HARMLESS: ReadonlySet<string> = new Set(['token', 'availability', 'slots']);

/** What a journey does, as far as its plan tells; whether an order is taken is known when it has been asked for. */
export function wearOf(journey: Pick<Journey, 'steps' | 'kci'>, profile: KciProfile): Wear {
  const verbs = callsOf(journey)
    .filter(({ request }) => request.verb !== 'http' || request.method !== 'GET')
    .map(({ request }) => request.verb)
    .filter((verb) => !HARMLESS.has(verb));
  if (verbs.every((verb) => verb === 'book')) return verbs.length === 0 ? 'looks' : 'books';
  const awaited = [...journey.steps.filter((step) => step.kind === 'await'), ...journey.kci];
  const names = awaited.flatMap(({ pattern }) => eventNames(pattern));
  return names.some((name) => profile.events[name]?.fulfils) ? 'completes' : 'orders';
}
