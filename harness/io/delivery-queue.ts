import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import type { WireRequest } from '../model.ts';

/** A call in a queue: as it was received, with its answer and time. */
export interface QueuedCall extends Pick<WireRequest, 'method' | 'url' | 'headers'> {
  readonly at: number;
  readonly answered: number;
  /** Why it is not proven to come from the target. */
  readonly unproven?: string | undefined;
  readonly body: Uint8Array;
  /** The size of the body as sent, if only its beginning is here. */
  readonly sizeBytes?: number | undefined;
}

/** A file of calls to append to. */
export type QueueWriter = ReturnType<typeof openQueue>;

/** The lengths of head and body, which follow: 32 bits each. */
const LENGTH_BYTES = 8;

/** Creates a queue for writing; only its owner may read it. */
export function openQueue(path: string) {
  const file = openSync(path, 'wx', 0o600);
  let batch = Buffer.allocUnsafeSlow(256 * 1024);
  let filled = 0;
  let written = 0;

  const flush = (): void => {
    let from = 0;
    // A disk that is almost full writes only a part.
    while (from < filled) from += writeSync(file, batch, from, filled - from);
    written += filled;
    filled = 0;
  };
  const makeRoom = (bytes: number): void => {
    if (filled + bytes <= batch.byteLength) return;
    flush();
    if (bytes > batch.byteLength) batch = Buffer.allocUnsafeSlow(bytes);
  };

  return {
    add: ({ at, answered, unproven, method, url, headers, sizeBytes, body }: QueuedCall): void => {
      const head = JSON.stringify({ at, answered, unproven, method, url, headers, sizeBytes });
      // No character takes more than three bytes.
      makeRoom(LENGTH_BYTES + 3 * head.length + body.byteLength);
      const headBytes = batch.write(head, filled + LENGTH_BYTES, 'utf8');
      batch.writeUInt32LE(headBytes, filled);
      batch.writeUInt32LE(body.byteLength, filled + 4);
      batch.set(body, filled + LENGTH_BYTES + headBytes);
      filled += LENGTH_BYTES + headBytes + body.byteLength;
    },
    /** Hands everything added to the operating system in one piece. Throws if that fails. */
    flush,
    /** The size of what was written to the file. */
    sizeBytes: (): number => written,
    close: (): void => closeSync(file),
  };
}

const PIECE = 256 * 1024;

/** Opens a queue for reading, while it is written or after. */
export function readQueue(path: string) {
  const file = openSync(path, 'r');
  let piece = Buffer.allocUnsafeSlow(PIECE);
  let position = 0;
  return {
    /**
     * Takes the next calls, some hundreds at most, from the first `sizeBytes` of the file; empty if all were taken. Their
     * bodies are valid until the next call.
     */
    next: (sizeBytes: number): readonly QueuedCall[] => {
      for (;;) {
        const length = readSync(file, piece, 0, Math.min(piece.byteLength, sizeBytes - position), position);
        const { calls, end, needs } = callsIn(piece.subarray(0, length));
        position += end;
        if (calls.length > 0 || length === 0) return calls;
        // One call is longer than the piece.
        piece = Buffer.allocUnsafeSlow(needs);
      }
    },
    close: (): void => closeSync(file),
  };
}

/** The complete calls at the beginning of some bytes, where they end, and how long the next one is. */
function callsIn(bytes: Buffer): {
  readonly calls: readonly QueuedCall[];
  readonly end: number;
  readonly needs: number;
} {
  const calls: QueuedCall[] = [];
  for (let at = 0; ; ) {
    const head = at + LENGTH_BYTES;
    if (head > bytes.byteLength) return { calls, end: at, needs: PIECE };
    const body = head + bytes.readUInt32LE(at);
    const end = body + bytes.readUInt32LE(at + 4);
    if (end > bytes.byteLength) return { calls, end: at, needs: end - at };
    const said = JSON.parse(bytes.toString('utf8', head, body)) as Omit<QueuedCall, 'body'>;
    calls.push({ ...said, body: bytes.subarray(body, end) });
    at = end;
  }
}
