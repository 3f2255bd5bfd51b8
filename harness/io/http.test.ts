import { afterEach, describe, expect, test } from 'vitest';
import type { WireRequest } from '../model.ts';
import { bytesOf } from '../wire/wire.ts';
import { MAX_BODY_BYTES } from './body-buffer.ts';
import { answering, client, closeAll, faultIn, get, peer, responseIn } from './testing/peer.ts';

afterEach(closeAll);

describe('a request goes out as it was given', () => {
  /** What the peer reads when the client sends the request. */
  async function wireOf(request: (origin: string) => WireRequest): Promise<string> {
    let read = '';
    const port = await peer((socket) =>
      socket.on('data', (chunk) => {
        read += chunk.toString('latin1');
        if (read.includes('\r\n\r\n')) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
      }),
    );
    responseIn(await client().send(request(`http://127.0.0.1:${port}`)));
    return read.replaceAll(String(port), 'PORT');
  }

  test('with an unencoded query, dots in the path, and headers doubled, in order and in their case', async () => {
    const headers = [
      ['X-Request-ID', 'one'],
      ['tenant', 'b'],
      ['X-Request-ID', 'two'],
      ['Empty', ''],
    ] as const;
    const wire = await wireOf((origin) => get(`${origin}/a/../b//?address={"id":"1"}&x=%zz&#y`, headers));
    expect(wire).toBe(
      'GET /a/../b//?address={"id":"1"}&x=%zz&#y HTTP/1.1\r\nhost: 127.0.0.1:PORT\r\nconnection: keep-alive\r\n' +
        'X-Request-ID: one\r\ntenant: b\r\nX-Request-ID: two\r\nEmpty: \r\n\r\n',
    );
  });

  test('with a body that is no JSON, byte for byte', async () => {
    const headers = [['Content-Type', 'application/json']] as const;
    const wire = await wireOf((url) => ({ method: 'POST', url, headers, body: bytesOf('{"orderType" "NEW",\0}') }));
    expect(wire).toBe(
      'POST / HTTP/1.1\r\nhost: 127.0.0.1:PORT\r\nconnection: keep-alive\r\n' +
        'Content-Type: application/json\r\ncontent-length: 21\r\n\r\n{"orderType" "NEW",\0}',
    );
  });

  test('with a body in two halves, one after the other, and its length before them', async () => {
    const read: string[] = [];
    const port = await peer((socket) =>
      socket.on('data', (part) => {
        read.push(part.toString('latin1'));
        if (read.join('').endsWith('}')) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
      }),
    );
    const request = { method: 'POST', url: `http://127.0.0.1:${port}`, headers: [], body: bytesOf('{"a":1}') };
    responseIn(await client().send({ ...request, isHalved: true }));
    expect(read.join('')).toMatch(/\r\ncontent-length: 7\r\n\r\n\{"a":1\}$/);
    expect(read.at(-1)).toBe('":1}');
  });

  test('by a connection that only requests of its name use, also some time later', async () => {
    let opened = 0;
    const used: number[] = [];
    const port = await peer((socket) => {
      opened += 1;
      const nth = opened;
      socket.on('data', () => {
        used.push(nth);
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
      });
    });
    const { send } = client();
    const ask = async (more: Partial<WireRequest>) =>
      responseIn(await send({ ...get(`http://127.0.0.1:${port}/`), ...more }));
    await ask({});
    await ask({ connection: 'a' });
    await ask({ connection: 'b' });
    await ask({});
    // Longer than other connections are kept.
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    await ask({ connection: 'a' });
    expect(used).toEqual([1, 2, 3, 1, 2]);
  });

  test('with a host header of its own, and text outside ASCII in the path as UTF-8', async () => {
    const wire = await wireOf((origin) => get(`${origin}/café`, [['Host', 'gateway.example']]));
    expect(wire).toBe('GET /cafÃ© HTTP/1.1\r\nhost: gateway.example\r\nconnection: keep-alive\r\n\r\n');
  });
});

