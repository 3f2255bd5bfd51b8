import type { Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { afterEach, describe, expect, test } from 'vitest';
import type { WireFault, WireResponse } from '../model.ts';
import { captureBody } from '../wire/capture.ts';
import { bodyJson, isFault } from '../wire/wire.ts';
import { plainSend } from './plain-send.ts';
import { ACTIONS } from './testing/hostile.ts';
import { client, closeAll, faultIn, get, peer, pem, responseIn } from './testing/peer.ts';

afterEach(closeAll);

/** What came of an exchange, in a line: the fault, or the status and why the body is no JSON. */
function told(result: WireResponse | WireFault): string {
  if (isFault(result)) return `${result.fault}: ${result.detail}`;
  const { json, problem } = bodyJson(captureBody(result.body));
  return `${result.status}${problem === undefined ? '' : `, ${problem}`}${json === undefined ? '' : `, ${JSON.stringify(json).slice(0, 40)}`}`;
}

const TOLD: Readonly<Record<keyof typeof ACTIONS, string>> = {
  'body beyond the cap': 'too-large: the body is larger than the limit',
  'body that never ends': 'too-large: the body is larger than the limit',
  'body that never ends, a byte in each chunk': 'too-large: the body is larger than the limit',
  'body of one byte per second': 'timed-out: only 1 bytes of the body within 600 ms',
  'headers of one byte per second': 'timed-out: only 0 bytes of the body within 600 ms',
  'headers that never end': 'too-large: the headers are larger than the limit',
  'one header that never ends': 'too-large: the headers are larger than the limit',
  'gzip bomb': 'too-large: the body unpacks to more than the limit',
  'gzip bomb in a gzip bomb': 'too-large: the body unpacks to more than the limit',
  'a thousand codings': 'too-large: the body has 1001 content codings',
  'broken gzip': 'malformed: the content coding gzip is broken: incorrect header check',
  'content-length too long': 'truncated: the connection was closed after 2 bytes of the body, before its end',
  'content-length too short': '200, Unterminated string in JSON at position 2 (line 1 column 3)',
  'content-length doubled': 'malformed: the response is not HTTP/1.1: its headers are broken',
  'content-length negative': 'malformed: the response is not HTTP/1.1: Invalid character in Content-Length',
  'content-length beyond 64 bits': 'malformed: the response is not HTTP/1.1: its headers are broken',
  'content-length beside chunks': 'malformed: the response is not HTTP/1.1: its headers are broken',
  'truncated chunk': 'truncated: the connection was closed after 3 bytes of the body, before its end',
  'chunk without a size': 'malformed: the response is not HTTP/1.1: Invalid character in chunk size',
  'chunk beyond 64 bits': 'malformed: the response is not HTTP/1.1: Chunk size overflow',
  'broken UTF-8': '200, the body is not valid UTF-8',
  'NUL bytes': `200, Unexpected token '\0', "{"a":\0}" is not valid JSON`,
  'NUL in a header': 'malformed: the response is not HTTP/1.1: Invalid header value char',
  'byte order mark': `200, Unexpected token '\ufeff', "\ufeff{}" is not valid JSON`,
  'lists nested 100,000 deep': '200, the JSON is nested more than 200 levels deep',
  'objects nested 100,000 deep': '200, the JSON is nested more than 200 levels deep',
  'nested, and never closed': '200, the JSON is nested more than 200 levels deep',
  'a million keys': 'too-large: the body is larger than the limit',
  'as many keys as are read': '200, {"k0":0,"k1":0,"k2":0,"k3":0,"k4":0,"k5"',
  'repeated keys': '200, {"code":"B","uuid":2}',
  '__proto__ keys': '200, {"__proto__":{"polluted":true},"construc',
  'numbers beyond 2^53': '200, {"id":9007199254740992,"x":null,"y":0,"z',
  'redirect to another host': '302',
  'redirect to a file': '307',
  'redirect to itself': '301',
  '1xx without end': 'timed-out: only 0 bytes of the body within 600 ms',
  '1xx storm, then an answer': '200, {}',
  '100 nobody asked for': 'reset: the peer sent 100 Continue unasked, and the client cannot read past it',
  '101 nobody asked for': 'malformed: the peer broke the HTTP/1.1 protocol: bad upgrade',
  trailers: '200, {}',
  'trailers without end': 'too-large: the headers are larger than the limit',
  'HTTP/1.0': '200, {}',
  'HTTP/0.9': 'malformed: the response is not HTTP/1.1: Expected HTTP/, RTSP/ or ICE/',
  'HTTP/2 at once': 'malformed: the response is not HTTP/1.1: Expected HTTP/, RTSP/ or ICE/',
  'status of four digits': 'malformed: the response is not HTTP/1.1: Invalid response status',
  'status 000': 'malformed: the response is not HTTP/1.1: its status is below 100',
  'two answers': '200, {}',
  'answered, then closed': '200, {}',
  'reset at once': 'reset: the connection was reset before a response',
  'reset within the headers': 'reset: the connection was reset after 0 bytes of the body',
  'reset within the body': 'reset: the connection was reset after 3 bytes of the body',
  silence: 'timed-out: no response within 600 ms',
};

test('every hostile action is in the table', () => {
  expect(Object.keys(TOLD)).toEqual(Object.keys(ACTIONS));
});

test.each(Object.entries(ACTIONS))(
  '%s: told as it is, and the next exchange is as if nothing had been',
  async (name, action) => {
    let count = 0;
    const port = await peer((socket) =>
      socket.on('data', () => {
        count += 1;
        if (count === 1) action(socket);
        else socket.write('HTTP/1.1 204 No Content\r\n\r\n');
      }),
    );
    // Of what is told, the deadline is a part only where the action would go on for ever.
    const lasts = TOLD[name]?.startsWith('timed-out') === true;
    const { send } = client({ responseMs: lasts ? 600 : 10_000, connections: 1 });
    const request = get(`http://127.0.0.1:${port}/`);

    expect(told(await plainSend(send)(request))).toBe(TOLD[name]);
    expect(told(await plainSend(send)(request))).toBe('204');
    expect(({} as { readonly polluted?: unknown }).polluted).toBeUndefined();
  },
);

test('a connection that is reset at any byte of an answer is a fault, and never an answer cut short', async () => {
  const answer =
    'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n';
  const faults = new Map<string, number>();
  for (let bytes = 0; bytes < answer.length; bytes += 1) {
    const port = await peer((socket: Socket) =>
      socket.once('data', () => {
        const reset = (): void => void setImmediate(() => socket.resetAndDestroy());
        if (bytes === 0) reset();
        else socket.write(answer.slice(0, bytes), reset);
      }),
    );
    const { fault } = faultIn(await client().send(get(`http://127.0.0.1:${port}/`)));
    faults.set(fault, (faults.get(fault) ?? 0) + 1);
    await closeAll();
  }
  expect([...faults]).toEqual([['reset', answer.length]]);
});

test('a connection that is closed between requests costs no request', async () => {
  const port = await peer((socket) =>
    socket.once('data', () => {
      socket.write('HTTP/1.1 204 No Content\r\n\r\n');
      setImmediate(() => socket.end());
    }),
  );
  const { send } = client();
  const told: number[] = [];
  for (let i = 0; i < 20; i += 1) {
    told.push(responseIn(await send(get(`http://127.0.0.1:${port}/`))).status);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(new Set(told)).toEqual(new Set([204]));
});

describe('no secure connection', () => {
  const listening = (options: TlsOptions): Promise<number> => {
    const server = createTlsServer({ key: pem('key'), ...options });
    server.on('tlsClientError', () => {});
    return peer((socket) => socket.once('data', () => socket.write('HTTP/1.1 204 No Content\r\n\r\n')), server);
  };

  test.each<[string, TlsOptions, string]>([
    ['expired', { cert: pem('expired') }, 'the certificate has expired'],
    ['for another host', { cert: pem('other-host') }, 'the certificate is for another host name'],
    ['self-signed', { cert: pem('localhost') }, 'the certificate is self-signed'],
    [
      'unknown authority',
      { cert: pem('by-authority') },
      'the certificate was issued by an authority that is not trusted',
    ],
    [
      'unknown authority, sent along',
      { cert: `${pem('by-authority')}${pem('authority')}` },
      'the certificate chain ends in a self-signed certificate that is not trusted',
    ],
    [
      'a protocol of 2006',
      {
        cert: pem('localhost'),
        minVersion: 'TLSv1.1',
        maxVersion: 'TLSv1.1',
        ciphers: 'DEFAULT@SECLEVEL=0',
      },
      'the peer speaks no version of TLS that is safe',
    ],
    [
      'a certificate is wanted of the client',
      {
        cert: pem('by-authority'),
        ca: pem('authority'),
        requestCert: true,
        rejectUnauthorized: true,
        maxVersion: 'TLSv1.2',
      },
      'ssl/tls alert handshake failure',
    ],
  ])('%s', async (name, options, detail) => {
    const port = await listening(options);
    const trusted: Readonly<Record<string, string>> = {
      expired: pem('expired'),
      'for another host': pem('other-host'),
      'a certificate is wanted of the client': pem('authority'),
    };
    const ca = trusted[name];
    const { send } = client({ tls: ca === undefined ? {} : { ca } });
    expect(faultIn(await send(get(`https://127.0.0.1:${port}/`)))).toEqual({
      fault: 'tls',
      detail: `no secure connection: ${detail}`,
    });
  });

  test('a certificate of a trusted authority is accepted', async () => {
    const port = await listening({ cert: pem('by-authority') });
    const { send } = client({ tls: { ca: pem('authority') } });
    expect(responseIn(await send(get(`https://127.0.0.1:${port}/`))).status).toBe(204);
  });

  test('a handshake that never ends does at the deadline', async () => {
    const port = await peer(() => {});
    const { send } = client({ responseMs: 300 });
    expect(faultIn(await send(get(`https://127.0.0.1:${port}/`))).fault).toBe('timed-out');
  });
});

test('a host that has no address is unresolved', async () => {
  const { send } = client({ allowHosts: ['nowhere.invalid'] });
  expect(faultIn(await send(get('http://nowhere.invalid/')))).toEqual({
    fault: 'unresolved',
    detail: expect.stringMatching(/^the host name has no address: getaddrinfo E\w+ nowhere\.invalid$/),
  });
});
