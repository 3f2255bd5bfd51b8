import type { Clock } from '../model.ts';
import { untilBy } from './real-clock.ts';
import { type Timer, timerHeap } from './timer-heap.ts';

/** A clock that costs nothing to wait on. */
export interface VirtualClock extends Clock {
  /** Stops time until the returned function is called (once; further calls do nothing). Holds add up. */
  hold(): () => void;
}

/**
 * A clock whose time stands still while anything can run, and then jumps to the next scheduled task.
 *
 * "Can run" means: microtasks are pending, an immediate is queued, or somebody holds the clock. Work that waits for
 * anything else (a socket, a file, a real timer) must hold the clock, or time passes without it. Tasks of one instant run
 * in the order in which they were scheduled, each after the microtasks of the one before it. The end of an `until` comes
 * after all of them, so that what becomes ready at the last instant is in time.
 *
 * `byPromises`: nobody queues immediates. Then only microtasks are waited for, and the event loop turns only now and then,
 * for signals and other threads; a turn costs as much as a short task.
 */
export function virtualClock(startMs: number, { byPromises = false } = {}): VirtualClock {
  const timers = timerHeap();
  let now = startMs;
  let scheduled = 0;
  let holds = 0;
  let isTurning = false;
  let instants = 0;

  const add = (afterMs: number, rank: number, task: () => void): (() => void) => {
    if (Number.isNaN(afterMs)) throw new RangeError('a task cannot be scheduled after NaN ms');
    if (afterMs === Number.POSITIVE_INFINITY) return () => {};
    const timer: Timer = { at: now + Math.max(0, afterMs), rank, order: scheduled++, task, place: -1 };
    timers.add(timer);
    wake();
    return () => timers.remove(timer);
  };

  const wake = (): void => {
    if (isTurning || holds > 0 || timers.first() === undefined) return;
    isTurning = true;
    setImmediate(turn);
  };

  /** Runs the first task: nothing else could run since the last instant. */
  const turn = (): void => {
    isTurning = false;
    const timer = timers.first();
    if (timer === undefined || holds > 0) return;
    timers.remove(timer);
    now = timer.at;
    isTurning = true;
    afterMicrotasks(() => proceed(timer));
    timer.task();
  };

  /** The next task of the same instant needs no turn of the event loop, only drained microtasks. */
  const proceed = (previous: Timer): void => {
    isTurning = false;
    const next = timers.first();
    if (next === undefined) return;
    const isSame = next.at === previous.at && next.rank === previous.rank;
    if (isSame || (byPromises && ++instants % INSTANTS_EACH !== 0)) turn();
    else wake();
  };

  return {
    now: () => now,
    schedule: (afterMs, task) => add(afterMs, 0, task),
    until: untilBy((afterMs, task) => add(afterMs, 1, task)),
    hold() {
      let isHeld = true;
      holds += 1;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        holds -= 1;
        wake();
      };
    },
  };
}

/** How many instants pass for each turn of the event loop with `byPromises`. */
const INSTANTS_EACH = 32;

/**
 * Calls back when every microtask has run, including those that microtasks queued. Node drains them before the next tick,
 * and a tick requested by a microtask comes after the drain. This costs a fraction of a turn of the event loop.
 */
function afterMicrotasks(callback: () => void): void {
  queueMicrotask(() => process.nextTick(callback));
}
