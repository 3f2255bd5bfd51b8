import { createHash } from 'node:crypto';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { relay } from './relay.ts';

/** What both sides said over a connection: it must be what both sides heard, to the byte. */
async function throughRelay(asked: readonly Buffer[], answered: readonly Buffer[]) {
  const heard = { gateway: createHash('sha256'), client: createHash('sha256'), asked: 0, answered: 0 };
  const seen = { asked: createHash('sha256'), answered: createHash('sha256') };
  const gateway = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('data', (bytes: Buffer) => {
      heard.gateway.update(bytes);
      heard.asked += bytes.byteLength;
    });
    socket.on('end', () => sendAll(socket, answered));
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void gateway.close());
  const { port } = gateway.address() as AddressInfo;
  const over = Promise.withResolvers<string>();
  const between = await relay({
    host: '127.0.0.1',
    port: 0,
    to: new URL(`http://127.0.0.1:${port}`),
    tls: {},
    tap: () => ({
      asked: (bytes) => seen.asked.update(bytes),
      answered: (bytes) => seen.answered.update(bytes),
      ended: over.resolve,
    }),
  });
  onTestFinished(between.close);
  const client = connect({ host: '127.0.0.1', port: between.port, allowHalfOpen: true });
  client.on('data', (bytes: Buffer) => {
    heard.client.update(bytes);
    heard.answered += bytes.byteLength;
  });
  const ended = new Promise((resolve) => client.on('end', resolve));
  sendAll(client, asked);
  await ended;
  await over.promise;
  return {
    gateway: heard.gateway.digest('hex'),
    client: heard.client.digest('hex'),
    seenAsked: seen.asked.digest('hex'),
    seenAnswered: seen.answered.digest('hex'),
  };
}

function sendAll(socket: Socket, all: readonly Buffer[]): void {
  for (const each of all) socket.write(each);
  socket.end();
}

const digest = (all: readonly Buffer[]): string => createHash('sha256').update(Buffer.concat(all)).digest('hex');

test('10,000 requests go by as they are, whatever they are: chunked, broken, or no HTTP at all', async () => {
  const requests = Array.from({ length: 10_000 }, (_, i) =>
    Buffer.from(
      [
        `POST /a?n=${i} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`,
        `GET /${i} HTTP/1.1\r\nhost:x\r\nHost: y\r\n\r\n`,
        `GARBAGE ${i}\r\n\0\xff\r\n\r\n`,
        `POST /b HTTP/1.1\nContent-Length: 99999999999999999999\n\n{"id":${i}`,
      ][i % 4] ?? '',
      'latin1',
    ),
  );
  const answers = requests.toReversed().map((each) => Buffer.concat([each, Buffer.alloc(600, each)]));
  expect(await throughRelay(requests, answers)).toEqual({
    gateway: digest(requests),
    client: digest(answers),
    seenAsked: digest(requests),
    seenAnswered: digest(answers),
  });
});

test('a gateway that is not there breaks the connection', async () => {
  const over = Promise.withResolvers<unknown>();
  const between = await relay({
    host: '127.0.0.1',
    port: 0,
    to: new URL('http://127.0.0.1:1'),
    tls: {},
    tap: () => ({ asked: () => {}, answered: () => {}, ended: (by, _at, why) => over.resolve([by, why]) }),
  });
  onTestFinished(between.close);
  const client = connect(between.port, '127.0.0.1').on('error', () => {});
  const closed = new Promise((resolve) => client.on('close', resolve));
  expect(await over.promise).toEqual(['answerer', expect.stringContaining('ECONNREFUSED')]);
  await closed;
});
