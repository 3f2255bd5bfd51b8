import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Headers } from '../model.ts';

/** An answer that ends when its texts do, which never throw. They must end when the signal comes: the caller has gone, or the server closes. */
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
  void write(answer, outgoing);
  return true;
}

async function write({ status, headers, texts }: StreamedAnswer, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(status, headers.flat());
  outgoing.flushHeaders();
  for await (const text of texts) {
    if (outgoing.destroyed) return;
    // A slow reader is waited for, lest what it does not read is kept for it here.
    if (!outgoing.write(text)) await room(outgoing);
  }
  outgoing.end();
}

function room(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      outgoing.off('drain', done).off('close', done);
      resolve();
    };
    outgoing.on('drain', done).on('close', done);
  });
}
