import type { Headers } from '../model.ts';
import { headerOf } from './wire.ts';

/** How far a gateway's clock is ahead of ours, in ms, at least and at most; negative if behind. */
export interface Skew {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Measures a gateway's clock by its answers. */
export type SkewMeter = ReturnType<typeof createSkewMeter>;

/**
 * Measures by the `Date` headers of answers (RFC 9110, 6.6.1), which have whole seconds: the second named began when the
 * answer was written, or up to a second before, and that was between request and answer. Each answer narrows the range. If
 * answers contradict each other, the clock lies between what they say.
 */
export function createSkewMeter() {
  let least = Number.NEGATIVE_INFINITY;
  let most = Number.POSITIVE_INFINITY;
  return {
    /** Takes an answer, with when its request was sent and when it arrived, by our clock. */
    see(headers: Headers, sentAt: number, receivedAt: number): void {
      const theirs = Date.parse(headerOf(headers, 'date') ?? '');
      if (Number.isNaN(theirs)) return;
      least = Math.max(least, theirs - receivedAt);
      most = Math.min(most, theirs + 1_000 - sentAt);
    },
    /** Undefined until an answer told its time. */
    skew: (): Skew | undefined =>
      most === Number.POSITIVE_INFINITY ? undefined : { fromMs: Math.min(least, most), toMs: Math.max(least, most) },
  };
}

/** How far the clock may be behind ours, at most, in ms. */
export function behindMs(skew: Skew | undefined): number {
  return Math.max(0, -(skew?.fromMs ?? 0));
}

/** `apartMs` and `behindMs`, for waiting for a moment of the target; undefined if its clock is unknown. */
export function clocksOf(skew: Skew | undefined): { readonly apartMs: number; readonly behindMs: number } | undefined {
  return skew && { apartMs: apartMs(skew), behindMs: behindMs(skew) };
}

/** How far the clock may be from ours in either direction, at most, in ms. */
export function apartMs(skew: Skew | undefined): number {
  return skew ? Math.max(Math.abs(skew.fromMs), Math.abs(skew.toMs)) : 0;
}

/** How far clocks may differ beyond what was measured; still detects a wrong zone or day. */
export const CLOCKS_DIFFER_MS = 600_000;

/** Less than a second cannot be seen in headers with whole seconds. */
const MIN_MS = 1_000;

/** The skew for reports: the middle of the range, with its uncertainty. Undefined if it is negligible. */
export function notableSkew(
  skew: Skew | undefined,
): { readonly aheadMs: number; readonly uncertaintyMs: number } | undefined {
  if (!skew || Math.max(skew.fromMs, -skew.toMs) < MIN_MS) return undefined;
  const { fromMs, toMs } = skew;
  return { aheadMs: Math.round((fromMs + toMs) / 2), uncertaintyMs: Math.ceil((toMs - fromMs) / 2) };
}
