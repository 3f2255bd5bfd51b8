import type { Observation } from '../model.ts';

/** What each journey met with when nothing was wrong, by its id: `order 202`, `slots 422`. */
export type Met = ReadonlyMap<string, ReadonlySet<string>>;

/** Reads a record for the answers that its journeys got. */
export function metIn(record: readonly Observation[]): Met {
  const met = new Map<string, Set<string>>();
  for (const seen of record) {
    if (seen.type !== 'response-received') continue;
    const answers = met.get(seen.journey) ?? new Set();
    met.set(seen.journey, answers.add(`${seen.verb} ${seen.status}`));
  }
  return met;
}
