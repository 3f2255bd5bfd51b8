/** What a step may need, so that the next frame comes in time. */
const LEFT_MS = 8;

/** Goes on with work in steps, while the browser has nothing else to do, until a step says that nothing is left. */
export function whenIdle(step: () => boolean): void {
  // Safari has no idle time to tell of.
  if (typeof requestIdleCallback === 'undefined') {
    setTimeout(() => step() && whenIdle(step));
    return;
  }
  requestIdleCallback((idle) => {
    while (idle.timeRemaining() > LEFT_MS) if (!step()) return;
    whenIdle(step);
  });
}
