import type { Clock, Send, WireFault, WireResponse } from '../model.ts';

/** A `Send` that gives up after `withinMs` on the clock, as a client on a network does. */
export function deadlineSend(clock: Clock, send: Send, withinMs: number): Send {
  return async (request, signal) => {
    const startedAt = clock.now();
    const given: { result?: WireResponse | WireFault } = {};
    const answered = send(request, signal).then((result) => {
      given.result = result;
    });
    await clock.until(answered, withinMs);
    return (
      given.result ?? { fault: 'timed-out', detail: `no answer within ${withinMs} ms`, tookMs: clock.now() - startedAt }
    );
  };
}
