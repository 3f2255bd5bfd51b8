import { performance } from 'node:perf_hooks';
import type { Arrived } from '../model.ts';

/** How often it is checked whether this thread was busy, or woken late. */
const EACH_MS = 20;
/** The part of a recorded delay that remains after each check: hardly any after a second. */
const REMEMBERED = 0.9;

/**
 * The current time as the arrival time of something just read off a socket, and by how much earlier it may have arrived.
 * The system wakes a waiting thread as soon as something comes. So nothing arrived before the thread last waited, except
 * for delays of the system itself.
 */
export function arrivedNow(): Arrived {
  watch ??= beginWatch();
  return { at: Date.now(), uncertaintyMs: Math.ceil(watch.lateMs()) };
}

let watch: ReturnType<typeof beginWatch> | undefined;

function beginWatch() {
  let lookedAt = performance.now();
  let { idle } = performance.eventLoopUtilization();
  let busyMs = 0;
  let wokenLateMs = 0;

  /** For how long, at most, the thread has not waited for its sockets. */
  const look = (): number => {
    const now = performance.now();
    const elapsedMs = now - lookedAt;
    const idleNow = performance.eventLoopUtilization().idle;
    const waitedMs = idleNow - idle;
    busyMs = waitedMs > 0 ? Math.max(0, elapsedMs - waitedMs) : busyMs + elapsedMs;
    lookedAt = now;
    idle = idleNow;
    return busyMs;
  };

  let dueAt = performance.now() + EACH_MS;
  setInterval(() => {
    look();
    const now = performance.now();
    wokenLateMs = Math.max(now - dueAt, wokenLateMs * REMEMBERED);
    dueAt = now + EACH_MS;
  }, EACH_MS).unref();

  return { lateMs: (): number => Math.max(look(), wokenLateMs) };
}
