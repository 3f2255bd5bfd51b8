import type { KciProfile, Requirement, Target } from '../model.ts';
import { oncePer } from '../values/once.ts';

/**
 * Why a KCI profile promises nothing of a row of the register: what all of its checks would look at, it does not say.
 * Undefined where it does, and for rows that no profile speaks of.
 */
export function notPromised(profile: KciProfile, { checks = [] }: Requirement): string | undefined {
  const silences = silencesOf(profile);
  if (checks.length === 0 || !checks.every((check) => silences.has(check))) return undefined;
  return `the KCI profile "${profile.profile}" does not say ${silences.get(checks[0] ?? '')}`;
}

/** Why nothing was agreed on with a target that a row of the register could be about. */
export function notAgreed({ webhook }: Target, { checks = [] }: Requirement): string | undefined {
  // Asked only where nothing was looked at.
  if (checks.includes('world.facts'))
    return 'the world of the target states no facts of the addresses that were asked about';
  if (webhook.authentication !== undefined || !checks.includes('kci.authentication')) return undefined;
  return 'the file of the target does not say how a delivery proves to come from it';
}

/**
 * Why a row of what may be done without says nothing of who did without it. Asked, too, only where nothing was looked at.
 */
export function notUsed({ optional }: Requirement): string | undefined {
  return optional && 'it may be done without, and nothing in this run used it';
}

/** By check: what the profile would have to say for it to look at anything. */
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
