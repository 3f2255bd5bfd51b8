import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import type { IncomingDelivery } from '../model.ts';
import { bytesOf } from '../wire/wire.ts';
import { httpSend } from './http.ts';
import { RECEIVER_LIMITS } from './receiver.ts';
import { openReceiverWorker } from './receiver-worker.ts';
import { closed } from './testing/closed.ts';

const OPTIONS = { pathSecret: 's3cr3t', acknowledge: 204, server: { host: '127.0.0.1', port: 0 } };
const spools = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('assay-deliveries-'));

async function receiving(options = OPTIONS) {
  const deliveries: IncomingDelivery[] = [];
  const receiver = await openReceiverWorker(options, (delivery) => deliveries.push(delivery));
  const { send, close } = httpSend({ responseMs: 5_000, allowHosts: ['127.0.0.1'] });
  const post = async (path: string, text: string, method = 'POST'): Promise<number> => {
    const headers = [['Content-Type', 'application/json']] as const;
    const answer = await send({ method, url: `${receiver.url}${path}`, headers, body: bytesOf(text) });
    return 'status' in answer ? answer.status : 0;
  };
  return {
    deliveries,
    post,
    url: receiver.url,
    close: async () => {
      await close();
      await receiver.close();
    },
  };
}

test('every delivery that was acknowledged is handed over, in order and as it came, before the receiver is closed', async () => {
  const { deliveries, post, close } = await receiving();
  const before = Date.now();
  const answers: number[] = [];
  for (let i = 0; i < 300; i++) answers.push(await post('/s3cr3t/kci?x=1', `{"nth":${i},"is":"größer"}`));
  await close();

  expect([...new Set(answers)]).toEqual([204]);
  expect(deliveries.map(({ body }) => body.text)).toEqual(answers.map((_, i) => `{"nth":${i},"is":"größer"}`));
  const { at = 0, headers, ...first } = deliveries[0] as IncomingDelivery;
  expect(first).toEqual({
    method: 'POST',
    path: '/[secret:webhook-path-1]/kci?x=1',
    expectedPath: true,
    body: { text: '{"nth":0,"is":"größer"}', sizeBytes: 25 },
    answered: 204,
  });
  expect(headers).toContainEqual(['Content-Type', 'application/json']);
  expect(at).toBeGreaterThanOrEqual(before);
});

test('a call in the wrong place, or by another method, is answered so and handed over', async () => {
  const { deliveries, post, close } = await receiving();
  const answers = [await post('/elsewhere', '{}'), await post('/s3cr3t/kci', '{}', 'PUT')];
  await close();

  expect(answers).toEqual([404, 405]);
  expect(deliveries.map(({ answered, expectedPath }) => [answered, expectedPath])).toEqual([
    [404, false],
    [405, true],
  ]);
});

test('many at once are all there, and one as long as many', async () => {
  const { deliveries, post, close } = await receiving();
  const long = `"${'x'.repeat(900_000)}"`;
  const answers = await Promise.all(Array.from({ length: 200 }, (_, i) => post('/s3cr3t', i === 100 ? long : `${i}`)));
  await close();

  expect([...new Set(answers)]).toEqual([204]);
  const texts = deliveries.map(({ body }) => body.text ?? '');
  expect(texts.toSorted()).toEqual(answers.map((_, i) => (i === 100 ? long : `${i}`)).toSorted());
});

test('a port that is taken is a problem, and nothing is left behind', async () => {
  const before = spools();
  const first = await receiving();
  const port = Number(new URL(first.url).port);
  const second = openReceiverWorker({ ...OPTIONS, server: { host: '127.0.0.1', port } }, () => {});

  await expect(second).rejects.toThrow(`cannot listen on 127.0.0.1:${port}`);
  await first.close();
  expect(spools()).toEqual(before);
});

test('connections that hang on are closed for whoever comes, and keep no honest delivery out', async () => {
  const { post, url, deliveries, close } = await receiving();
  const TOO_MANY = 20;
  const hanging = Array.from({ length: RECEIVER_LIMITS.connections + TOO_MANY }, () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.on('error', () => {});
    socket.write('POST /s3cr3t HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{');
    return socket;
  });
  await Promise.all(hanging.slice(0, TOO_MANY).map(closed));
  const answered = await post('/s3cr3t', '{}');
  for (const socket of hanging) socket.destroy();
  await close();

  expect(answered).toBe(204);
  expect(deliveries.filter((each) => each.expectedPath).map(({ body }) => body.text)).toEqual(['{}']);
});

test('of what strangers send only the beginning is kept, and its size', async () => {
  const { post, deliveries, close } = await receiving();
  await post('/elsewhere', 'ü'.repeat(50_000));
  await close();

  expect(deliveries.map(({ body }) => body)).toEqual([{ text: 'ü'.repeat(8_192), sizeBytes: 100_000, cut: true }]);
});
