import type { Journey } from '../model.ts';
import type { LoadInWorker } from './load-worker.ts';

/** Journeys that are planned before their time, asked for in the order of their arrival. */
export interface PlannedAhead {
  /** Null where the journey is there; else resolves when it is. */
  late(index: number): Promise<void> | null;
  /** Gives the journey away. */
  take(index: number): Journey | undefined;
}

/** Planned at a time, and how many of these lots there are before the one that is being taken from. */
const LOT = 100;
const LOTS_AHEAD = 2;

/** Has `count` journeys planned on the other thread, a little ahead of whoever takes them. */
export function planAhead({
  plan,
  arrivals: { count },
  arrivalAt,
}: Pick<LoadInWorker, 'plan' | 'arrivalAt'> & { readonly arrivals: { readonly count: number } }): PlannedAhead {
  const ready = new Map<number, Journey>();
  let asked = 0;
  let arrived = 0;
  let whenArrived = (): void => {};

  const askUpTo = (index: number): void => {
    const wanted = Math.min(count, (Math.floor(index / LOT) + 1 + LOTS_AHEAD) * LOT);
    while (asked < wanted) {
      const from = asked;
      asked = Math.min(count, from + LOT);
      const arrivals = Array.from({ length: asked - from }, (_, i) => arrivalAt(from + i));
      plan(arrivals, (journeys) => {
        for (const [i, journey] of journeys.entries()) ready.set(from + i, journey);
        arrived = from + journeys.length;
        whenArrived();
      });
    }
  };
  return {
    late: (index) => {
      askUpTo(index);
      if (index < arrived) return null;
      return new Promise((resolve) => {
        whenArrived = () => {
          if (index < arrived) resolve();
        };
      });
    },
    take: (index) => {
      const journey = ready.get(index);
      ready.delete(index);
      return journey;
    },
  };
}
