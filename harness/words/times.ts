import type { Verdict } from '../model.ts';
import { formatDuration } from '../values/duration.ts';

/** The offset of a gateway's clock: `1 min 35 s behind ours, give or take 1 s`. */
export function clockWords({ aheadMs, uncertaintyMs }: NonNullable<Verdict['clock']>): string {
  const giveOrTake = Math.max(1, Math.ceil(uncertaintyMs / 1_000));
  const apart = formatDuration(Math.round(Math.abs(aheadMs) / 1_000) * 1_000);
  return `${apart} ${aheadMs > 0 ? 'ahead of' : 'behind'} ours, give or take ${formatDuration(giveOrTake * 1_000)}`;
}

/** Seconds with a decimal point, as JUnit wants them. */
export function seconds(ms: number): string {
  return (Math.max(0, ms) / 1_000).toFixed(3);
}

/** `2026-03-02 09:00:00 UTC`. */
export function formatUtc(at: number): string {
  return `${iso(at).slice(0, 19).replace('T', ' ')} UTC`;
}

/** `2026-03-02T09:00:00.000Z`. */
export function iso(at: number): string {
  return new Date(at).toISOString();
}
