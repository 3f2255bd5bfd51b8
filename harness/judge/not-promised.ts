import type { KciProfile, Requirement, Target } from '../model.ts';
import { oncePer } from '../values/once.ts';

/**
 * Why a KCI profile promises nothing for a row of the register: it lacks what all of the row's checks need. Undefined if it
 * has that, or for rows that no profile is about.
 */
export function notPromised(profile: KciProfile, { checks = [] }: Requirement): string | undefined {
  const silences = silencesOf(profile);
  if (checks.length === 0 || !checks.every((check) => silences.has(check))) return undefined;
  return `the KCI profile "${profile.profile}" does not say ${silences.get(checks[0] ?? '')}`;
}

/** Why the target agreed on nothing that a row of the register could be about; undefined if it did. */
export function notAgreed({ webhook }: Target, { checks = [] }: Requirement): string | undefined {
  // Called only if no check looked at anything.
  if (checks.includes('world.facts'))
    return 'the world of the target states no facts of the addresses that were asked about';
  if (webhook.authentication !== undefined || !checks.includes('kci.authentication')) return undefined;
  return 'the file of the target does not say how a delivery proves to come from it';
}

/** Why an optional row does not apply to a client that did not use it. Called only if no check looked at anything. */
export function notUsed({ optional }: Requirement): string | undefined {
  return optional && 'it may be done without, and nothing in this run used it';
}

/** By check: what the profile would have to say for the check to apply. */
const silencesOf = oncePer((profile: KciProfile): ReadonlyMap<string, string> => {
  const { read, delivery, events, envelope, lifecycles, rules: agreed } = profile;
  const rules = Object.values(events);
  const shows = read.order ?? read.status ?? read.supplierReference ?? read.ordered;
  const said: readonly (readonly [check: string, isSaid: boolean, what: string])[] = [
    ['kci.tenant', read.tenant !== undefined, 'where an event names its tenant'],
    [
      'kci.conversation',
      read.conversation !== undefined && delivery.repeatsConversation !== false,
      'whose conversation an event repeats',
    ],
    ['kci.sequence-number', read.sequence !== undefined && delivery.sequence !== 'none', 'how events are numbered'],
    ['kci.moments', read.issuedAt !== undefined, 'when an event happened'],
    ['kci.duplicate', read.deliveryId !== undefined, 'what is the same in every delivery of one event'],
    ['kci.retry', delivery.retry !== null, 'that a refused delivery is tried again'],
    ['kci.carries', rules.some(({ carries = [] }) => carries.length > 0), 'what an event must carry'],
    ['kci.entity', shows !== undefined || lifecycles.some(({ entity }) => entity), 'where an event shows its order'],
    ['kci.amended-list', (read.order ?? read.ordered) !== undefined, 'where an event shows its order'],
    ['kci.envelope', Object.keys(envelope).length > 0, 'what every delivery has'],
    ['kci.rules', agreed.length > 0, 'what holds of members together'],
    ['kci.terminal', rules.some(({ terminal }) => terminal === true), 'which events end an order'],
  ];
  return new Map(said.flatMap(([check, isSaid, what]) => (isSaid ? [] : [[check, what] as const])));
});
