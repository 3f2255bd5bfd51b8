import type { Clock } from '../../model.ts';

/**
 * A clock whose tasks can be dropped all at once: a fake that is done must not keep the process alive for what it still had
 * in mind.
 */
export function stoppableClock(clock: Clock): { readonly clock: Clock; stop(): void } {
  const cancels = new Set<() => void>();
  let isStopped = false;
  return {
    clock: {
      now: clock.now,
      until: clock.until,
      schedule: (afterMs, task) => {
        if (isStopped) return () => {};
        const cancel = clock.schedule(afterMs, () => {
          cancels.delete(cancel);
          task();
        });
        cancels.add(cancel);
        return () => {
          cancels.delete(cancel);
          cancel();
        };
      },
    },
    stop: () => {
      isStopped = true;
      for (const cancel of cancels) cancel();
      cancels.clear();
    },
  };
}
