import type { Headers } from '../model.ts';

/** An HTTP/1.1 message as it went over a connection. */
export interface Message {
  /** `GET /a HTTP/1.1`, or `HTTP/1.1 200 OK`. */
  readonly start: string;
  readonly headers: Headers;
  /** Without chunk framing; only the first part of a very long body. */
  readonly body: Uint8Array;
  /** The size of the whole body. */
  readonly sizeBytes: number;
  /** When its first bytes came, ms since the epoch. */
  readonly at: number;
}

/** Reads the messages of one direction of a connection, without taking part in it. */
export type MessageReader = ReturnType<typeof readMessages>;

/** Callbacks and rules of a reader. */
interface ReadingOptions {
  readonly onMessage: (message: Message) => void;
  /** Called when the bytes are no HTTP; the reader then stops. */
  readonly onStrange: (why: string) => void;
  /** Whether a message with this start line has no body, whatever its headers say (RFC 9112, 6.3). */
  readonly isBare: (start: string) => boolean;
  /** Whether a body without a length lasts until the connection ends, as an answer's does. */
  readonly isToEnd: boolean;
}

const MAX_HEAD = 256 * 1024;
const MAX_KEPT = 1024 * 1024 + 1;
const START = /^(?:[!#$%&'*+.^_`|~\w-]+ \S+ HTTP\/1\.[01]|HTTP\/1\.[01] \d{3}(?: .*)?)$/;

/** A parser that resumes as bytes come. It yields why they are no HTTP, or undefined to wait for more. */
type Parser<T> = Generator<string | undefined, T, void>;

/** A reader of HTTP/1.1 (RFC 9112), as lenient as it can be without guessing. */
export function readMessages({ onMessage, onStrange, isBare, isToEnd }: ReadingOptions) {
  let waiting = Buffer.alloc(0);
  let now = 0;
  let isOpen = false;
  let isOver = false;
  let pieces: Buffer[] = [];
  let sizeBytes = 0;

  const take = (count: number): Buffer => {
    const bytes = waiting.subarray(0, count);
    waiting = waiting.subarray(bytes.byteLength);
    return bytes;
  };
  /** A line without its end, CRLF or LF. */
  function* line(): Parser<string> {
    while (!waiting.includes(0x0a)) yield waiting.byteLength > MAX_HEAD ? 'a line is too long' : undefined;
    const text = take(waiting.indexOf(0x0a) + 1).toString('latin1');
    return text.replace(/\r?\n$/, '');
  }
  /** Lines up to an empty one. */
  function* lines(): Parser<string[]> {
    const all: string[] = [];
    let size = 0;
    for (let text = yield* line(); text !== ''; text = yield* line()) {
      all.push(text);
      size += text.length;
      if (size > MAX_HEAD) yield 'the head is too long';
    }
    return all;
  }
  /** Keeps the next `count` bytes of a body; an endless body ends with the connection. */
  function* keep(count: number): Parser<void> {
    for (let left = count; left > 0; ) {
      const part = take(left);
      if (sizeBytes < MAX_KEPT) pieces.push(Buffer.from(part.subarray(0, MAX_KEPT - sizeBytes)));
      sizeBytes += part.byteLength;
      left -= part.byteLength;
      if (isOver && left === Number.POSITIVE_INFINITY) return;
      if (left > 0) yield undefined;
    }
  }
  function* chunks(): Parser<void> {
    for (let size = 1; size > 0; ) {
      const said = yield* line();
      if (!/^[\da-f]+\s*(?:;|$)/i.test(said)) yield `"${said.slice(0, 40)}" is no length of a chunk`;
      size = Number.parseInt(said, 16);
      yield* keep(size);
      yield* size > 0 ? line() : lines();
    }
  }
  function* messages(): Parser<void> {
    for (;;) {
      while (waiting.byteLength === 0) yield undefined;
      const at = now;
      const start = yield* line();
      if (start === '') continue;
      isOpen = true;
      if (!START.test(start)) yield `"${start.slice(0, 80)}" begins no message`;
      const headers = (yield* lines()).map((each) => {
        const colon = each.indexOf(':');
        return [each.slice(0, Math.max(0, colon)), each.slice(colon + 1).trim()] as const;
      });
      if (headers.some(([name]) => name === '')) yield 'a header has no name';
      const all = (name: string): string =>
        headers.flatMap(([each, value]) => (each.toLowerCase() === name ? [value] : [])).join(',');
      const length = isBare(start) ? '0' : all('content-length');
      if (length !== '0' && /chunked\s*$/i.test(all('transfer-encoding'))) yield* chunks();
      else if (!/^\d*$/.test(length)) yield `content-length ${length} is none`;
      else yield* keep(length === '' && isToEnd ? Number.POSITIVE_INFINITY : Number(length));
      onMessage({ start, headers, at, body: Buffer.concat(pieces), sizeBytes });
      pieces = [];
      sizeBytes = 0;
      isOpen = false;
    }
  }
  const reading = messages();
  const read = (bytes: Uint8Array, at: number): void => {
    waiting = Buffer.concat([waiting, bytes]);
    now = at;
    const { value: why, done } = reading.next();
    if (why !== undefined) {
      reading.return();
      onStrange(why);
    }
    // If the bytes are no HTTP, none are kept.
    if (done) waiting = Buffer.alloc(0);
  };
  return {
    read,
    /** Ends the reader with its connection. Returns whether that cut a message off. */
    end(at: number): boolean {
      isOver = true;
      read(waiting.subarray(0, 0), at);
      return isOpen || waiting.byteLength > 0;
    },
  };
}