describe('a response comes back as it was received', () => {
  test('with doubled headers and their case, and its bytes not decompressed', async () => {
    const port = await answering(
      'HTTP/1.1 200 Fine\r\nSet-Cookie: a=1\r\nX-Odd:  caf\xe9 \r\nset-cookie: b=2\r\ncontent-encoding: gzip\r\ncontent-length: 3\r\n\r\nabc',
    );
    expect(responseIn(await client().send(get(`http://127.0.0.1:${port}`)))).toEqual({
      status: 200,
      headers: [
        ['Set-Cookie', 'a=1'],
        ['X-Odd', 'café'],
        ['set-cookie', 'b=2'],
        ['content-encoding', 'gzip'],
        ['content-length', '3'],
      ],
      text: 'abc',
    });
  });

  test.each([
    [
      'chunked',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n',
      200,
      'abcde',
    ],
    [
      'after an interim response',
      'HTTP/1.1 103 Early\r\nx: y\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok',
      200,
      'ok',
    ],
    ['that redirects', 'HTTP/1.1 302 Found\r\nlocation: /elsewhere\r\ncontent-length: 0\r\n\r\n', 302, ''],
    ['204', 'HTTP/1.1 204 No Content\r\n\r\n', 204, ''],
    ['with a status nobody knows', 'HTTP/1.1 799 Odd\r\ncontent-length: 0\r\n\r\n', 799, ''],
  ])('%s', async (_name, bytes, status, text) => {
    const port = await answering(bytes);
    expect(responseIn(await client().send(get(`http://127.0.0.1:${port}`)))).toMatchObject({ status, text });
  });

  test('to HEAD without waiting for the body it announces', async () => {
    const port = await answering('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n');
    const request = { ...get(`http://127.0.0.1:${port}`), method: 'HEAD' };
    expect(responseIn(await client().send(request))).toMatchObject({ status: 200, text: '' });
  });

  test('ended by the close of the connection, where it has no length', async () => {
    const port = await answering('HTTP/1.1 200 OK\r\n\r\nall of it', (socket) => socket.end());
    expect(responseIn(await client().send(get(`http://127.0.0.1:${port}`)))).toMatchObject({ text: 'all of it' });
  });

  test('up to the very limit of the body', async () => {
    const port = await answering(
      `HTTP/1.1 200 OK\r\ncontent-length: ${MAX_BODY_BYTES}\r\n\r\n${'x'.repeat(MAX_BODY_BYTES)}`,
    );
    expect(responseIn(await client().send(get(`http://127.0.0.1:${port}`))).text).toHaveLength(MAX_BODY_BYTES);
  });
});

describe('what cannot or may not be sent is refused before anything is', () => {
  test.each<[string, Partial<WireRequest>, string]>([
    [
      'a header with a line break',
      { headers: [['Tenant', 'a\r\nX: y']] },
      'nothing was sent, HTTP/1.1 cannot carry the request: invalid Tenant header',
    ],
    [
      'a header beyond Latin-1',
      { headers: [['Tenant', '東']] },
      'nothing was sent, HTTP/1.1 cannot carry the request: invalid Tenant header',
    ],
    [
      'a header name with a blank',
      { headers: [['X Y', 'z']] },
      'nothing was sent, HTTP/1.1 cannot carry the request: invalid header key',
    ],
    [
      'a blank in the path',
      { url: 'http://127.0.0.1:9/a b' },
      'nothing was sent, HTTP/1.1 cannot carry the request: invalid request path',
    ],
    [
      'a length that lies',
      { method: 'POST', headers: [['Content-Length', '5']], body: bytesOf('abc') },
      'nothing was sent, HTTP/1.1 cannot carry the request: Request body length does not match content-length header',
    ],
    [
      'a host not allowed',
      { url: 'http://elsewhere.example:81/x' },
      'nothing was sent, host "elsewhere.example:81" is not among the allowed hosts',
    ],
    [
      'another scheme',
      { url: 'ftp://127.0.0.1/' },
      'nothing was sent, "ftp://127.0.0.1/" is not an http or https address',
    ],
    ['no address at all', { url: '/relative' }, 'nothing was sent, "/relative" is not an http or https address'],
    ['credentials in the address', { url: 'http://a:b@127.0.0.1/' }, 'nothing was sent, the address holds credentials'],
  ])('%s', async (_name, change, detail) => {
    const port = await answering('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
    expect(faultIn(await client().send({ ...get(`http://127.0.0.1:${port}`), ...change }))).toEqual({
      fault: 'refused',
      detail,
    });
  });

  test('a host is allowed with any of its ports, or with the one that is named', async () => {
    const port = await answering('HTTP/1.1 204 No Content\r\n\r\n');
    const request = get(`http://127.0.0.1:${port}/`);
    expect(responseIn(await client({ allowHosts: [`127.0.0.1:${port}`] }).send(request)).status).toBe(204);
    expect(faultIn(await client({ allowHosts: ['127.0.0.1:1'] }).send(request)).fault).toBe('refused');
  });
});

test('an origin that was seen to hang up is known to do so on connections of their own, too', async () => {
  let opened = 0;
  const port = await peer((socket) => {
    opened += 1;
    socket.on('data', () => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
      setTimeout(() => socket.destroy(), 20);
    });
  });
  const { send } = client();
  const ask = async (more: Partial<WireRequest>) => {
    responseIn(await send({ ...get(`http://127.0.0.1:${port}/`), ...more }));
  };
  await ask({});
  await new Promise((resolve) => setTimeout(resolve, 100));
  await ask({ connection: 'a' });
  await ask({ connection: 'a' });
  expect(opened).toBe(3);
});
