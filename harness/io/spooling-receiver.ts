import type { Send, WireResponse } from '../model.ts';
import { realClock } from './real-clock.ts';
import { type Call, placeOf, type ReceiverOptions, STRANGERS_BYTES } from './receiver.ts';
import type { TurnedAway } from './serve.ts';
import type { Spooled, SpoolWriter } from './spool.ts';

/** A receiver that writes calls down as they are, and reads none. */
export interface SpoolingReceiver {
  readonly send: Send;
  /** Takes a call that a server turned away before it reached the receiver. */
  turnedAway(call: TurnedAway): void;
}

/**
 * The tenant's webhook endpoint under load: what came in one turn of the event loop is written in one piece, and then
 * all of it is answered. So what was acknowledged is with the operating system. `onWritten` is told how long the spool
 * has become.
 */
export function createSpoolingReceiver(
  options: Omit<ReceiverOptions, 'onDelivery'>,
  spool: SpoolWriter,
  onWritten: (sizeBytes: number) => void,
): SpoolingReceiver {
  let written: Promise<void> | undefined;
  const whenWritten = (): Promise<void> => {
    written ??= new Promise((resolve, reject) => {
      setImmediate(() => {
        written = undefined;
        try {
          spool.flush();
        } catch (error) {
          return reject(error);
        }
        resolve();
        onWritten(spool.sizeBytes());
      });
    });
    return written;
  };
  const note = (call: Call, answered: number, unproven?: string): void => {
    const { method, url, headers } = call;
    const { body, sizeBytes } = keptOf(call.body ?? NO_BODY, answered === options.acknowledge);
    spool.add({ at: realClock.now(), answered, unproven, method, url, headers, sizeBytes, body });
  };

  return {
    send: async (request): Promise<WireResponse> => {
      const { isProbe, answer, unproven } = placeOf(options, request);
      if (isProbe) return answer;
      note(request, answer.status, unproven);
      await whenWritten();
      return answer;
    },
    turnedAway: (call) => {
      note(call, call.answered);
      void whenWritten();
    },
  };
}

/** Of a call that is no delivery a little more than the record will hold: strangers must not fill the disk. */
function keptOf(body: Uint8Array, isDelivery: boolean): Pick<Spooled, 'body' | 'sizeBytes'> {
  if (isDelivery || body.byteLength <= STRANGERS_BYTES) return { body };
  return { body: body.subarray(0, STRANGERS_BYTES + 1), sizeBytes: body.byteLength };
}
const NO_BODY = new Uint8Array();
