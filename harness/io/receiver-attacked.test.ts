import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import type { IncomingDelivery, WebhookAuthentication } from '../model.ts';
import { bytesOf, isFault } from '../wire/wire.ts';
import { createReceiver, deliveryOf, RECEIVER_LIMITS } from './receiver.ts';
import { type Served, type ServeOptions, serve } from './serve.ts';
import { closed } from './testing/closed.ts';
import { client, closeAll, closeLater, faultIn, pem, responseIn } from './testing/peer.ts';
import { createAuthenticate } from './webhook-authentication.ts';
import { signingSend } from './webhook-signing.ts';

afterEach(closeAll);

const BY: WebhookAuthentication = { by: 'bearer', token: 't0ken' };

/** A receiver on a socket, as a run opens it. */
async function receiving(
  by: WebhookAuthentication = BY,
  options: Partial<ServeOptions> = {},
): Promise<Served & { readonly deliveries: readonly IncomingDelivery[] }> {
  const deliveries: IncomingDelivery[] = [];
  const receive = createReceiver({
    pathSecret: 's3cr3t',
    acknowledge: 204,
    authenticate: await createAuthenticate(by, Date.now),
    onDelivery: (delivery) => void deliveries.push(delivery),
  });
  const served = await serve(receive, {
    host: '127.0.0.1',
    port: 0,
    limits: RECEIVER_LIMITS,
    onTurnedAway: (call) => void deliveries.push(deliveryOf('s3cr3t', call, call.answered)),
    ...options,
  });
  closeLater(served.close);
  return { ...served, deliveries };
}

const post = (url: string, body: string, path = '/s3cr3t/kcis') => ({
  method: 'POST',
  url: `${url}${path}`,
  headers: [['Content-Type', 'application/json']] as const,
  body: bytesOf(body),
});

/** Opens a connection, says this, and hangs on. */
function attacker(port: number, says: string): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(says);
  return socket;
}

const HEAD = 'POST /s3cr3t/kcis HTTP/1.1\r\nhost: x\r\n';
/** What attackers say, and then nothing more for ever. */
const SAYINGS = [
  '',
  HEAD,
  `${HEAD}content-length: 1000000\r\n\r\n{`,
  `${HEAD}transfer-encoding: chunked\r\n\r\n5\r\n{"a":`,
  `${HEAD}content-length: 2\r\n\r\n{}`,
  'GET / HTTP/1.1\r\n\r\n',
  'this is not HTTP\r\n\r\n',
];

test('2,000 connections that hang on do not keep out 500 honest deliveries, nor do they count as any', async () => {
  const { url, port, deliveries } = await receiving();
  const attackers = Array.from({ length: 2_000 }, (_, i) => attacker(port, SAYINGS[i % SAYINGS.length] ?? ''));
  await Promise.all(attackers.map((socket) => socket.readyState === 'open' || once(socket, 'connect')));
  const { send } = client({ responseMs: 10_000, connections: 20 });
  const honest = signingSend(BY, send, Date.now);
  const results = await Promise.all(
    Array.from({ length: 500 }, (_, i) => honest(post(url, JSON.stringify({ honest: i })))),
  );
  for (const socket of attackers) socket.destroy();

  expect(results.filter((each) => isFault(each) || each.status !== 204)).toEqual([]);
  const taken = deliveries.filter(({ answered }) => answered === 204).map(({ body }) => body.text);
  expect(new Set(taken).size).toBe(500);
  expect(taken).toHaveLength(500);
  const others = new Set(deliveries.filter(({ answered }) => answered !== 204).map(({ answered }) => answered));
  // How many of them were there at once, so that some had to go unanswered (0), the machine decides.
  expect([...others]).toEqual(expect.arrayContaining([400, 401, 404]));
  expect([0, 400, 401, 404]).toEqual(expect.arrayContaining([...others]));
});

test('bodies that never end are given up, the slowest first, when together they are too much', async () => {
  const { url, port, deliveries } = await receiving(BY, { limits: { connections: 100, bodyBytes: 1_000_000 } });
  const attackers = Array.from({ length: 30 }, () =>
    attacker(port, `${HEAD}content-length: 5000000\r\n\r\n${'x'.repeat(100_000)}`),
  );
  const { send } = client();
  const honest = signingSend(BY, send, Date.now);
  expect(responseIn(await honest(post(url, '{}'))).status).toBe(204);
  await Promise.all(attackers.slice(0, 15).map(closed));
  for (const socket of attackers) socket.destroy();
  expect(deliveries.filter(({ answered }) => answered === 0).length).toBeGreaterThanOrEqual(15);
});

