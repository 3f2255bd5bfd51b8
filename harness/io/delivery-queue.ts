import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import type { WireRequest } from '../model.ts';

/** A call as it lies in a queue: as it was received, with what it was answered and when. */
export interface QueuedCall extends Pick<WireRequest, 'method' | 'url' | 'headers'> {
  readonly at: number;
  readonly answered: number;
  /** Why it did not prove to come from the target. */
  readonly unproven?: string | undefined;
  readonly body: Uint8Array;
  /** Of the body as it was sent, where only its beginning is here. */
  readonly sizeBytes?: number | undefined;
}

/** A file of calls that grows at its end. */
export type QueueWriter = ReturnType<typeof openQueue>;

/** Lengths of head and body, which follow: 32 bits each. */
const LENGTH_BYTES = 8;

/** Opens a queue for writing, anew; only its owner may read it. */
export function openQueue(path: string) {
  const file = openSync(path, 'wx', 0o600);
  let batch = Buffer.allocUnsafeSlow(256 * 1024);
  let filled = 0;
  let written = 0;

  const flush = (): void => {
    let from = 0;
    // A disk about to be full takes only a part.
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
    /** Hands all that was added to the operating system in one piece. Throws where that fails. */
    flush,
    /** What the file holds. */
    sizeBytes: (): number => written,
    close: (): void => closeSync(file),
  };
}

const PIECE = 256 * 1024;

/** Opens a queue that is being written, or was. */
export function readQueue(path: string) {
  const file = openSync(path, 'r');
  let piece = Buffer.allocUnsafeSlow(PIECE);
  let position = 0;
  return {
    /**
     * Takes the next calls, some hundreds at most, that lie in the first `sizeBytes` of the file; none where all were taken.
     * Their bodies are there until the next ones are taken.
     */
    next: (sizeBytes: number): readonly QueuedCall[] => {
      for (;;) {
        const length = readSync(file, piece, 0, Math.min(piece.byteLength, sizeBytes - position), position);
        const { calls, end, needs } = callsIn(piece.subarray(0, length));
        position += end;
        if (calls.length > 0 || length === 0) return calls;
        // One call alone is longer than the piece.
        piece = Buffer.allocUnsafeSlow(needs);
      }
    },
    close: (): void => closeSync(file),
  };
}

/** The whole calls at the beginning of some bytes, where they end, and how long the one is that comes then. */
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
