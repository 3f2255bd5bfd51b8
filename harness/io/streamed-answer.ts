import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { Headers } from '../model.ts';

/**
 * An answer that ends when its texts do. The texts never throw. They must end on the signal, when the caller has gone or
 * the server closes.
 */
export interface StreamedAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly texts: AsyncIterable<string>;
}

/**
 * Streams an answer, if there is one; returns whether there is. Its socket is in `hanging` meanwhile, so that a closing
 * server need not wait for it.
 */
export function streamAnswer(
  open: (signal: AbortSignal) => StreamedAnswer | undefined,
  outgoing: ServerResponse,
  hanging: Set<Socket>,
): boolean {
  const gone = new AbortController();
  const answer = open(gone.signal);
  if (!answer) return false;
  const { socket } = outgoing;
  if (socket) hanging.add(socket);
  outgoing.once('close', () => {
    if (socket) hanging.delete(socket);
    gone.abort();
  });
  outgoing.writeHead(answer.status, answer.headers.flat()).flushHeaders();
  // A caller that has gone is no error.
  pipeline(answer.texts, outgoing).catch(() => {});
  return true;
}
