import type { WireRequest, WireResponse } from '../model.ts';
import type { QueuedCall, QueueWriter } from './delivery-queue.ts';
import { realClock } from './real-clock.ts';
import { type ReceivedCall, type ReceiverOptions, receptionOf, UNAUTHENTICATED_BYTES } from './receiver.ts';
import type { TurnedAway } from './serve.ts';

/**
 * The tenant's webhook endpoint under load. It stores calls unread: it writes the calls of one turn of the event loop in
 * one piece, then answers them all. So acknowledged calls are with the operating system. `onWritten` gets the new size of
 * the queue.
 */
export function createQueueingReceiver(
  options: Omit<ReceiverOptions, 'onDelivery'>,
  queue: QueueWriter,
  onWritten: (sizeBytes: number) => void,
) {
  let written: Promise<void> | undefined;
  const whenWritten = (): Promise<void> => {
    written ??= new Promise((resolve, reject) => {
      setImmediate(() => {
        written = undefined;
        try {
          queue.flush();
        } catch (error) {
          return reject(error);
        }
        resolve();
        onWritten(queue.sizeBytes());
      });
    });
    return written;
  };
  const note = (call: ReceivedCall, answered: number, unproven?: string): void => {
    const { method, url, headers } = call;
    const { body, sizeBytes } = keptOf(call.body ?? NO_BODY, answered === options.acknowledge);
    queue.add({ at: realClock.now(), answered, unproven, method, url, headers, sizeBytes, body });
  };

  return {
    send: async (request: WireRequest): Promise<WireResponse> => {
      const { isProbe, answer, unproven } = receptionOf(options, request);
      if (isProbe) return answer;
      note(request, answer.status, unproven);
      await whenWritten();
      return answer;
    },
    /** Takes a call that a server refused before it reached the receiver. */
    turnedAway: (call: TurnedAway): void => {
      note(call, call.answered);
      void whenWritten();
    },
  };
}

/** Keeps of a call that is no delivery little more than the record will: strangers must not fill the disk. */
function keptOf(body: Uint8Array, isDelivery: boolean): Pick<QueuedCall, 'body' | 'sizeBytes'> {
  if (isDelivery || body.byteLength <= UNAUTHENTICATED_BYTES) return { body };
  return { body: body.subarray(0, UNAUTHENTICATED_BYTES + 1), sizeBytes: body.byteLength };
}
const NO_BODY = new Uint8Array();
