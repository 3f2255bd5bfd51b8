/**
 * A task waiting for its time. Tasks of one instant are ordered by `rank`, then by `order`, in which they were scheduled.
 */
export interface Timer {
  readonly at: number;
  readonly rank: number;
  readonly order: number;
  readonly task: () => void;
  /** Its index in the heap; -1 once it has left. Maintained by the heap. */
  place: number;
}

/** A binary heap of timers: the earliest in O(1), adding and removing any in O(log n). */
export function timerHeap() {
  const timers: Timer[] = [];

  const put = (timer: Timer, place: number): void => {
    timers[place] = timer;
    timer.place = place;
  };
  const rise = (timer: Timer, from: number): void => {
    let place = from;
    while (place > 0) {
      const above = (place - 1) >> 1;
      const parent = timers[above] as Timer;
      if (isBefore(parent, timer)) break;
      put(parent, place);
      place = above;
    }
    put(timer, place);
  };
  const sink = (timer: Timer, from: number): void => {
    let place = from;
    for (;;) {
      let below = 2 * place + 1;
      let child = timers[below];
      if (child === undefined) break;
      const other = timers[below + 1];
      if (other !== undefined && isBefore(other, child)) {
        child = other;
        below += 1;
      }
      if (isBefore(timer, child)) break;
      put(child, place);
      place = below;
    }
    put(timer, place);
  };

  return {
    first: (): Timer | undefined => timers[0],
    add(timer: Timer): void {
      rise(timer, timers.length);
    },
    /** Does nothing if the timer has already left. */
    remove(timer: Timer): void {
      const place = timer.place;
      if (place < 0) return;
      timer.place = -1;
      const last = timers.pop() as Timer;
      if (last === timer) return;
      rise(last, place);
      if (last.place === place) sink(last, place);
    },
  };
}

function isBefore(a: Timer, b: Timer): boolean {
  return a.at !== b.at ? a.at < b.at : a.rank !== b.rank ? a.rank < b.rank : a.order < b.order;
}
