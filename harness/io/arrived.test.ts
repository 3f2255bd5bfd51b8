import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import type { Arrived } from '../model.ts';
import { arrivedNow } from './arrived.ts';
import { httpSend } from './http.ts';
import { createReceiver } from './receiver.ts';
import { serve } from './serve.ts';

const BUSY_MS = 80;

function beBusy(): void {
  const until = performance.now() + BUSY_MS;
  while (performance.now() < until);
}

test('a thread that was busy knows by how much it may be late, and one that was not that it is hardly', {
  retry: 3,
}, async () => {
  arrivedNow();
  await sleep(50);
  beBusy();
  expect(arrivedNow().uncertaintyMs).toBeGreaterThanOrEqual(BUSY_MS);
  await sleep(1_000);
  expect(arrivedNow().uncertaintyMs).toBeLessThan(BUSY_MS / 2);
});

/** Answers, and delivers at once after it, from a thread that is not busy. */
const PEER = `
const { parentPort, workerData } = require('node:worker_threads');
const { createServer, request } = require('node:http');
const server = createServer((asked, answer) => {
  answer.writeHead(202).end(() => request(workerData, { method: 'POST' }).end('{}'));
}).listen(0, '127.0.0.1', () => parentPort.postMessage('http://127.0.0.1:' + server.address().port));
`;

test('an event that a busy process noticed before the answer may have come after it', async () => {
  const { promise: delivered, resolve } = Promise.withResolvers<Partial<Arrived>>();
  const receiver = createReceiver({
    pathSecret: 's',
    acknowledge: 204,
    onDelivery: (delivery) => void resolve(delivery),
  });
  const served = await serve(receiver, { host: '127.0.0.1', port: 0 });
  const peer = new Worker(PEER, { eval: true, workerData: `${served.url}/s` });
  const url = await new Promise<string>((hear) => peer.once('message', hear));
  const client = httpSend({ responseMs: 5_000, allowHosts: ['127.0.0.1'] });
  onTestFinished(async () => {
    await client.close();
    await served.close();
    await peer.terminate();
  });

  // A first call opens the connection; the second is on its way when this thread gets busy.
  await client.send({ method: 'POST', url, headers: [], body: null });
  const answered = client.send({ method: 'POST', url, headers: [], body: null });
  setTimeout(beBusy, 1);
  const answer = await answered;
  const { at = 0 } = await delivered;

  const { arrived } = 'status' in answer ? answer : {};
  expect(arrived).toBeDefined();
  expect((arrived?.at ?? 0) - (arrived?.uncertaintyMs ?? 0)).toBeLessThanOrEqual(at);
});
