import type { CertificationScope, Journey, Plan } from '../model.ts';
import { hash32 } from '../values/seed.ts';

/** What tells a case, or an attempt at it, from others. */
export type JourneyId = Pick<Journey, 'id' | 'attempt'>;

/** The cases of a certification, and beside them those of the user's own scenarios, as a whole. */
export function certificationScopeOf(
  shipped: readonly JourneyId[],
  own: readonly JourneyId[] = [],
): CertificationScope {
  // A case of one's own that is called like another is a further one.
  const ids = [...casesOf(shipped), ...casesOf(own)].sort();
  return { cases: ids.length, digest: digestOf(ids) };
}

/** Whether a plan leaves nothing out of what a certification has. */
export function isWhole({ journeys, whole }: Pick<Plan, 'journeys' | 'whole'>): boolean {
  const { cases, digest } = certificationScopeOf(journeys);
  return cases === whole?.cases && digest === whole.digest;
}

/** Tells lists of ids apart, also by their order. */
export function digestOf(ids: readonly string[]): string {
  return hash32(ids.join('\n')).toString(16).padStart(8, '0');
}

/** The ids of the cases that are walked: several walks of a case are one case. */
export function casesOf(journeys: readonly JourneyId[]): readonly string[] {
  return [...new Set(journeys.map(({ id, attempt }) => attempt?.of ?? id))];
}
