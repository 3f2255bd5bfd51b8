import type { Json, WaitStep } from '../model.ts';
import { momentOf } from '../values/iso8601.ts';
import { apartMs, behindMs, type Skew } from '../wire/skew.ts';

/** How long a step waits for a moment, a date-time or a number of seconds from now; undefined where the value is neither. */
export function msUntil(
  value: Json,
  { isNearly }: Pick<WaitStep, 'isNearly'>,
  now: number,
  skew: Skew | undefined,
): number | undefined {
  return (isNearly ? msUntilShortlyBefore : msUntilPassed)(value, now, skew);
}

const DAY_MS = 86_400_000;

/**
 * What is left to differences between clocks, at most, and at least where they are known: who counts in seconds may be
 * one late.
 */
const LEEWAY_MS = { most: 60_000, least: 2_000 };

/**
 * How long until a date-time is near, and surely has not come: a tenth of the time is left, and more where that is next to
 * nothing, or the target's clock is ahead.
 */
function msUntilShortlyBefore(value: Json, now: number, skew: Skew | undefined): number | undefined {
  // Without a zone it may be that of whoever sees it come first.
  const at = typeof value === 'number' ? now + value * 1000 : momentOf(String(value), '+14:00');
  if (at === undefined) return undefined;
  const ms = at - now - apartMs(skew);
  return Math.max(0, ms - Math.max(LEEWAY_MS.least, ms / 10));
}

/**
 * How long until a date-time has surely passed, or a number of seconds from now, as a token tells its life. What lasts
 * for seconds alone is given half as long again.
 */
function msUntilPassed(value: Json, now: number, skew: Skew | undefined): number | undefined {
  // Without a zone it is read as UTC: by local time it has come by then, where clocks are those of UTC or ahead of it.
  const at = typeof value === 'number' ? now + value * 1000 : momentOf(String(value), 'Z');
  if (at === undefined) return undefined;
  const isCounted = typeof value === 'number';
  // A time of the target comes later where its clock is behind ours. Beyond a day it is no clock that the target goes by.
  const isKnown = isCounted || (skew !== undefined && apartMs(skew) <= DAY_MS);
  const ms = Math.max(0, at - now + (isKnown && !isCounted ? behindMs(skew) : 0));
  return ms + (isKnown ? Math.min(LEEWAY_MS.most, Math.max(LEEWAY_MS.least, ms / 2)) : LEEWAY_MS.most);
}
