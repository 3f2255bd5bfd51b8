import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { virtualClock } from './virtual-clock.ts';

const dayMs = 86_400_000;
const never = new Promise<never>(() => {});
const resolved = (): Promise<void> => Promise.resolve();

/** Until nothing is scheduled any more: waits behind everything else on the clock itself. */
const untilDone = (clock: ReturnType<typeof virtualClock>): Promise<boolean> => clock.until(never, 1000 * dayMs);

/** What may go on between two instants: anything that the event loop brings, or promises alone. */
const WORLDS = [{ byPromises: false }, { byPromises: true }];

describe.each(WORLDS)('virtual time, $byPromises', (world) => {
  test('stands still while nothing is scheduled', async () => {
    const clock = virtualClock(1_700_000_000_000, world);
    await turn();
    expect(clock.now()).toBe(1_700_000_000_000);
  });

  test('jumps to the next task, and nowhere in between', async () => {
    const clock = virtualClock(0, world);
    const seen: number[] = [];
    clock.schedule(10 * dayMs, () => seen.push(clock.now()));
    clock.schedule(5, () => seen.push(clock.now()));
    await untilDone(clock);
    expect(seen).toEqual([5, 10 * dayMs]);
  });

  test('does not move while microtasks go on', async () => {
    const clock = virtualClock(0, world);
    let ran = false;
    clock.schedule(1, () => {
      ran = true;
    });
    for (let i = 0; i < 1000; i++) await resolved();
    expect(ran).toBe(false);
    expect(clock.now()).toBe(0);
  });

  test('runs tasks of one instant in the order of scheduling, each after the microtasks of the one before', async () => {
    const clock = virtualClock(0, world);
    const seen: string[] = [];
    clock.schedule(7, async () => {
      seen.push('first');
      for (let i = 0; i < 50; i++) await resolved();
      seen.push('microtasks of the first');
    });
    clock.schedule(7, () => seen.push('second'));
    await untilDone(clock);
    expect(seen).toEqual(['first', 'microtasks of the first', 'second']);
  });

  test('a task of this very instant comes after those already waiting for it', async () => {
    const clock = virtualClock(0, world);
    const seen: string[] = [];
    clock.schedule(1, () => {
      seen.push('a');
      clock.schedule(0, () => seen.push('c'));
      clock.schedule(-5, () => seen.push('d'));
    });
    clock.schedule(1, () => seen.push('b'));
    await untilDone(clock);
    expect(seen).toEqual(['a', 'b', 'c', 'd']);
  });

  test('waits for every hold, and a hold released twice counts once', async () => {
    const clock = virtualClock(0, world);
    const seen: number[] = [];
    const releaseOne = clock.hold();
    const releaseOther = clock.hold();
    clock.schedule(1, () => seen.push(clock.now()));
    releaseOne();
    releaseOne();
    for (let i = 0; i < 5; i++) await turn();
    expect(seen).toEqual([]);
    releaseOther();
    await untilDone(clock);
    expect(seen).toEqual([1]);
  });

  test('a hold taken by a task stops the other tasks of its instant', async () => {
    const clock = virtualClock(0, world);
    const seen: string[] = [];
    clock.schedule(1, () => {
      const release = clock.hold();
      void turn().then(() => {
        seen.push('held work');
        release();
      });
    });
    clock.schedule(1, () => seen.push('next'));
    await untilDone(clock);
    expect(seen).toEqual(['held work', 'next']);
  });

  test('a task after Infinity never runs, one after NaN is a mistake', async () => {
    const clock = virtualClock(0, world);
    clock.schedule(Number.POSITIVE_INFINITY, () => expect.unreachable());
    expect(() => clock.schedule(Number.NaN, () => {})).toThrow('a task cannot be scheduled after NaN ms');
    await untilDone(clock);
  });
});

describe.each(WORLDS)('until, on virtual time, $byPromises', (world) => {
  test('is true when ready, also by rejection, and costs no time', async () => {
    const clock = virtualClock(0, world);
    expect(await clock.until(resolved(), 0)).toBe(true);
    expect(await clock.until(Promise.reject(new Error('settled all the same')), 10)).toBe(true);
    expect(clock.now()).toBe(0);
  });

  test('is false at the very instant when the time ran out', async () => {
    const clock = virtualClock(100, world);
    expect(await clock.until(never, 20)).toBe(false);
    expect(clock.now()).toBe(120);
  });

  test('what becomes ready at the last instant was in time, even by a chain of tasks scheduled later', async () => {
    const clock = virtualClock(0, world);
    const ready = new Promise<void>((resolve) => {
      clock.schedule(3, () => clock.schedule(7, () => clock.schedule(0, resolve)));
    });
    expect(await clock.until(ready, 10)).toBe(true);
    expect(clock.now()).toBe(10);
  });

  test('leaves no timer behind when ready', async () => {
    const clock = virtualClock(0, world);
    await clock.until(resolved(), 10 * dayMs);
    for (let i = 0; i < 5; i++) await turn();
    expect(clock.now()).toBe(0);
  });
});

test.each(WORLDS)(
  '$byPromises: whatever is scheduled, and from wherever, runs once, in time order, exactly at its time, unless cancelled',
  async (world) => {
    const delay = fc.integer({ min: 0, max: 20 });
    const task = fc.record({ after: delay, next: fc.array(delay, { maxLength: 3 }), isCancelled: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(task, { maxLength: 40 }), async (tasks) => {
        const clock = virtualClock(0, world);
        const due: number[] = [];
        const ran: number[] = [];
        const plan = (after: number, next: readonly number[]): (() => void) => {
          const at = clock.now() + after;
          return clock.schedule(after, () => {
            expect(clock.now()).toBe(at);
            ran.push(at);
            for (const each of next) {
              due.push(clock.now() + each);
              plan(each, []);
            }
          });
        };
        const cancels = tasks.map(({ after, next }) => plan(after, next));
        for (const [i, { after, isCancelled }] of tasks.entries()) {
          if (isCancelled) cancels[i]?.();
          else due.push(after);
        }
        await untilDone(clock);
        expect(ran).toEqual([...ran].sort((a, b) => a - b));
        expect([...ran].sort((a, b) => a - b)).toEqual(due.sort((a, b) => a - b));
      }),
    );
  },
);

test('by promises, too, other things of the event loop get their turn now and then', async () => {
  const clock = virtualClock(0, { byPromises: true });
  let ticks = 0;
  const tick = (): void => {
    ticks += 1;
    if (ticks < 1_000) clock.schedule(1, tick);
  };
  clock.schedule(1, tick);
  await turn();

  expect(ticks).toBeGreaterThan(1);
  expect(ticks).toBeLessThan(1_000);
});