describe('what attackers send is recorded, and short', () => {
  test.each<[string, Parameters<typeof post>, number]>([
    ['without proof', ['', '{"a":1}'], 401],
    ['a large body without proof', ['', 'x'.repeat(1_000_000)], 401],
    ['malformed JSON', ['', '{"a":'], 401],
    ['nested 100,000 deep', ['', '['.repeat(100_000)], 401],
    ['another path', ['', '{}', '/guess'], 404],
    ['the secret in another place', ['', '{}', '/x/s3cr3t'], 404],
    ['a longer path', ['', '{}', '/s3cr3tx'], 404],
  ])('%s', async (_name, [, body, path], answered) => {
    const { url, deliveries } = await receiving();
    expect(responseIn(await client().send(post(url, body, path))).status).toBe(answered);
    expect(deliveries).toMatchObject([{ answered, body: { sizeBytes: body.length } }]);
    expect(deliveries[0]?.body.text?.length ?? 0).toBeLessThanOrEqual(16 * 1024);
    expect(deliveries[0]?.unproven).toBe(answered === 401 ? 'there is no header authorization' : undefined);
  });

  test('a body beyond the cap is answered 413 and recorded without it', async () => {
    const { url, deliveries } = await receiving(BY, { maxBodyBytes: 1_000 });
    expect(responseIn(await client().send(post(url, 'x'.repeat(5_000)))).status).toBe(413);
    expect(deliveries).toMatchObject([{ answered: 413, body: { sizeBytes: 0 } }]);
  });

  test('a replay of a signed delivery is one with the time it was signed at', async () => {
    const by = { by: 'standard-webhooks', secret: `whsec_${'A'.repeat(32)}`, toleranceMs: 60_000 } as const;
    const { url, deliveries } = await receiving(by);
    const { send } = client();
    const anHourAgo = signingSend(by, send, () => Date.now() - 3_600_000);
    expect(responseIn(await anHourAgo(post(url, '{}'))).status).toBe(401);
    const now = signingSend(by, send, Date.now);
    expect(responseIn(await now(post(url, '{}'))).status).toBe(204);
    expect(deliveries.map(({ unproven }) => unproven)).toEqual(['webhook-timestamp is too old or too new', undefined]);
  });
});

describe('mutual TLS', () => {
  const by = { by: 'mutual-tls', ca: '' } as const;
  const tls = { cert: pem('localhost'), key: pem('key'), clientCa: pem('authority') };

  test('a caller with a certificate of the authority is believed', async () => {
    const { url } = await receiving(by, { tls });
    const { send } = client({ tls: { ca: pem('localhost'), cert: pem('by-authority'), key: pem('key') } });
    expect(responseIn(await send(post(url, '{}'))).status).toBe(204);
  });

  test.each([
    ['none', {}, 'the caller showed no certificate'],
    [
      'one of nobody',
      { cert: pem('other-host'), key: pem('key') },
      'the certificate of the caller is not trusted: DEPTH_ZERO_SELF_SIGNED_CERT',
    ],
  ])('a caller with %s is answered 401, also the second time', async (_name, shown, unproven) => {
    const { url, deliveries } = await receiving(by, { tls });
    for (let i = 0; i < 2; i += 1) {
      const { send, close } = client({ tls: { ca: pem('localhost'), ...shown } });
      expect(responseIn(await send(post(url, '{}'))).status).toBe(401);
      await close();
    }
    expect(deliveries.map((each) => each.unproven)).toEqual([unproven, unproven]);
  });

  test('2,000 handshakes that never end do not keep out an honest caller', async () => {
    const { url, port } = await receiving(by, { tls });
    const attackers = Array.from({ length: 2_000 }, () => attacker(port, '\x16\x03\x01'));
    const { send } = client({
      responseMs: 10_000,
      tls: { ca: pem('localhost'), cert: pem('by-authority'), key: pem('key') },
    });
    expect(responseIn(await send(post(url, '{}'))).status).toBe(204);
    for (const socket of attackers) socket.destroy();
  });
});

test('a caller that talks plain HTTP to TLS called nothing, and harms nobody', async () => {
  const by = { by: 'mutual-tls', ca: '' } as const;
  const tls = { cert: pem('localhost'), key: pem('key'), clientCa: pem('authority') };
  const { url, deliveries } = await receiving(by, { tls });
  const result = await client().send(post(url.replace('https', 'http'), '{}'));
  expect(faultIn(result).fault).toBe('reset');
  expect(deliveries).toEqual([]);
});
