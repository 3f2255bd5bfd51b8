import type { Headers } from '../model.ts';

/** An HTTP/1.1 message as it went over a connection. */
export interface Message {
  /** `GET /a HTTP/1.1`, or `HTTP/1.1 200 OK`. */
  readonly start: string;
  readonly headers: Headers;
  /** Without the framing of chunks; only its first part where it is very long. */
  readonly body: Uint8Array;
  /** Of the whole body. */
  readonly sizeBytes: number;
  /** When its first part came, ms since the epoch. */
  readonly at: number;
}

/** Reads the messages of one direction of a connection beside those who exchange them. */
export interface MessageReader {
  read(bytes: Uint8Array, at: number): void;
  /** The connection has ended; says whether that broke a message off. */
  end(at: number): boolean;
}

/** What a reader tells, and is told. */
export interface ReadingOptions {
  readonly onMessage: (message: Message) => void;
  /** What comes is no HTTP; nothing more is read. */
  readonly onStrange: (why: string) => void;
  /** Whether the message of this start line has no body, whatever its headers say (RFC 9112, 6.3). */
  readonly isBare: (start: string) => boolean;
  /** Whether a body without any length goes on to the end of the connection: that of an answer. */
  readonly isToEnd: boolean;
}

const MOST_HEAD = 256 * 1024;
const MOST_KEPT = 1024 * 1024 + 1;
const START = /^(?:[!#$%&'*+.^_`|~\w-]+ \S+ HTTP\/1\.[01]|HTTP\/1\.[01] \d{3}(?: .*)?)$/;

/** A reader of HTTP/1.1 (RFC 9112), as lenient as it can be without guessing. */
export function readMessages({ onMessage, onStrange, isBare, isToEnd }: ReadingOptions): MessageReader {
  let waiting = Buffer.alloc(0);
  let open: (Omit<Message, 'body' | 'sizeBytes'> & { readonly pieces: Buffer[] }) | undefined;
  let size = 0;
  let kept = 0;
  /** How much of the body is to come: bytes, chunk after chunk, or all until the end. */
  let left: number | 'chunks' | 'trailers' | 'all' = 0;
  let inChunk = 0;
  let firstAt: number | undefined;
  let isStrange = false;

  const strange = (why: string): false => {
    isStrange = true;
    waiting = Buffer.alloc(0);
    onStrange(why);
    return false;
  };
  const keep = (bytes: Buffer): void => {
    size += bytes.byteLength;
    const part = bytes.subarray(0, Math.max(0, MOST_KEPT - kept));
    kept += part.byteLength;
    if (part.byteLength > 0) open?.pieces.push(Buffer.from(part));
  };
  const take = (count: number): Buffer => {
    const bytes = waiting.subarray(0, count);
    waiting = waiting.subarray(count);
    return bytes;
  };
  const done = (at: number): true => {
    if (open) {
      const { pieces, ...head } = open;
      onMessage({ ...head, body: Buffer.concat(pieces), sizeBytes: size });
    }
    open = undefined;
    size = kept = 0;
    firstAt = waiting.byteLength > 0 ? at : undefined;
    return true;
  };
  /** A line without its end, of either kind; undefined where it has not come whole. */
  const line = (): string | undefined => {
    const end = waiting.indexOf(0x0a);
    return end < 0
      ? undefined
      : take(end + 1)
          .toString('latin1')
          .replace(/\r?\n$/, '');
  };

  const head = (at: number): boolean => {
    while (waiting[0] === 0x0d || waiting[0] === 0x0a) take(1);
    const [found] = /\r?\n\r?\n/.exec(waiting.toString('latin1', 0, MOST_HEAD)) ?? [];
    if (found === undefined) return waiting.byteLength > MOST_HEAD ? strange('the head is too long') : false;
    const end = waiting.indexOf(found, 0, 'latin1');
    const [start = '', ...lines] = take(end + found.length)
      .subarray(0, end)
      .toString('latin1')
      .split(/\r?\n/);
    if (!START.test(start)) return strange(`"${start.slice(0, 80)}" begins no message`);
    const headers = lines.map((each) => {
      const colon = each.indexOf(':');
      return [each.slice(0, Math.max(0, colon)), each.slice(colon + 1).trim()] as const;
    });
    if (headers.some(([name]) => name === '')) return strange('a header has no name');
    const all = (name: string): string =>
      headers.flatMap(([each, value]) => (each.toLowerCase() === name ? [value] : [])).join(',');
    const length = all('content-length');
    open = { start, headers, pieces: [], at: firstAt ?? at };
    if (isBare(start)) left = 0;
    else if (/chunked\s*$/i.test(all('transfer-encoding'))) left = 'chunks';
    else if (/^\d+$/.test(length)) left = Number(length);
    else if (length !== '') return strange(`content-length ${length} is none`);
    else left = isToEnd ? 'all' : 0;
    return left === 0 ? done(at) : true;
  };

  const body = (at: number): boolean => {
    if (typeof left === 'number') {
      const part = take(Math.min(left, waiting.byteLength));
      left -= part.byteLength;
      keep(part);
      return left === 0 ? done(at) : false;
    }
    if (left === 'all') {
      keep(take(waiting.byteLength));
      return false;
    }
    if (inChunk > 0) {
      const part = take(Math.min(inChunk, waiting.byteLength));
      inChunk -= part.byteLength;
      keep(part);
      return inChunk === 0;
    }
    const said = line();
    if (said === undefined) return false;
    if (left === 'trailers') return said === '' ? done(at) : true;
    // What ends the chunk before.
    if (said === '') return true;
    const [, digits] = /^([\da-f]+)\s*(?:;.*)?$/i.exec(said) ?? [];
    if (digits === undefined) return strange(`"${said.slice(0, 40)}" is no length of a chunk`);
    inChunk = Number.parseInt(digits, 16);
    if (inChunk === 0) left = 'trailers';
    return true;
  };

  return {
    read(bytes, at) {
      if (isStrange) return;
      if (!open) firstAt ??= at;
      waiting = waiting.byteLength === 0 ? Buffer.from(bytes) : Buffer.concat([waiting, bytes]);
      while (waiting.byteLength > 0 && (open ? body(at) : head(at)));
    },
    end(at) {
      if (open && left === 'all') done(at);
      return open !== undefined || waiting.byteLength > 0;
    },
  };
}
