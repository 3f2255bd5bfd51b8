import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import type { Send, WireFault, WireResponse } from '../model.ts';
import { headerOf, isFault } from '../wire.ts';
import { MOST_BODY_BYTES } from './gather.ts';

type Decode = (body: Uint8Array, limit: { readonly maxOutputLength: number }) => Promise<Uint8Array>;

const DECODERS: Readonly<Record<string, Decode>> = {
  identity: (body) => Promise.resolve(body),
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

/** Nobody puts more on top of each other; a thousand would keep us busy long after the deadline. */
const MOST_CODINGS = 3;

/**
 * A `Send` that asks for bodies without a content coding, for who says nothing accepts every one (RFC 9110, 12.5.3), and
 * undoes one that comes all the same: servers SHOULD heed the wish, no more. A coding that cannot be undone leaves the
 * body as it came, one that is broken makes the response `malformed`, and one that unpacks to more than `maxBodyBytes`
 * makes it `too-large`: a thousand bytes can hold a million.
 */
export function plainSend(send: Send, maxBodyBytes = MOST_BODY_BYTES): Send {
  return async (request, signal) => {
    const isSaid = headerOf(request.headers, 'accept-encoding') !== undefined;
    const asked = isSaid
      ? request
      : { ...request, headers: [...request.headers, ['accept-encoding', 'identity'] as const] };
    const answer = await send(asked, signal);
    return isFault(answer) ? answer : decoded(answer, maxBodyBytes);
  };
}

async function decoded(answer: WireResponse, maxOutputLength: number): Promise<WireResponse | WireFault> {
  const codings = (headerOf(answer.headers, 'content-encoding') ?? '').toLowerCase().split(',');
  const decoders = codings
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '')
    .map((coding) => DECODERS[coding]);
  if (answer.body.byteLength === 0 || decoders.includes(undefined)) return answer;
  if (decoders.length > MOST_CODINGS) {
    return { fault: 'too-large', detail: `the body has ${decoders.length} content codings`, tookMs: answer.tookMs };
  }
  let { body } = answer;
  try {
    // The last coding was put on last.
    for (const decode of decoders.reverse()) body = (await decode?.(body, { maxOutputLength })) ?? body;
  } catch (error) {
    if ((error as { readonly code?: string }).code === 'ERR_BUFFER_TOO_LARGE') {
      return { fault: 'too-large', detail: 'the body unpacks to more than the limit', tookMs: answer.tookMs };
    }
    const detail = `the content coding ${codings.join(', ')} is broken: ${(error as Error).message}`;
    return { fault: 'malformed', detail, tookMs: answer.tookMs };
  }
  return { ...answer, body };
}
