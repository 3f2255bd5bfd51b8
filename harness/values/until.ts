/** How long to wait for a moment that an answer names. Copied next to a load's script, so kept small. */
import { momentOf } from './iso8601.ts';

/** How far the other clock may be from ours (`apartMs`), and how far behind it (`behindMs`), in ms, at most. */
interface ClocksApart {
  readonly apartMs: number;
  readonly behindMs: number;
}

/** How a moment is waited for. */
interface WaitOptions {
  /**
   * `half`: until half of the time since `toldAt` is over; `nearly`: until shortly before the moment; `about`: until about
   * then. Absent: until it has passed.
   */
  readonly short?: 'half' | 'nearly' | 'about' | undefined;
  /** When the moment was told, ms since the epoch; seconds count from then. Default: now. */
  readonly toldAt?: number | undefined;
  readonly clocks?: ClocksApart | undefined;
}

const DAY_MS = 86_400_000;

/**
 * Allowances for differences between clocks: at most, at least where they are known, and for times in milliseconds. A clock
 * that counts seconds may be one late.
 */
const LEEWAY_MS = { most: 60_000, least: 2_000, exact: 500 };

/**
 * How many ms until a date-time, or the end of a number of seconds such as a token's life, has certainly passed. Seconds
 * get half as much again, within `LEEWAY_MS`. Undefined if it is neither.
 */
export function msUntil(
  moment: unknown,
  now: number,
  { short, toldAt = now, clocks }: WaitOptions = {},
): number | undefined {
  const isSeconds = typeof moment === 'number';
  const from = isSeconds || short === 'half' ? toldAt : now;
  // Without a zone it is read as UTC: clocks ahead of UTC have passed it by then. For waits that must end early, it is read
  // in the zone where it comes first.
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
  // A clock that is more than a day off is of no use.
  if (!clocks || clocks.apartMs > DAY_MS) return Math.max(0, leftMs) + LEEWAY_MS.most;
  return withLeeway(leftMs + clocks.behindMs);
}

function withLeeway(leftMs: number): number {
  const ms = Math.max(0, leftMs);
  return ms + Math.min(LEEWAY_MS.most, Math.max(LEEWAY_MS.least, ms / 2));
}
