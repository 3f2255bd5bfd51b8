import type { Clock } from '../model.ts';

export type Waited = 'met' | 'expired' | 'interrupted';

/** Waits until `ready` settles, the time runs out on the clock, or the run is interrupted. */
export async function waitFor(
  clock: Clock,
  signal: AbortSignal,
  ready: Promise<unknown>,
  withinMs: number,
): Promise<Waited> {
  if (signal.aborted) return 'interrupted';
  let stop = (): void => {};
  const interrupted = new Promise<void>((resolve) => {
    stop = resolve;
  });
  signal.addEventListener('abort', stop, { once: true });
  const isMet = await clock.until(Promise.race([ready, interrupted]), withinMs);
  signal.removeEventListener('abort', stop);
  if (signal.aborted) return 'interrupted';
  return isMet ? 'met' : 'expired';
}

/** Lets time pass on the clock, unless the run is interrupted first. */
export function pause(clock: Clock, signal: AbortSignal, ms: number): Promise<Waited> {
  return waitFor(clock, signal, new Promise(() => {}), ms);
}
