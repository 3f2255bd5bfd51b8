import type { Send, WireFault, WireResponse } from '../model.ts';
import type { VirtualClock } from './virtual-clock.ts';

/**
 * A `Send` for a door that needs turns of the event loop for its answer, on virtual time: the clock stands still during an
 * exchange, and exchanges take place one at a time in the order they were asked for. So a run is a function of its inputs
 * whatever the door does. A door that answers by promises alone (the fake, bare or through msw) is deterministic without
 * it. The door must not wait on the same clock, for time would never come, nor call this `Send` from within.
 */
export function heldSend(clock: VirtualClock, send: Send): Send {
  let previous: Promise<unknown> = Promise.resolve();
  return (request, signal) => {
    const release = clock.hold();
    const exchange: Promise<WireResponse | WireFault> = previous.then(() => send(request, signal));
    previous = exchange.then(release, release);
    return exchange;
  };
}
