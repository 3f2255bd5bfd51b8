import type { KciProfile } from '../model.ts';
import { listed } from '../source/schema.ts';
import type { Findings } from './lint-rule.ts';
import { didYouMean } from './reading.ts';

/** Whether a profile has the event, be it as one that this gateway does not send; where it has not, that is told. */
export function isKnownEvent(
  name: string,
  { profile, events, unsent }: KciProfile,
  at: string,
  found: Findings,
): boolean {
  const known = [...Object.keys(events), ...(unsent?.events ?? [])];
  if (known.includes(name)) return true;
  found.error(at, name, `unknown event "${name}"`, {
    why: `the profile "${profile}" has ${listed(known, known.length)}`,
    ...didYouMean(name, known),
  });
  return false;
}
