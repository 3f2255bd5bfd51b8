import type { Json, WaitStep } from '../model.ts';
import { msUntil as msUntilMoment } from '../values/until.ts';
import { apartMs, behindMs, type Skew } from '../wire/skew.ts';

/**
 * How long a step waits for a moment, a date-time or a number of seconds since it was told; undefined where the value is
 * neither.
 */
export function msUntil(
  value: Json,
  { short }: Pick<WaitStep, 'short'>,
  {
    now,
    toldAt,
    skew,
  }: { readonly now: number; readonly toldAt?: number | undefined; readonly skew: Skew | undefined },
): number | undefined {
  const clocks = skew && { apartMs: apartMs(skew), behindMs: behindMs(skew) };
  return msUntilMoment(value, now, { short, toldAt, clocks });
}
