import type { Clock } from '../model.ts';

/** Delays requests so that no more than `perSecond` start in any second, evenly spaced; null delays none. */
export function createPace(clock: Clock, perSecond: number | null): () => Promise<void> {
  if (perSecond === null) return () => Promise.resolve();
  const gapMs = 1000 / perSecond;
  let freeAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = clock.now();
    const startAt = Math.max(now, freeAt);
    freeAt = startAt + gapMs;
    if (startAt <= now) return Promise.resolve();
    return new Promise((resolve) => {
      clock.schedule(startAt - now, resolve);
    });
  };
}
