/** A counted gate: at most `places` are inside at once. Who was inside before goes first, the others in the order they came. */
export interface Gate {
  enter(): Promise<void>;
  /** For who left for a while: before all who have not been inside yet. */
  enterAgain(): Promise<void>;
  leave(): void;
}

/** A gate with that many places. */
export function createGate(places: number): Gate {
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
    enterAgain: () => enterFrom(returning),
    leave: () => {
      const next = returning.shift() ?? waiting.shift();
      if (next) next();
      else free++;
    },
  };
}
