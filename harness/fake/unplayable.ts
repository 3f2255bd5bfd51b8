import type { KciProfile, Problem } from '../model.ts';

/** What keeps the fake from playing a gateway of this profile; nothing where it can. */
export function unplayable({ profile, emit }: KciProfile): Problem[] {
  if (emit !== undefined) return [];
  return [
    {
      severity: 'error',
      message: `the fake cannot play the KCI profile "${profile}"`,
      why: 'the profile has no "emit", which says how an event is written; a real gateway needs none',
      fix: 'add "emit" to the profile, or name the target of a gateway that sends such events',
    },
  ];
}
