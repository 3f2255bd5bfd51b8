import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { BROKEN_AS } from '../fake/fault.ts';
import type { FaultKind, Send, WireRequest, WireResponse } from '../model.ts';
import { bytesOf, decodeUtf8 } from '../wire/wire.ts';
import { MAX_HEADER_BYTES } from './body-buffer.ts';
import { EnvironmentError } from './file-problem.ts';
import { type Served, type ServeOptions, serve, type TurnedAway } from './serve.ts';
import { closed } from './testing/closed.ts';
import { client, closeAll, closeLater, get, pem } from './testing/peer.ts';

afterEach(closeAll);

async function served(send: Send, options: Partial<ServeOptions> = {}): Promise<Served> {
  const made = await serve(send, { host: '127.0.0.1', port: 0, ...options });
  closeLater(made.close);
  return made;
}
const answering =
  (response: Partial<WireResponse>): Send =>
  () =>
    Promise.resolve({ status: 200, headers: [], body: new Uint8Array(), tookMs: 0, ...response });

/** Writes to a socket and reads until the server closes it. */
async function talk(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let read = '';
  socket.on('data', (chunk) => {
    read += chunk.toString('latin1');
  });
  socket.on('error', () => {});
  socket.write(text, 'latin1');
  await closed(socket);
  return read;
}

describe('a request reaches the function as it was received', () => {
  /** What the function is given for these bytes. */
  async function requestFor(text: string): Promise<WireRequest & { text: string | null | undefined }> {
    const seen: WireRequest[] = [];
    const { port } = await served((request) => {
      seen.push(request);
      return answering({ headers: [['connection', 'close']] })(request);
    });
    await talk(port, text);
    const request = seen[0] as WireRequest;
    return { ...request, text: request.body === null ? null : decodeUtf8(request.body) };
  }

  test('with its query as written and every header, doubled, in order and case', async () => {
    const query = 'address={"id":"1"}&x=%7B%zz';
    expect(
      await requestFor(`GET /a/../b?${query} HTTP/1.1\r\nHost: h.example\r\ntenant: a\r\nTENANT: b\r\n\r\n`),
    ).toMatchObject({
      method: 'GET',
      url: `http://h.example/a/../b?${query}`,
      headers: [
        ['Host', 'h.example'],
        ['tenant', 'a'],
        ['TENANT', 'b'],
      ],
      body: null,
    });
  });

  test('with its body whole, sized or chunked, and none is not the same as an empty one', async () => {
    expect((await requestFor('POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\n{"a" ')).text).toBe('{"a" ');
    expect(
      (
        await requestFor(
          'POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{"\r\n1\r\nb\r\n0\r\n\r\n',
        )
      ).text,
    ).toBe('{"b');
    expect((await requestFor('POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n')).text).toBe('');
    expect((await requestFor('GET / HTTP/1.1\r\nHost: h\r\n\r\n')).text).toBeNull();
  });

  test('also without a host header', async () => {
    expect((await requestFor('GET /x HTTP/1.1\r\n\r\n')).url).toBe('http://localhost/x');
  });
});

describe('an answer is written as it is', () => {
  test('with exactly its headers, in order and case, and the length that was missing', async () => {
    const headers = [
      ['X-b', '1'],
      ['x-A', '2'],
      ['X-b', '3'],
      ['Connection', 'close'],
    ] as const;
    const { port } = await served(answering({ status: 422, headers, body: bytesOf('{"é"') }));
    expect(await talk(port, 'GET / HTTP/1.1\r\nHost: h\r\n\r\n')).toBe(
      'HTTP/1.1 422 Unprocessable Entity\r\nX-b: 1\r\nx-A: 2\r\nX-b: 3\r\nConnection: close\r\ncontent-length: 5\r\n\r\n{"Ã©"',
    );
  });

  test('without a body, and without a length, where the status allows none', async () => {
    const { port } = await served(answering({ status: 204, headers: [['connection', 'close']] }));
    expect(await talk(port, 'GET / HTTP/1.1\r\nHost: h\r\n\r\n')).toBe(
      'HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n',
    );
  });

  test('to HEAD with the length and without the body', async () => {
    const { port } = await served(answering({ headers: [['connection', 'close']], body: bytesOf('abc') }));
    expect(await talk(port, 'HEAD / HTTP/1.1\r\nHost: h\r\n\r\n')).toBe(
      'HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 3\r\n\r\n',
    );
  });

  test('with a length that lies, after which the connection is closed', async () => {
    const { port } = await served(answering({ headers: [['content-length', '9']], body: bytesOf('abc') }));
    expect(await talk(port, 'GET / HTTP/1.1\r\nHost: h\r\n\r\n')).toBe(
      'HTTP/1.1 200 OK\r\ncontent-length: 9\r\nConnection: close\r\n\r\nabc',
    );
  });

  test('over one connection for many requests', async () => {
    const { url, port } = await served(answering({ body: bytesOf('ok') }));
    const { send } = client({ connections: 1 });
    for (let i = 0; i < 20; i++) {
      expect(await send({ method: 'POST', url, headers: [], body: bytesOf(`${i}`) })).toMatchObject({
        status: 200,
      });
    }
    expect(port).toBeGreaterThan(0);
  });

  test('over TLS', async () => {
    const { url } = await served(answering({ status: 202 }), { tls: { cert: pem('localhost'), key: pem('key') } });
    const { send } = client({ tls: { ca: pem('localhost') } });
    expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    expect(await send(get(url))).toMatchObject({ status: 202 });
  });
});

