import type { Headers } from '../model.ts';
import { headerOf } from './wire.ts';

/** By how much a gateway's clock is ahead of ours, ms, at least and at most; behind it is below 0. */
export interface Skew {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Learns a gateway's clock from its answers. */
export type SkewMeter = ReturnType<typeof createSkewMeter>;

/**
 * A meter of the `Date` headers of answers (RFC 9110, 6.6.1), which count in whole seconds: the second that one names began
 * when the answer was written, or up to a second before, and that was between its request and its coming. Each answer
 * narrows what all of them allow. Where they contradict each other, the clock lies between what they say.
 */
export function createSkewMeter() {
  let least = Number.NEGATIVE_INFINITY;
  let most = Number.POSITIVE_INFINITY;
  return {
    /** An answer, with when its request was sent and when it had come, by our clock. */
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

/** By how much the clock may be behind ours, at most. */
export function behindMs(skew: Skew | undefined): number {
  return Math.max(0, -(skew?.fromMs ?? 0));
}

/** Both, for who waits for a moment of the target; undefined where nothing is known of its clock. */
export function clocksOf(skew: Skew | undefined): { readonly apartMs: number; readonly behindMs: number } | undefined {
  return skew && { apartMs: apartMs(skew), behindMs: behindMs(skew) };
}

/** How far the clock may be from ours, at most. */
export function apartMs(skew: Skew | undefined): number {
  return skew ? Math.max(Math.abs(skew.fromMs), Math.abs(skew.toMs)) : 0;
}

/** Clocks of two machines may differ by so much beyond what is measured; a wrong zone or day shows. */
export const CLOCKS_DIFFER_MS = 600_000;

/** What is not even a second is within what headers in whole seconds can tell. */
const LEAST_MS = 1_000;

/** The skew as reports tell it: in the middle of what is known, give or take. Undefined where there is none to speak of. */
export function notableSkew(
  skew: Skew | undefined,
): { readonly aheadMs: number; readonly uncertaintyMs: number } | undefined {
  if (!skew || Math.max(skew.fromMs, -skew.toMs) < LEAST_MS) return undefined;
  const { fromMs, toMs } = skew;
  return { aheadMs: Math.round((fromMs + toMs) / 2), uncertaintyMs: Math.ceil((toMs - fromMs) / 2) };
}
