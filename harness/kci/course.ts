import type { KciEvent, KciLifecycle, KciProfile, KciRequestOutcome, Pattern } from '../model.ts';
import { beginningOf } from './pattern.ts';
import { freedomOf, type Recognition, recognise } from './recognise.ts';

/** The courses that a profile's lifecycle allows, with what amendments and cancellations add to them. */

/** The lifecycle of an order type; undefined if the profile has none. */
export function lifecycleOf(profile: KciProfile, orderType: string): KciLifecycle | undefined {
  return profile.lifecycles.find((each) => each.orders.includes(orderType));
}

/** The operations that change an order, and the kinds of request that they make. */
export const CHANGES = { amend: 'amendment', cancel: 'cancellation' } as const;

/** An amendment or cancellation that was requested. */
export interface AskedChange {
  readonly kind: keyof KciProfile['requests'];
  readonly isAccepted: boolean;
  /** Whether the answer says that nothing will be done. If neither refused nor accepted, nobody knows. */
  readonly isRefused: boolean;
}

/** How far the events of an order got, and the pattern that they were followed through. */
export interface Followed extends Recognition {
  readonly pattern: Pattern;
}

/**
 * Follows the events of an order through its lifecycle, with the answers to amendments and cancellations in between. An
 * accepted cancellation may end it anywhere.
 */
export function followLifecycle(
  profile: KciProfile,
  lifecycle: KciLifecycle,
  { changes, events }: { readonly changes: readonly AskedChange[]; readonly events: readonly KciEvent[] },
): Followed {
  const legal: Pattern = lifecycle.legal ?? { kind: 'one-of', of: Object.values(lifecycle.outcomes) };
  const course = withAnswers(profile, legal, changes);
  const freedom = freedomOf(profile);
  const whole = { pattern: course, ...recognise(course, events, freedom) };
  if (whole.state !== 'impossible' && !whole.early) return whole;
  const ends = endings(profile, changes);
  if (ends.length === 0) return whole;
  const ended: Pattern = { kind: 'seq', of: [beginningOf(legal), { kind: 'one-of', of: ends }] };
  const cutShort = withAnswers(profile, ended, changes);
  const cut = recognise(cutShort, events, freedom);
  if (cut.state === 'complete') return { pattern: cutShort, ...cut, next: [] };
  // If the order rightly ended early, only what follows its end is wrong.
  const isFurther = cut.state === 'impossible' && whole.at !== undefined && (cut.at ?? 0) > whole.at;
  return isFurther ? { pattern: cutShort, ...cut } : whole;
}

/** A course with room for the answers to the requested changes, each at any time. */
export function withAnswers(profile: KciProfile, course: Pattern, changes: readonly AskedChange[]): Pattern {
  const answers = changes.flatMap((change): Pattern[] => {
    const of = outcomesOf(profile, change).flatMap(({ emits, ends }) => (emits && !ends ? [emits] : []));
    return of.length === 0 ? [] : [{ kind: 'repeat', of: { kind: 'one-of', of }, min: 0, max: 1 }];
  });
  return answers.length === 0 ? course : { kind: 'any-order', of: [course, ...answers] };
}

function endings(profile: KciProfile, changes: readonly AskedChange[]): readonly Pattern[] {
  return changes.flatMap((change) =>
    outcomesOf(profile, change).flatMap(({ emits, ends }) => (emits && ends ? [emits] : [])),
  );
}

/** The possible outcomes of a request; none if it was refused. */
function outcomesOf(profile: KciProfile, { kind, isAccepted, isRefused }: AskedChange): readonly KciRequestOutcome[] {
  return isAccepted || !isRefused ? Object.values(profile.requests[kind]) : [];
}
