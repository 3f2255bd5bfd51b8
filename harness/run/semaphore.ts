/**
 * A counting semaphore: at most `places` are inside at once. Those who were inside before go first, the others in order of
 * arrival.
 */
export type Semaphore = ReturnType<typeof createSemaphore>;

/** A semaphore with that many places. */
export function createSemaphore(places: number) {
  let free = places;
  const waiting: (() => void)[] = [];
  const returning: (() => void)[] = [];
  const enterFrom = (queue: (() => void)[]): Promise<void> => {
    if (free > 0) {
      free--;
      return Promise.resolve();
    }
    return new Promise((resolve) => queue.push(resolve));
  };
  return {
    enter: () => enterFrom(waiting),
    /** For those who left for a while: before all who have not been inside yet. */
    enterAgain: () => enterFrom(returning),
    leave: (): void => {
      const next = returning.shift() ?? waiting.shift();
      if (next) next();
      else free++;
    },
  };
}
