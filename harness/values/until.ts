/** How long to wait for a moment that an answer told: copied beside a load's script, and so small. */
import { momentOf } from './iso8601.ts';

/** Two clocks: how far whose moment it is may be from ours, and how far behind it, ms, at most. */
interface ClocksApart {
  readonly apartMs: number;
  readonly behindMs: number;
}

const DAY_MS = 86_400_000;

/**
 * What is left to differences between clocks, at most, and at least where they are known: who counts in seconds may be
 * one late.
 */
const LEEWAY_MS = { most: 60_000, least: 2_000 };

/**
 * How long until a date-time has surely passed, or a number of seconds from now, as a token tells its life, ms. What lasts
 * for seconds alone is given half as long again. Undefined where it is neither.
 */
export function msUntilPassed(moment: unknown, now: number, clocks?: ClocksApart): number | undefined {
  if (typeof moment === 'number') return withLeeway(moment * 1000);
  // Without a zone it is read as UTC: by local time it has come by then, where clocks are those of UTC or ahead of it.
  const at = momentOf(String(moment), 'Z');
  if (at === undefined) return undefined;
  // Beyond a day it is no clock that anybody goes by.
  if (!clocks || clocks.apartMs > DAY_MS) return Math.max(0, at - now) + LEEWAY_MS.most;
  return withLeeway(at - now + clocks.behindMs);
}

function withLeeway(leftMs: number): number {
  const ms = Math.max(0, leftMs);
  return ms + Math.min(LEEWAY_MS.most, Math.max(LEEWAY_MS.least, ms / 2));
}

/**
 * How long until such a moment is near, and surely has not come, ms: a tenth of the time is left, and more where that is
 * next to nothing, or the other's clock is ahead.
 */
export function msUntilNear(moment: unknown, now: number, clocks?: ClocksApart): number | undefined {
  // Without a zone it may be that of whoever sees it come first.
  const at = typeof moment === 'number' ? now + moment * 1000 : momentOf(String(moment), '+14:00');
  if (at === undefined) return undefined;
  const ms = at - now - (clocks?.apartMs ?? 0);
  return Math.max(0, ms - Math.max(LEEWAY_MS.least, ms / 10));
}
