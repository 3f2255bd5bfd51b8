import { createServer as createTls } from 'node:tls';
import { afterEach, expect, test } from 'vitest';
import { answering, client, closeAll, faultIn, get, peer, pem, responseIn } from './testing/peer.ts';
import { openProxy } from './testing/proxy.ts';

afterEach(closeAll);

const key = pem('key');
const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';

/** A gateway behind TLS that answers every request, and says whether its caller showed a certificate. */
function secureGateway(more: object = {}): Promise<number> {
  const server = createTls({ key, cert: pem('by-authority'), ...more });
  server.on('tlsClientError', () => {});
  return peer((socket) => socket.once('data', () => socket.write(OK)), server);
}

test('an https gateway is reached through a tunnel, whose end is verified', async () => {
  const port = await secureGateway();
  const heard: string[] = [];
  const proxy = (await openProxy(heard)).replace('//', '//me:p%40ss@');

  const { send } = client({ proxy, tls: { ca: pem('authority') } });
  const first = await send(get(`https://localhost:${port}/a`));
  const distrusting = client({ proxy });

  expect(responseIn(first)).toMatchObject({ status: 200, text: 'ok' });
  expect(heard).toEqual([`CONNECT localhost:${port} Basic ${btoa('me:p@ss')}`]);
  expect(faultIn(await distrusting.send(get(`https://localhost:${port}/a`))).fault).toBe('tls');
});

test('an http gateway is asked for in absolute form', async () => {
  const port = await answering(OK);
  const heard: string[] = [];

  const { send } = client({ proxy: await openProxy(heard) });

  expect(responseIn(await send(get(`http://127.0.0.1:${port}/a?b=c`)))).toMatchObject({ text: 'ok' });
  expect(heard).toEqual([`GET http://127.0.0.1:${port}/a?b=c - 127.0.0.1:${port}`]);
});

test.each([
  ['HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n', 'answered 403 Forbidden to CONNECT localhost:1'],
  [
    'HTTP/1.1 407 No\r\nproxy-authenticate: Basic\r\ncontent-length: 0\r\n\r\n',
    'answered 407 No to CONNECT localhost:1',
  ],
  ['this is no proxy\r\n\r\n', 'no way through the proxy at 127.0.0.1:PORT: Parse Error'],
])('a proxy that says %j to a tunnel is the way that is shut, not the gateway', async (said, detail) => {
  const port = await answering(said);
  const { send } = client({ proxy: `http://127.0.0.1:${port}` });
  const { fault, detail: seen } = faultIn(await send(get('https://localhost:1/a')));
  expect(fault).toBe('proxy');
  expect(seen).toContain(detail.replace('PORT', String(port)));
});

test('a proxy that does not answer is told from a gateway that does not', async () => {
  const port = await peer(() => {});
  const { send } = client({ proxy: `http://127.0.0.1:${port}`, responseMs: 400 });
  expect(faultIn(await send(get('https://localhost:1/a')))).toEqual({
    fault: 'proxy',
    detail: `no way through the proxy at 127.0.0.1:${port}: no answer to CONNECT localhost:1 within 200 ms`,
  });
});

test.each(['https://localhost:1/a', 'http://localhost:1/a'])(
  'a proxy that is not there is told, for %s',
  async (url) => {
    const { send } = client({ proxy: 'http://127.0.0.1:1' });
    expect(faultIn(await send(get(url)))).toMatchObject({
      fault: 'proxy',
      detail: expect.stringContaining('ECONNREFUSED'),
    });
  },
);

test.each([
  ['HTTP/1.1 407 No\r\ncontent-length: 0\r\n\r\n', 'the proxy answered 407: it wants other credentials'],
  [
    'HTTP/1.1 502 Bad Gateway\r\nProxy-Status: p; error=connection_refused\r\ncontent-length: 0\r\n\r\n',
    'the proxy answered 502: p; error=connection_refused',
  ],
])('what a proxy answers in place of an http gateway is no answer of it', async (said, detail) => {
  const { send } = client({ proxy: `http://127.0.0.1:${await answering(said)}` });
  expect(faultIn(await send(get('http://localhost:1/a')))).toEqual({ fault: 'proxy', detail });
});

test('a gateway that wants a certificate gets the one of the target, and none answers without', async () => {
  const port = await secureGateway({ requestCert: true, rejectUnauthorized: true, ca: pem('authority') });
  const ca = pem('authority');
  const ask = async (tls: object) => client({ tls: { ca, ...tls } }).send(get(`https://localhost:${port}/a`));

  expect(responseIn(await ask({ cert: pem('by-authority'), key })).status).toBe(200);
  expect(faultIn(await ask({})).fault).toMatch(/^(tls|reset)$/);
  expect(faultIn(await ask({ cert: pem('expired'), key })).fault).toMatch(/^(tls|reset)$/);
});
