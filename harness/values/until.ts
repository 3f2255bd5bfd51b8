/** How long to wait for a moment that an answer told: copied beside a load's script, and so small. */
import { momentOf } from './iso8601.ts';

/** Two clocks: how far whose moment it is may be from ours, and how far behind it, ms, at most. */
interface ClocksApart {
  readonly apartMs: number;
  readonly behindMs: number;
}

/** How a moment is waited for. */
interface Waiting {
  /**
   * Until half of the time since it was told is over, until it is near and surely has not come, or about until it comes;
   * else until it has passed.
   */
  readonly short?: 'half' | 'nearly' | 'about' | undefined;
  /** When it was told, ms since the epoch: seconds count from then. Else it was just now. */
  readonly toldAt?: number | undefined;
  readonly clocks?: ClocksApart | undefined;
}

const DAY_MS = 86_400_000;

/**
 * What is left to differences between clocks, at most, and at least where they are known: who counts in seconds may be
 * one late, who tells milliseconds need not be.
 */
const LEEWAY_MS = { most: 60_000, least: 2_000, exact: 500 };

/**
 * How long until a date-time, or the end of a number of seconds, as a token tells its life, has surely passed, ms. What
 * lasts for seconds alone is given half as long again. Undefined where it is neither.
 */
export function msUntil(
  moment: unknown,
  now: number,
  { short, toldAt = now, clocks }: Waiting = {},
): number | undefined {
  const isSeconds = typeof moment === 'number';
  const from = isSeconds || short === 'half' ? toldAt : now;
  // Without a zone it is read as UTC: where clocks are ahead of that, it has come by then. To be early for certain it is
  // read as of the zone that sees it come first.
  const at = isSeconds ? from + moment * 1000 : momentOf(String(moment), short === undefined ? 'Z' : '+14:00');
  if (at === undefined) return undefined;
  const leftMs = at - from;
  const surely = leftMs - (clocks?.apartMs ?? 0);
  const passed = isSeconds ? withLeeway(leftMs) : untilPassed(leftMs, clocks);
  const isExact = !isSeconds && at % 1_000 !== 0;
  const nearly = surely - Math.max(isExact ? LEEWAY_MS.exact : LEEWAY_MS.least, surely / 10);
  const ms = { half: surely / 2, nearly, about: leftMs, passed }[short ?? 'passed'];
  return Math.max(0, from - now + ms);
}

function untilPassed(leftMs: number, clocks: ClocksApart | undefined): number {
  // Beyond a day it is no clock that anybody goes by.
  if (!clocks || clocks.apartMs > DAY_MS) return Math.max(0, leftMs) + LEEWAY_MS.most;
  return withLeeway(leftMs + clocks.behindMs);
}

function withLeeway(leftMs: number): number {
  const ms = Math.max(0, leftMs);
  return ms + Math.min(LEEWAY_MS.most, Math.max(LEEWAY_MS.least, ms / 2));
}
