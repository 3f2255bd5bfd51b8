import type { CapturedBody, Headers, Send } from '../model.ts';
import { textOf } from '../wire.ts';

/** One call to the receiver, as it is recorded. */
export interface ReceivedCall {
  readonly method: string;
  /** Path and query, with the secret replaced. */
  readonly path: string;
  readonly expectedPath: boolean;
  readonly headers: Headers;
  readonly body: CapturedBody;
  readonly answered: number;
}

/** What the receiver needs to know, and where its calls go. */
export interface ReceiverOptions {
  /** First part of the path of every honest delivery. */
  readonly pathSecret: string;
  /** The status that acknowledges a delivery. */
  readonly acknowledge: number;
  readonly onDelivery: (call: ReceivedCall) => void;
  /** So much of a body is kept. */
  readonly keepBytes?: number;
}

const KEPT_BYTES = 1024 * 1024;
const PLACEHOLDER = '[webhook-path]';

/**
 * The receiver as a `Send`: every call is handed over, whoever made it and wherever it went, and acknowledged at once;
 * what it means is judged later. A call elsewhere than below the secret path gets 404, another method than POST 405.
 */
export function createReceiver({ pathSecret, acknowledge, onDelivery, keepBytes = KEPT_BYTES }: ReceiverOptions): Send {
  return (request) => {
    const { pathname, search } = new URL(request.url);
    const expectedPath = pathname === `/${pathSecret}` || pathname.startsWith(`/${pathSecret}/`);
    const answered = !expectedPath ? 404 : request.method !== 'POST' ? 405 : acknowledge;
    // Our own probe asks what is allowed here; nobody delivers that way.
    const isProbe = expectedPath && request.method === 'OPTIONS';
    if (!isProbe) {
      const path = `${pathname}${search}`.replaceAll(pathSecret, PLACEHOLDER);
      const { method, headers } = request;
      onDelivery({ method, path, expectedPath, headers, body: captured(request.body ?? new Uint8Array(), keepBytes), answered });
    }
    return Promise.resolve({ status: answered, headers: [], body: new Uint8Array(), tookMs: 0 });
  };
}

function captured(body: Uint8Array, keepBytes: number): CapturedBody {
  const kept = body.subarray(0, keepBytes);
  const text = textOf(kept);
  return {
    ...(text === undefined ? { base64: Buffer.from(kept).toString('base64') } : { text }),
    sizeBytes: body.byteLength,
    ...(body.byteLength > keepBytes ? { cut: true } : {}),
  };
}
