import { performance } from 'node:perf_hooks';
import type { Arrived } from '../model.ts';

/** How often is looked whether this thread was busy, and woken in time. */
const EACH_MS = 20;
/** What is left of a recorded delay after each look: after a second hardly any of it. */
const REMEMBERED = 0.9;

/**
 * Now, as the time at which something arrived that was just read off a socket, and by how much it may have been here
 * before. The system wakes a thread that waits for its sockets as soon as something comes; so nothing that is read was
 * here before the thread last waited, but for what the system itself was late.
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

  /** For how long the thread has not waited for its sockets, at most. */
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
