import type { Send, WireRequest, WireResponse } from '../model.ts';
import { realClock } from './real-clock.ts';
import { placeOf, type ReceiverOptions } from './receiver.ts';
import type { TurnedAway } from './serve.ts';
import type { SpoolWriter } from './spool.ts';

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
    const { method, url, headers, body } = call;
    spool.add({ at: realClock.now(), answered, unproven, method, url, headers, body: body ?? NO_BODY });
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

type Call = Pick<WireRequest, 'method' | 'url' | 'headers'> & { readonly body?: Uint8Array | null };
const NO_BODY = new Uint8Array();
