import { describe, expect, test } from 'vitest';
import type { IncomingDelivery, Send, WireRequest } from '../model.ts';
import { bytesOf } from '../wire/wire.ts';
import { createReceiver, deliveryOf, PROBE_HEADER, type TurnedAwayWith } from './receiver.ts';
import { virtualClock } from './virtual-clock.ts';

function receiving(turnedAway: readonly TurnedAwayWith[] = []): { receive: Send; deliveries: IncomingDelivery[] } {
  const deliveries: IncomingDelivery[] = [];
  const receive = createReceiver({
    pathSecret: 's3cr3t',
    acknowledge: 204,
    onDelivery: (delivery) => {
      deliveries.push(delivery);
      return turnedAway[deliveries.length - 1];
    },
  });
  return { receive, deliveries };
}
const post = (path: string, body = '{}'): WireRequest => ({
  method: 'POST',
  url: `http://127.0.0.1:8080${path}`,
  headers: [['Content-Type', 'application/json']],
  body: bytesOf(body),
});

test('a delivery may be acknowledged late, by the clock', async () => {
  const clock = virtualClock(0);
  const deliveries: IncomingDelivery[] = [];
  const receive = createReceiver({
    pathSecret: 's3cr3t',
    acknowledge: 204,
    clock,
    onDelivery: (delivery) => {
      deliveries.push(delivery);
      return deliveries.length === 1 ? { with: 'late', afterMs: 3_000 } : undefined;
    },
  });
  expect(await receive(post('/s3cr3t'))).toMatchObject({ status: 204 });
  expect(clock.now()).toBe(3_000);
  expect(await receive(post('/s3cr3t'))).toMatchObject({ status: 204 });
  expect(clock.now()).toBe(3_000);
  expect(deliveries.map(({ answered }) => answered)).toEqual([204, 204]);
});

describe('a call to the webhook', () => {
  test('on the right path is acknowledged and handed on, its secret replaced', async () => {
    const { receive, deliveries } = receiving();
    expect(await receive(post('/s3cr3t/kci?x=1', '{"a":'))).toEqual({
      status: 204,
      headers: [],
      body: new Uint8Array(),
      tookMs: 0,
    });
    expect(deliveries).toEqual([
      {
        method: 'POST',
        path: '/[secret:webhook-path-1]/kci?x=1',
        expectedPath: true,
        headers: [['Content-Type', 'application/json']],
        body: { text: '{"a":', sizeBytes: 5 },
        answered: 204,
      },
    ]);
  });

  test.each([
    ['/s3cr3t', 204, true],
    ['/s3cr3t?x', 204, true],
    ['/s3cr3tive', 404, false],
    ['/other/s3cr3t', 404, false],
    ['', 404, false],
  ])('to "%s" is answered %i', async (path, answered, expectedPath) => {
    const { receive, deliveries } = receiving();
    expect(await receive(post(path))).toMatchObject({ status: answered });
    expect(deliveries).toMatchObject([{ answered, expectedPath }]);
    expect(deliveries[0]?.path).not.toContain('s3cr3t');
  });

  test('with another method is answered 405', async () => {
    const { receive, deliveries } = receiving();
    expect(await receive({ ...post('/s3cr3t/kci'), method: 'GET', body: null })).toMatchObject({
      status: 405,
      headers: [['allow', 'POST']],
    });
    expect(deliveries).toMatchObject([
      { method: 'GET', answered: 405, expectedPath: true, body: { text: '', sizeBytes: 0 } },
    ]);
  });

  test('with a very long body is handed on without its end', async () => {
    const { receive, deliveries } = receiving();
    await receive(post('/s3cr3t', 'x'.repeat(2_000_000)));
    expect(deliveries[0]?.body).toMatchObject({ sizeBytes: 2_000_000, cut: true });
  });

  test('that is our own probe is acknowledged and is no delivery', async () => {
    const { receive, deliveries } = receiving();
    const probe = { ...post('/s3cr3t'), method: 'GET', headers: [[PROBE_HEADER, 's3cr3t']] as const };
    expect(await receive(probe)).toMatchObject({ status: 204 });
    expect(deliveries).toEqual([]);
  });

  test('that never got here can still be accounted for', () => {
    const call = { method: 'POST', url: 'http://h/s3cr3t/kci', headers: [] };
    expect(deliveryOf('s3cr3t', call, 413)).toEqual({
      method: 'POST',
      path: '/[secret:webhook-path-1]/kci',
      expectedPath: true,
      headers: [],
      body: { text: '', sizeBytes: 0 },
      answered: 413,
    });
    expect(deliveryOf('s3cr3t', { ...call, url: '' }, 400)).toMatchObject({ path: '/', expectedPath: false });
  });
});

describe('a delivery that its taker turns away', () => {
  test('is answered with that status, or not at all, and the next is acknowledged', async () => {
    const { receive } = receiving([{ with: 503 }, { with: 'reset' }]);
    const answers = [];
    for (let i = 0; i < 3; i++) answers.push(await receive(post('/s3cr3t')));
    expect(answers).toMatchObject([{ status: 503 }, { fault: 'reset' }, { status: 204 }]);
  });

  test('is turned away on the right path only', async () => {
    const { receive } = receiving([{ with: 503 }, { with: 503 }]);
    expect(await receive(post('/elsewhere'))).toMatchObject({ status: 404 });
    expect(await receive({ ...post('/s3cr3t'), method: 'PUT' })).toMatchObject({ status: 405 });
  });
});
