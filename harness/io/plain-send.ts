import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import type { Send, WireFault, WireResponse } from '../model.ts';
import { headerOf, isFault } from '../wire.ts';

const DECODERS: Readonly<Record<string, (body: Uint8Array) => Promise<Uint8Array>>> = {
  identity: (body) => Promise.resolve(body),
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

/**
 * A `Send` that asks for bodies without a content coding, for who says nothing accepts every one (RFC 9110, 12.5.3), and
 * undoes one that comes all the same: servers SHOULD heed the wish, no more. A coding that cannot be undone leaves the
 * body as it came, one that is broken makes the response `malformed`.
 */
export function plainSend(send: Send): Send {
  return async (request, signal) => {
    const isSaid = headerOf(request.headers, 'accept-encoding') !== undefined;
    const asked = isSaid
      ? request
      : { ...request, headers: [...request.headers, ['accept-encoding', 'identity'] as const] };
    const answer = await send(asked, signal);
    return isFault(answer) ? answer : decoded(answer);
  };
}

async function decoded(answer: WireResponse): Promise<WireResponse | WireFault> {
  const codings = (headerOf(answer.headers, 'content-encoding') ?? '').toLowerCase().split(',');
  const decoders = codings
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '')
    .map((coding) => DECODERS[coding]);
  if (answer.body.byteLength === 0 || decoders.includes(undefined)) return answer;
  let { body } = answer;
  try {
    // The last coding was put on last.
    for (const decode of decoders.reverse()) body = (await decode?.(body)) ?? body;
  } catch (error) {
    const detail = `the content coding ${codings.join(', ')} is broken: ${(error as Error).message}`;
    return { fault: 'malformed', detail, tookMs: answer.tookMs };
  }
  return { ...answer, body };
}
