import type { Journey, Problem } from '../model.ts';
import { nearest } from '../source/nearest.ts';
import { globOf } from '../values/glob.ts';

type Walk = Pick<Journey, 'id' | 'scenario' | 'attempt'>;

/**
 * Picks the journeys that patterns name: the id of a case (all its attempts) or of one attempt, else of a scenario (all its cases), else with `*` for any
 * text, else the folder they are in. A pattern that names none is a problem.
 */
export function pickOnly<T extends Walk>(
  journeys: readonly T[],
  only: readonly string[],
): { readonly journeys: readonly T[]; readonly problems: Problem[] } {
  const picked = new Set<string>();
  const problems: Problem[] = [];
  for (const pattern of only) {
    const found = named(journeys, pattern);
    for (const { id } of found) picked.add(id);
    if (found.length === 0) problems.push(nothingNamed(journeys, pattern));
  }
  return { journeys: journeys.filter(({ id }) => picked.has(id)), problems };
}

function named<T extends Walk>(journeys: readonly T[], pattern: string): readonly T[] {
  const exact = journeys.filter(({ id, attempt }) => id === pattern || attempt?.of === pattern);
  if (exact.length > 0) return exact;
  const ofScenario = journeys.filter(({ scenario }) => scenario === pattern);
  if (ofScenario.length > 0) return ofScenario;
  if (pattern.includes('*')) {
    const glob = globOf(pattern);
    return journeys.filter(({ id }) => glob.test(id));
  }
  const folder = pattern.endsWith('/') ? pattern : `${pattern}/`;
  return journeys.filter(({ scenario }) => scenario.startsWith(folder));
}

function nothingNamed(journeys: readonly Walk[], pattern: string): Problem {
  const near = nearest(pattern, [...new Set(journeys.flatMap(({ id, scenario }) => [id, scenario]))]);
  return {
    severity: 'error',
    message: `no case is named "${pattern}"`,
    why: 'a name is a case id, a scenario, a folder of scenarios, or a pattern with *',
    ...(near === undefined ? {} : { fix: `did you mean "${near}"?` }),
  };
}
