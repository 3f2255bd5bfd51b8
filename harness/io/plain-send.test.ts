import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Headers, Send, WireRequest } from '../model.ts';
import { bytesOf, decodeUtf8, isFault } from '../wire/wire.ts';
import { MAX_BODY_BYTES } from './body-buffer.ts';
import { plainSend } from './plain-send.ts';

const JSON_TEXT = '{"id":7}';
const REQUEST: WireRequest = { method: 'GET', url: 'http://gateway.test/', headers: [], body: null };

function answering(headers: Headers, body: Uint8Array): { readonly send: Send; readonly asked: Headers[] } {
  const asked: Headers[] = [];
  const send: Send = (request) => {
    asked.push(request.headers);
    return Promise.resolve({ status: 200, headers, body, tookMs: 1 });
  };
  return { send, asked };
}

async function textAfter(coding: string, body: Uint8Array): Promise<string | undefined> {
  const { send } = answering([['Content-Encoding', coding]], body);
  const answer = await plainSend(send)(REQUEST);
  return isFault(answer) ? answer.detail : decodeUtf8(answer.body);
}

describe('a plain send', () => {
  it.each([
    ['gzip', gzipSync(JSON_TEXT)],
    ['GZip', gzipSync(JSON_TEXT)],
    ['x-gzip', gzipSync(JSON_TEXT)],
    ['deflate', deflateSync(JSON_TEXT)],
    ['br', brotliCompressSync(JSON_TEXT)],
    ['identity', bytesOf(JSON_TEXT)],
    ['deflate, gzip', gzipSync(deflateSync(JSON_TEXT))],
    ['a-coding-of-its-own', bytesOf(JSON_TEXT)],
    ['constructor', bytesOf(JSON_TEXT)],
  ])('undoes %s', async (coding, body) => {
    expect(await textAfter(coding, body)).toBe(JSON_TEXT);
  });

  it('says that a coding is broken', async () => {
    expect(await textAfter('gzip', bytesOf(JSON_TEXT))).toBe(
      'the content coding gzip is broken: incorrect header check',
    );
  });

  it('stops unpacking at the limit', async () => {
    const { send } = answering([['Content-Encoding', 'gzip']], gzipSync(new Uint8Array(MAX_BODY_BYTES + 1)));
    expect(await plainSend(send)(REQUEST)).toEqual({
      fault: 'too-large',
      detail: 'the body unpacks to more than the limit',
      tookMs: 1,
    });
  });

  it('leaves an empty body empty', async () => {
    expect(await textAfter('gzip', new Uint8Array())).toBe('');
  });

  it('asks for no coding, unless the request speaks of codings itself', async () => {
    const { send, asked } = answering([], bytesOf(JSON_TEXT));
    await plainSend(send)(REQUEST);
    await plainSend(send)({ ...REQUEST, headers: [['Accept-Encoding', 'gzip']] });
    expect(asked).toEqual([[['accept-encoding', 'identity']], [['Accept-Encoding', 'gzip']]]);
  });
});
