import type { Json, WaitStep } from '../model.ts';
import { msUntilNear, msUntilPassed } from '../values/until.ts';
import { apartMs, behindMs, type Skew } from '../wire/skew.ts';

/** How long a step waits for a moment, a date-time or a number of seconds from now; undefined where the value is neither. */
export function msUntil(
  value: Json,
  { isNearly }: Pick<WaitStep, 'isNearly'>,
  now: number,
  skew: Skew | undefined,
): number | undefined {
  const clocks = skew && { apartMs: apartMs(skew), behindMs: behindMs(skew) };
  return (isNearly ? msUntilNear : msUntilPassed)(value, now, clocks);
}
