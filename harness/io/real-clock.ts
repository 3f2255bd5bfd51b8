import type { Clock } from '../model.ts';

/** The longest delay that `setTimeout` takes; it fires at once beyond it. */
const LONGEST_DELAY_MS = 2 ** 31 - 1;

/** The computer's own time. What is scheduled or waited for keeps the process alive. */
export const realClock: Clock = {
  now: () => Date.now(),
  schedule,
  until: untilBy(schedule),
};

/** Waits for what is ready, or for a task that is scheduled so far ahead. */
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

/** A delay beyond 24.8 days is waited for in stretches. */
function schedule(afterMs: number, task: () => void): () => void {
  if (Number.isNaN(afterMs)) throw new RangeError('a task cannot be scheduled after NaN ms');
  let timer: NodeJS.Timeout;
  const wait = (leftMs: number): void => {
    timer =
      leftMs > LONGEST_DELAY_MS
        ? setTimeout(() => wait(leftMs - LONGEST_DELAY_MS), LONGEST_DELAY_MS)
        : setTimeout(task, Math.max(0, leftMs));
  };
  wait(afterMs);
  return () => clearTimeout(timer);
}
