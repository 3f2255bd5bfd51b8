import { expect, test } from 'vitest';
import { bytesOf } from '../wire/wire.ts';
import type { QueuedCall } from './delivery-queue.ts';
import { createQueueingReceiver } from './queueing-receiver.ts';

function receiving() {
  const spooled: QueuedCall[] = [];
  const spool = {
    add: (call: QueuedCall) => void spooled.push(call),
    flush: () => {},
    sizeBytes: () => 0,
    close: () => {},
  };
  const receiver = createQueueingReceiver({ pathSecret: 's3cr3t', acknowledge: 204 }, spool, () => {});
  const post = (path: string, text: string) =>
    receiver.send({ method: 'POST', url: `http://127.0.0.1${path}`, headers: [], body: bytesOf(text) });
  return { spooled, post };
}

test('a delivery is kept whole, and of what a stranger sends only the beginning', async () => {
  const { spooled, post } = receiving();
  await post('/s3cr3t/kci', 'x'.repeat(100_000));
  await post('/elsewhere', 'x'.repeat(100_000));

  expect(spooled.map(({ answered, body, sizeBytes }) => [answered, body.byteLength, sizeBytes])).toEqual([
    [204, 100_000, undefined],
    [404, 16_385, 100_000],
  ]);
});
