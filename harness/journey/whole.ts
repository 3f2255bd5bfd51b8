import type { CertificationScope, Journey, Plan } from '../model.ts';
import { hash32 } from '../values/seed.ts';

/** What identifies a case, or an attempt at it. */
export type JourneyId = Pick<Journey, 'id' | 'attempt'>;

/** The scope of a certification: its cases, and those of the user's own scenarios. */
export function certificationScopeOf(
  shipped: readonly JourneyId[],
  own: readonly JourneyId[] = [],
): CertificationScope {
  // An own case with the id of another counts separately.
  const ids = [...caseIdsOf(shipped), ...caseIdsOf(own)].sort();
  return { cases: ids.length, digest: digestOf(ids) };
}

/** Whether a plan has all cases of its certification. */
export function isWhole({ journeys, whole }: Pick<Plan, 'journeys' | 'whole'>): boolean {
  const { cases, digest } = certificationScopeOf(journeys);
  return cases === whole?.cases && digest === whole.digest;
}

/** Differs for different lists of ids, also if only their order differs. */
export function digestOf(ids: readonly string[]): string {
  return hash32(ids.join('\n')).toString(16).padStart(8, '0');
}

/** The ids of the cases walked; several attempts at a case count once. */
export function caseIdsOf(journeys: readonly JourneyId[]): readonly string[] {
  return [...new Set(journeys.map(({ id, attempt }) => attempt?.of ?? id))];
}
