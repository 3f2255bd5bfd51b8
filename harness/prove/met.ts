import type { Observation } from '../model.ts';

/** What each journey met with when nothing was wrong, by its id: `order 202`, `slots 422`. */
export type Met = ReadonlyMap<string, ReadonlySet<string>>;

/** Reads a record for the answers that its journeys got. */
export function metIn(record: readonly Observation[]): Met {
  const met = new Map<string, Set<string>>();
  const asked = new Map<number, { readonly journey: string; readonly verb: string }>();
  for (const seen of record) {
    if (seen.type === 'request-sent') asked.set(seen.exchange, seen);
    const from = seen.type === 'response-received' ? asked.get(seen.exchange) : undefined;
    if (seen.type !== 'response-received' || !from) continue;
    const answers = met.get(from.journey) ?? new Set();
    met.set(from.journey, answers.add(`${from.verb} ${seen.status}`));
  }
  return met;
}
