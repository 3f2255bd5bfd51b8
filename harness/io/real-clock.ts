import type { Clock } from '../model.ts';

/** The longest delay that `setTimeout` supports; beyond it, it fires at once. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** The computer's own time. What is scheduled or waited for keeps the process alive. */
export const realClock: Clock = {
  now: () => Date.now(),
  schedule,
  until: untilBy(schedule),
};

/** Makes an `until` from a `schedule`. */
export function untilBy(later: Clock['schedule']): Clock['until'] {
  return (ready, withinMs) =>
    new Promise((resolve) => {
      const cancel = later(withinMs, () => resolve(false));
      const met = (): void => {
        cancel();
        resolve(true);
      };
      ready.then(met, met);
    });
}

/** Waits for a delay beyond 24.8 days in several parts. */
function schedule(afterMs: number, task: () => void): () => void {
  if (Number.isNaN(afterMs)) throw new RangeError('a task cannot be scheduled after NaN ms');
  let timer: NodeJS.Timeout;
  const wait = (leftMs: number): void => {
    timer =
      leftMs > MAX_DELAY_MS
        ? setTimeout(() => wait(leftMs - MAX_DELAY_MS), MAX_DELAY_MS)
        : setTimeout(task, Math.max(0, leftMs));
  };
  wait(afterMs);
  return () => clearTimeout(timer);
}
