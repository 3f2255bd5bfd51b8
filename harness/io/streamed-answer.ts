import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { Headers } from '../model.ts';

/**
 * An answer that ends when its texts do, which never throw. They must end when the signal comes: the caller has gone, or
 * the server closes.
 */
export interface StreamedAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly texts: AsyncIterable<string>;
}

/**
 * Writes an answer as it comes, where there is one to write; says whether there is. Its socket is among `hanging` for as
 * long, so that a server that closes need not wait for it.
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
  // That the caller has gone is no news.
  pipeline(answer.texts, outgoing).catch(() => {});
  return true;
}
