import type { Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { FaultKind } from '../model.ts';
import { MAX_BODY_BYTES } from './body-buffer.ts';
import { answering, client, closeAll, faultIn, get, peer, pem, responseIn } from './testing/peer.ts';

afterEach(closeAll);

describe('an exchange that breaks is a fault with its reason', () => {
  const head = (length: number): string => `HTTP/1.1 200 OK\r\ncontent-length: ${length}\r\n\r\n`;
  const reset = (socket: Socket): void => void setTimeout(() => socket.resetAndDestroy(), 20);
  const end = (socket: Socket): void => void socket.end();

  test.each<[string, string, (socket: Socket) => void, FaultKind, string]>([
    ['reset at once', '', reset, 'reset', 'the connection was reset before a response'],
    ['reset within the body', `${head(10)}abc`, reset, 'reset', 'the connection was reset after 3 bytes of the body'],
    ['closed at once', '', end, 'reset', 'the connection was closed without a response'],
    [
      'closed within the head',
      'HTTP/1.1 200 OK\r\nx: ',
      end,
      'truncated',
      'the connection was closed after 0 bytes of the body, before its end',
    ],
    [
      'shorter than its length',
      `${head(10)}abc`,
      end,
      'truncated',
      'the connection was closed after 3 bytes of the body, before its end',
    ],
    [
      'cut within a chunk',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n9\r\nabc',
      end,
      'truncated',
      'the connection was closed after 3 bytes of the body, before its end',
    ],
    [
      'cut, and announced to close',
      'HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 9\r\n\r\nabc',
      end,
      'truncated',
      'the connection was closed after 3 bytes of the body, before its end',
    ],
    [
      'cut within a chunk, and announced to close',
      'HTTP/1.1 200 OK\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n9\r\nabc',
      end,
      'truncated',
      'the connection was closed after 3 bytes of the body, before its end',
    ],
    [
      'not HTTP',
      'SSH-2.0-OpenSSH\r\n',
      end,
      'malformed',
      'the response is not HTTP/1.1: Expected HTTP/, RTSP/ or ICE/',
    ],
    [
      'with a broken status line',
      'HTTP/1.1 2x0 OK\r\n\r\n',
      end,
      'malformed',
      'the response is not HTTP/1.1: Invalid status code',
    ],
    [
      'with two lengths',
      'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nx',
      end,
      'malformed',
      'the response is not HTTP/1.1: its headers are broken',
    ],
  ])('%s', async (_name, bytes, next, fault, detail) => {
    const port = await answering(bytes, next);
    expect(faultIn(await client().send(get(`http://127.0.0.1:${port}`)))).toEqual({ fault, detail });
  });

  test('a body without end stops at the limit', async () => {
    let written = 0;
    const port = await answering('HTTP/1.1 200 OK\r\n\r\n', function pour(socket): void {
      written += 65_536;
      socket.write(Buffer.alloc(65_536), (error) => void (error ?? pour(socket)));
    });
    expect(faultIn(await client().send(get(`http://127.0.0.1:${port}`)))).toEqual({
      fault: 'too-large',
      detail: 'the body is larger than the limit',
    });
    expect(written).toBeLessThan(5 * MAX_BODY_BYTES);
  });

  test('headers without end stop at the limit', async () => {
    const port = await answering('HTTP/1.1 200 OK\r\n', function pour(socket): void {
      socket.write('x-flood: y\r\n'.repeat(1000), (error) => void (error ?? pour(socket)));
    });
    expect(faultIn(await client().send(get(`http://127.0.0.1:${port}`)))).toEqual({
      fault: 'too-large',
      detail: 'the headers are larger than the limit',
    });
  });

  test('silence lasts until the deadline', async () => {
    const port = await peer(() => {});
    const result = await client({ responseMs: 50 }).send(get(`http://127.0.0.1:${port}`));
    expect(faultIn(result)).toEqual({ fault: 'timed-out', detail: 'no response within 50 ms' });
    expect(result.tookMs).toBeGreaterThanOrEqual(49);
  });

  test('a body that drips is cut off at the deadline, however steadily it drips', async () => {
    const port = await answering('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n', (socket) => {
      const drip = setInterval(() => socket.write('x'), 5);
      socket.on('close', () => clearInterval(drip));
    });
    const { fault, detail } = faultIn(await client({ responseMs: 100 }).send(get(`http://127.0.0.1:${port}`)));
    expect(fault).toBe('timed-out');
    expect(detail).toMatch(/^only \d+ bytes of the body within 100 ms$/);
  });

  test('nobody listens', async () => {
    const port = await peer(() => {});
    await closeAll();
    const result = await client().send(get(`http://127.0.0.1:${port}`));
    expect(faultIn(result)).toEqual({
      fault: 'refused',
      detail: `the connection was refused: connect ECONNREFUSED 127.0.0.1:${port}`,
    });
  });

  test('the deadline holds also for a request that waits for a connection, which is then never sent', async () => {
    let requests = 0;
    const connected = Promise.withResolvers<void>();
    const port = await peer((socket) =>
      socket.on('data', () => {
        requests++;
        connected.resolve();
      }),
    );
    const { send } = client({ responseMs: 60, connections: 1 });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const sent = [1, 2, 3].map(() => send(get(`http://127.0.0.1:${port}`)));
    await connected.promise;
    // One step, so that the connection that the first gives up is not another's before its own deadline.
    vi.advanceTimersByTime(60);
    vi.useRealTimers();
    const results = await Promise.all(sent);
    expect(results.map((result) => faultIn(result).fault)).toEqual(['timed-out', 'timed-out', 'timed-out']);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(requests).toBe(1);
  });

  test('a signal aborts at once, also one raised before, and leaves nothing listening', async () => {
    const port = await peer(() => {});
    const { send } = client();
    const controller = new AbortController();
    const under = send(get(`http://127.0.0.1:${port}`), controller.signal);
    controller.abort();
    const before = send(get(`http://127.0.0.1:${port}`), controller.signal);
    const aborted = { fault: 'aborted', detail: 'the exchange was aborted' };
    expect([faultIn(await under), faultIn(await before)]).toEqual([aborted, aborted]);
  });

  test('one signal may watch over many exchanges', async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error): void => void warnings.push(warning);
    process.on('warning', onWarning);
    const port = await peer(() => {});
    const { send } = client();
    const controller = new AbortController();
    const all = Array.from({ length: 100 }, () => send(get(`http://127.0.0.1:${port}`), controller.signal));
    controller.abort();
    for (const result of await Promise.all(all)) expect(faultIn(result).fault).toBe('aborted');
    process.off('warning', onWarning);
    expect(warnings).toEqual([]);
  });

  test('closing the client breaks off what is under way and refuses what follows', async () => {
    const port = await peer(() => {});
    const { send, close } = client();
    const under = send(get(`http://127.0.0.1:${port}`));
    await close();
    const after = send(get(`http://127.0.0.1:${port}`));
    const closed = { fault: 'aborted', detail: 'the client was closed' };
    expect([faultIn(await under), faultIn(await after)]).toEqual([closed, closed]);
  });

  test('one broken exchange does not harm the next on the same client', async () => {
    let count = 0;
    const port = await peer((socket) =>
      socket.on('data', () =>
        ++count % 2 === 1 ? socket.resetAndDestroy() : socket.write('HTTP/1.1 204 No Content\r\n\r\n'),
      ),
    );
    const { send } = client({ connections: 1 });
    expect(faultIn(await send(get(`http://127.0.0.1:${port}`))).fault).toBe('reset');
    expect(responseIn(await send(get(`http://127.0.0.1:${port}`))).status).toBe(204);
  });
});