describe('a fault is played, so that a client meets it', () => {
  test.each<[FaultKind, FaultKind]>([
    ['reset', 'reset'],
    ['refused', 'reset'],
    ['unresolved', 'reset'],
    ['tls', 'reset'],
    ['aborted', 'reset'],
    ['timed-out', 'timed-out'],
    ['truncated', 'truncated'],
    ['malformed', 'malformed'],
    ['too-large', 'too-large'],
  ])('%s is met as %s', async (fault, met) => {
    const { url } = await served(() => Promise.resolve({ fault, detail: 'on purpose', tookMs: 0 }));
    const { send } = client({ responseMs: fault === 'timed-out' ? 60 : 5000 });
    expect(await send(get(url))).toMatchObject({ fault: met });
  });

  test.each(Object.entries(BROKEN_AS))('%s is met as %s', async (manner, met) => {
    const { url } = await served(() => Promise.resolve({ fault: met, manner, detail: 'on purpose', tookMs: 0 }));
    const { send } = client({ responseMs: met === 'timed-out' ? 60 : 5000 });
    // Within the head, a reset may come before what was written.
    const fault = manner === 'reset-in-head' ? expect.stringMatching(/^(reset|truncated)$/) : met;
    expect(await send(get(url))).toMatchObject({ fault });
  });
});

describe('a call that does not reach the function is told of', () => {
  const unreachable: Send = () => expect.unreachable();

  test('a body beyond the limit is answered 413', async () => {
    const calls: TurnedAway[] = [];
    const { port } = await served(unreachable, { maxBodyBytes: 10, onTurnedAway: (call) => calls.push(call) });
    const text = `POST /kci HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\n${'x'.repeat(1000)}`;
    expect(await talk(port, text)).toBe(
      'HTTP/1.1 413 Payload Too Large\r\nconnection: close\r\ncontent-length: 0\r\n\r\n',
    );
    expect(calls).toEqual([
      {
        method: 'POST',
        url: 'http://h/kci',
        headers: [
          ['Host', 'h'],
          ['Content-Length', '1000'],
        ],
        answered: 413,
        why: 'the body is longer than 10 bytes',
      },
    ]);
  });

  test.each([
    ['what is not HTTP is answered 400', 'hello\r\n\r\n', 400, /^not HTTP\/1\.1: Parse Error: Invalid method/],
    [
      'headers beyond the limit are answered 431',
      `GET / HTTP/1.1\r\nx: ${'y'.repeat(MAX_HEADER_BYTES)}\r\n\r\n`,
      431,
      /^not HTTP\/1\.1: Parse Error: Header overflow/,
    ],
  ])('%s', async (_name, text, answered, why) => {
    const calls: TurnedAway[] = [];
    const { port } = await served(unreachable, { onTurnedAway: (call) => calls.push(call) });
    expect(await talk(port, text)).toMatch(new RegExp(`^HTTP/1.1 ${answered} `));
    expect(calls).toMatchObject([{ method: '', answered }]);
    expect(calls[0]?.why).toMatch(why);
  });
});

test('a client that goes away in the middle of its request, or before the answer, harms nobody', async () => {
  let answer = (): void => {};
  const { url, port } = await served(
    () =>
      new Promise((resolve) => {
        answer = () => resolve({ status: 200, headers: [], body: bytesOf('late'), tookMs: 0 });
      }),
  );
  for (const text of [
    'POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nabc',
    'GET / HTTP/1.1\r\nHost: h\r\n\r\n',
  ]) {
    const socket = connect(port, '127.0.0.1');
    socket.write(text);
    await new Promise((resolve) => setTimeout(resolve, 20));
    socket.resetAndDestroy();
    await closed(socket);
  }
  await new Promise((resolve) => setTimeout(resolve, 20));
  answer();
  const { send } = client();
  const next = send(get(url));
  await new Promise((resolve) => setTimeout(resolve, 20));
  answer();
  expect(await next).toMatchObject({ status: 200 });
});

describe('listening', () => {
  test('on a port in use says so, and what to do', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const error: unknown = await serve(answering({}), { host: '127.0.0.1', port }).catch((reason: unknown) => reason);
    other.close();
    expect(error).toBeInstanceOf(EnvironmentError);
    expect(error).toMatchObject({
      problem: {
        severity: 'error',
        message: `cannot listen on 127.0.0.1:${port}`,
        why: `port ${port} is in use by another program`,
        fix: 'end that program, choose another port, or port 0 for any free one',
      },
    });
  });

  test('ends with idle and with hanging connections at once', async () => {
    const { url, port, close } = await serve(() => Promise.resolve({ fault: 'timed-out', detail: '', tookMs: 0 }), {
      host: '127.0.0.1',
      port: 0,
    });
    const idle = connect(port, '127.0.0.1');
    idle.on('error', () => {});
    await once(idle, 'connect');
    const hanging = talk(port, `GET ${url} HTTP/1.1\r\nHost: h\r\n\r\n`);
    await new Promise((resolve) => setTimeout(resolve, 30));
    await close();
    expect(await hanging).toBe('');
    idle.destroy();
  });

  test('ends within its grace though an answer never comes', async () => {
    const { port, close } = await serve(() => new Promise(() => {}), { host: '127.0.0.1', port: 0 });
    const waiting = talk(port, 'GET / HTTP/1.1\r\nHost: h\r\n\r\n');
    await new Promise((resolve) => setTimeout(resolve, 30));
    await close();
    expect(await waiting).toBe('');
  });
});
