import type { Clock } from '../model.ts';

/** How a wait ended. */
type WaitResult = 'met' | 'expired' | 'interrupted';

/** Waits until `ready` settles, the time runs out on the clock, or the run is interrupted. */
export async function waitFor(
  clock: Clock,
  signal: AbortSignal,
  ready: Promise<unknown>,
  withinMs: number,
): Promise<WaitResult> {
  if (signal.aborted) return 'interrupted';
  const stops = stopsOf(signal);
  let stop = (): void => {};
  const readyOrStopped = new Promise<void>((resolve) => {
    stop = resolve;
    stops.add(stop);
    ready.then(stop, stop);
  });
  const isMet = await clock.until(readyOrStopped, withinMs);
  stops.delete(stop);
  if (signal.aborted) return 'interrupted';
  return isMet ? 'met' : 'expired';
}

/** Lets time pass on the clock, unless the run is interrupted first. */
export function pause(clock: Clock, signal: AbortSignal, ms: number): Promise<WaitResult> {
  return waitFor(clock, signal, new Promise(() => {}), ms);
}

const listening = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * The callbacks to call when the signal aborts. One listener serves all: a signal searches its listeners whenever one is
 * added.
 */
function stopsOf(signal: AbortSignal): Set<() => void> {
  let stops = listening.get(signal);
  if (!stops) {
    const all = new Set<() => void>();
    stops = all;
    listening.set(signal, all);
    signal.addEventListener('abort', () => all.forEach((stop) => void stop()), { once: true });
  }
  return stops;
}