describe('TLS', () => {
  const listening = (certificate: string): Promise<number> => {
    const server = createTlsServer({ cert: pem(certificate), key: pem('key') });
    server.on('tlsClientError', () => {});
    return peer((socket) => socket.once('data', () => socket.write('HTTP/1.1 204 No Content\r\n\r\n')), server);
  };

  test.each([
    ['localhost', {}, 'no secure connection: the certificate is self-signed'],
    ['expired', { ca: pem('expired') }, 'no secure connection: the certificate has expired'],
    ['other-host', { ca: pem('other-host') }, 'no secure connection: the certificate is for another host name'],
  ])('a certificate that does not verify is a fault: %s', async (certificate, tls, detail) => {
    const port = await listening(certificate);
    expect(faultIn(await client({ tls }).send(get(`https://127.0.0.1:${port}`)))).toEqual({ fault: 'tls', detail });
  });

  test('a trusted authority is accepted, and with insecure any certificate', async () => {
    const trusted = await listening('localhost');
    const expired = await listening('expired');
    expect(
      responseIn(await client({ tls: { ca: pem('localhost') } }).send(get(`https://127.0.0.1:${trusted}`))).status,
    ).toBe(204);
    expect(responseIn(await client({ tls: { insecure: true } }).send(get(`https://127.0.0.1:${expired}`))).status).toBe(
      204,
    );
  });

  test('https to a peer that speaks plain HTTP is a fault', async () => {
    const port = await peer((socket) => socket.once('data', () => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')));
    expect(faultIn(await client().send(get(`https://127.0.0.1:${port}`)))).toEqual({
      fault: 'tls',
      detail: 'no secure connection: the peer does not speak TLS',
    });
  });
});
