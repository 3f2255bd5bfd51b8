import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { Send, WireFault, WireResponse } from '../model.ts';
import { headerOf, isFault } from '../wire/wire.ts';
import { MAX_BODY_BYTES } from './body-buffer.ts';

type Decode = (body: Uint8Array, limit: { readonly maxOutputLength: number }) => Uint8Array;

// Synchronous: other threads would not be faster for bodies of this size, and virtual time does not wait for threads.
const DECODERS: Readonly<Record<string, Decode>> = {
  identity: (body) => body,
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/** Nobody nests more codings; a thousand would keep us busy long after the deadline. */
const MAX_CODINGS = 3;

/**
 * A `Send` that asks for bodies without a content coding, because a request without the header accepts every coding (RFC
 * 9110, 12.5.3). Undoes a coding that comes anyway: servers only SHOULD respect the wish.
 */
export function plainSend(send: Send): Send {
  const unpacked = unpackedSend(send);
  return (request, signal) => {
    const isSaid = headerOf(request.headers, 'accept-encoding') !== undefined;
    const asked = isSaid
      ? request
      : { ...request, headers: [...request.headers, ['accept-encoding', 'identity'] as const] };
    return unpacked(asked, signal);
  };
}

/**
 * A `Send` whose answers have no content coding any more. An unknown coding leaves the body as it came, broken data makes
 * the response `malformed`, and a body that unpacks beyond the limit makes it `too-large`: a thousand bytes can hold a
 * million.
 */
export function unpackedSend(send: Send): Send {
  return async (request, signal) => {
    const answer = await send(request, signal);
    return isFault(answer) ? answer : withoutCodings(answer);
  };
}

/** The answer without its content codings. */
export function withoutCodings(answer: WireResponse): WireResponse | WireFault {
  const said = headerOf(answer.headers, 'content-encoding');
  if (said === undefined) return answer;
  const codings = said.toLowerCase().split(',');
  const decoders = codings
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '')
    .map((coding) => (Object.hasOwn(DECODERS, coding) ? DECODERS[coding] : undefined));
  if (answer.body.byteLength === 0 || decoders.includes(undefined)) return answer;
  if (decoders.length > MAX_CODINGS) {
    return { fault: 'too-large', detail: `the body has ${decoders.length} content codings`, tookMs: answer.tookMs };
  }
  let { body } = answer;
  try {
    // The last coding was applied last.
    for (const decode of decoders.reverse()) body = decode?.(body, { maxOutputLength: MAX_BODY_BYTES }) ?? body;
  } catch (error) {
    if ((error as { readonly code?: string }).code === 'ERR_BUFFER_TOO_LARGE') {
      return { fault: 'too-large', detail: 'the body unpacks to more than the limit', tookMs: answer.tookMs };
    }
    const detail = `the content coding ${codings.join(', ')} is broken: ${(error as Error).message}`;
    return { fault: 'malformed', detail, tookMs: answer.tookMs };
  }
  return { ...answer, body };
}
