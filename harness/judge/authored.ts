import { callsByName } from '../journey/calls.ts';
import type { Check, Journey, Plan } from '../model.ts';

/** Checks of what a scenario asks by itself, and the contract does not. */
const ASKED: ReadonlySet<string> = new Set([
  ...['http.headers', 'http.body', 'tally'],
  ...['kci.sequence', 'kci.never', 'kci.once', 'kci.silence'],
]);

/** Tells of a check whether it looked at what the author of an own scenario wrote, and not at what the contract owes. */
export function authoredIn({ journeys }: Plan): (check: Check) => boolean {
  const own = new Map(journeys.flatMap((journey) => (journey.isOwn ? [[journey.id, journey] as const] : [])));
  const isAuthors = (journey: Journey, step = ''): boolean => callsByName(journey).get(step)?.expect.isAuthors ?? false;
  return ({ check, journey, step }) => {
    const its = own.get(journey);
    if (!its) return false;
    return check === 'http.status' ? isAuthors(its, step) : ASKED.has(check);
  };
}
