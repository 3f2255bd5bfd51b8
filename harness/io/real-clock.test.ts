import { afterEach, describe, expect, test, vi } from 'vitest';
import { realClock } from './real-clock.ts';

afterEach(() => void vi.useRealTimers());

describe('real time', () => {
  test('a task runs after its delay and a cancelled one does not', async () => {
    const seen: string[] = [];
    const cancel = realClock.schedule(1, () => seen.push('cancelled'));
    cancel();
    await new Promise<void>((resolve) => realClock.schedule(5, resolve));
    expect(seen).toEqual([]);
  });

  test('a delay longer than setTimeout can take is waited for whole', () => {
    vi.useFakeTimers();
    let ran = false;
    const fortyDaysMs = 40 * 86_400_000;
    realClock.schedule(fortyDaysMs, () => {
      ran = true;
    });
    vi.advanceTimersByTime(fortyDaysMs - 1);
    expect(ran).toBe(false);
    vi.advanceTimersByTime(1);
    expect(ran).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('a cancelled long delay leaves no timer, whichever stretch it is in', () => {
    vi.useFakeTimers();
    const cancel = realClock.schedule(60 * 86_400_000, () => expect.unreachable());
    vi.advanceTimersByTime(30 * 86_400_000);
    cancel();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('until is true when ready and clears its timer, false when the time ran out', async () => {
    vi.useFakeTimers();
    expect(await realClock.until(Promise.resolve(), 60_000)).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
    const late = realClock.until(new Promise(() => {}), 60_000);
    vi.advanceTimersByTime(60_000);
    expect(await late).toBe(false);
  });

  test('a delay of NaN is a mistake', () => {
    expect(() => realClock.schedule(Number.NaN, () => {})).toThrow('a task cannot be scheduled after NaN ms');
  });
});
