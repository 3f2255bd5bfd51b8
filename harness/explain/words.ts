import { reasons, remedies } from '../../reports/words/words.ts';
import { eventNames } from '../kci/pattern.ts';
import type { KciProfile, Pattern, Reason } from '../model.ts';
import { lines, listed } from './lines.ts';

/** What an outcome of a KCI profile means, as scenarios ask steerable targets for it; undefined for a word that is none. */
export function outcomeText(name: string, { profile, lifecycles, requests }: KciProfile): string | undefined {
  const courses: readonly (readonly [string, Pattern | null])[] = [
    ...lifecycles.flatMap(({ kind, orders, outcomes }) =>
      Object.entries(outcomes).flatMap(([outcome, pattern]) =>
        outcome === name ? [[`${kind} (${orders.join(', ')})`, pattern] as const] : [],
      ),
    ),
    ...Object.entries(requests).flatMap(([kind, outcomes]) =>
      Object.entries(outcomes).flatMap(([outcome, { emits }]) => (outcome === name ? [[kind, emits] as const] : [])),
    ),
  ];
  if (courses.length === 0) return undefined;
  return lines(
    `${name}, an outcome of the KCI profile "${profile}", which a scenario may ask a steerable target for`,
    listed(
      'what then happens',
      courses.map(
        ([kind, pattern]) => `${kind}: ${pattern ? `events among ${eventNames(pattern).join(', ')}` : 'nothing'}`,
      ),
    ),
  );
}

/** Why a case is inconclusive or not applicable; undefined for a word that is no reason. */
export function reasonText(id: string): string | undefined {
  if (!isReason(id)) return undefined;
  return lines(`${id}, why a case is inconclusive or not applicable`, `  ${reasons[id]}`, `  fix: ${remedies[id]}`);
}

function isReason(id: string): id is Reason {
  return Object.hasOwn(reasons, id);
}
