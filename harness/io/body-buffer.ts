/** The largest body, unless another limit is given. */
export const MAX_BODY_BYTES = 8 * 1024 * 1024;
/** The most that all headers of a request or an answer may take. */
export const MAX_HEADER_BYTES = 64 * 1024;

/**
 * Collects a body of unknown length. Copies chunks into one buffer, unless there is only one chunk. A list of chunks would
 * cost a hundred bytes and more for each, and a peer may send every byte as a chunk of its own.
 */
export function createBodyBuffer() {
  let store: Uint8Array = NOTHING;
  let sizeBytes = 0;
  return {
    add(chunk: Uint8Array): void {
      const needed = sizeBytes + chunk.byteLength;
      if (sizeBytes === 0) store = chunk;
      else {
        if (needed > store.byteLength) {
          const larger = Buffer.allocUnsafeSlow(Math.max(needed, store.byteLength * 2));
          larger.set(store.subarray(0, sizeBytes));
          store = larger;
        }
        store.set(chunk, sizeBytes);
      }
      sizeBytes = needed;
    },
    get sizeBytes() {
      return sizeBytes;
    },
    whole: (): Uint8Array => store.subarray(0, sizeBytes),
  };
}

const NOTHING = new Uint8Array(0);
