/** A counted gate: at most `places` are inside at once, the others wait in the order they came. */
export interface Gate {
  enter(): Promise<void>;
  leave(): void;
}

/** A gate with that many places. */
export function createGate(places: number): Gate {
  let free = places;
  const waiting: (() => void)[] = [];
  return {
    enter: () => {
      if (free > 0) {
        free--;
        return Promise.resolve();
      }
      return new Promise((resolve) => waiting.push(resolve));
    },
    leave: () => {
      const next = waiting.shift();
      if (next) next();
      else free++;
    },
  };
}
