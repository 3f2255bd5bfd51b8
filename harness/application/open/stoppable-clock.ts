import type { Clock } from '../../model.ts';

/** A clock whose tasks can all be dropped at once, so that those of a stopped fake do not keep the process alive. */
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
