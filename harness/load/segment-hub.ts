import type { Journey } from '../model.ts';
import { awaitFor, type WatchPorts, watcherOf } from './walks.ts';

/** An order whose events are waited for: of which journey, by which of its `kci` blocks, accepted when. */
export interface OwedOrder {
  readonly index: number;
  readonly block: number;
  readonly orderId: string;
  readonly answeredAt: number;
}

/** The segment that holds the receiver, as the others see it. */
export type SegmentHub = ReturnType<typeof createSegmentHub>;

/** The segment that holds the one receiver, as the others see it, by their numbers. */
export function createSegmentHub(
  segments: readonly number[],
  journeyOf: (index: number) => Journey,
  ports: WatchPorts,
) {
  const { clock } = ports;
  const open = new Set(segments);
  const waiting = new Set<Promise<unknown>>();
  const allEnded = Promise.withResolvers<void>();
  return {
    awaitEvents: (journey: Journey, step: string, orderId: string) => awaitFor(journey, step, orderId, ports),
    /** A segment has walked all its journeys; these are the orders whose events may still be on their way. */
    ended: (nth: number, orders: readonly OwedOrder[]): void => {
      for (const { index, block, orderId, answeredAt } of orders) {
        const journey = journeyOf(index);
        const owed = journey.kci[block];
        if (!owed) continue;
        const watcher = watcherOf(journey.id, ports, { answeredAt: new Map([[orderId, answeredAt]]) });
        const waits = watcher.watchOrder('kci', { ...owed, for: orderId }).finally(() => waiting.delete(waits));
        waiting.add(waits);
      }
      open.delete(nth);
      if (open.size === 0) allEnded.resolve();
    },
    /** Resolves when all segments have ended and nothing is on its way any more. */
    drained: async (): Promise<void> => {
      await allEnded.promise;
      while (waiting.size > 0) await Promise.all(waiting);
      // What comes twice comes soon after.
      await clock.until(NEVER, LINGER_MS);
    },
  };
}

const LINGER_MS = 1_000;
const NEVER = new Promise(() => {});
