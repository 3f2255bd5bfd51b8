import type { KciProfile } from '../model.ts';

type Retry = NonNullable<KciProfile['delivery']['retry']>;

/** More deliveries than come: the receiver takes none. */
export const ALL: number = Number.MAX_SAFE_INTEGER;

/** How long a delivery that was turned away `count` times waits until it comes, or would come, once more. */
export function spacingAfter(count: number, { spacingMs }: Retry): number {
  return spacingMs[count - 1] ?? spacingMs.at(-1) ?? 0;
}

/** How long it takes until a delivery that is turned away so often has come, or would have come, once more. */
export function triesMs(refuse: number, retry: Retry): number {
  const counts = Array.from({ length: Math.min(refuse, retry.attempts) }, (_, i) => i + 1);
  return counts.reduce((sum, count) => sum + spacingAfter(count, retry), 0);
}
