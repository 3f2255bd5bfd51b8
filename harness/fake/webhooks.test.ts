import { describe, expect, it } from 'vitest';
import { bytesOf } from '../wire/wire.ts';
import type { RetryAction } from './fault.ts';
import { LONG, names, provide } from './testing/journeys.ts';
import { trial } from './testing/trial.ts';

const steered = { 'X-Scenario': 'ORDER_IN_PROGRESS' };

describe('deliveries', () => {
  it('are tried again, spaced as the profile says, with the same identity and content', async () => {
    const t = trial();
    t.respond = (count) => (count <= 2 ? 503 : 204);
    await t.ask('order', { headers: steered, body: provide(t, 1) });
    await t.pass(LONG);
    expect(t.deliveries.map(({ event, at }) => [event.name, at])).toEqual([
      ['ACKNOWLEDGED', 30_000],
      ['ACKNOWLEDGED', 35_000],
      // The second event waits for the first.
      ['ACKNOWLEDGED', 65_000],
      ['COMMITTED', 65_000],
    ]);
    const [one, two] = t.deliveries;
    expect(two?.body).toEqual(one?.body);
    const requestIds = t.deliveries.map(
      ({ request }) => request.headers.find(([name]) => name === 'X-Request-ID')?.[1],
    );
    expect(new Set(requestIds).size).toBe(4);
  });

  it('are given up after the attempts that the profile allows', async () => {
    const t = trial();
    t.respond = () => 500;
    await t.ask('order', { headers: { 'X-Scenario': 'ORDER_ACKNOWLEDGED' }, body: provide(t, 1) });
    await t.pass(10 * 3_600_000);
    expect(names(t)).toEqual(Array(6).fill('ACKNOWLEDGED'));
    expect(t.gateway.pendingDeliveries()).toBe(0);
  });

  it('of one order do not hold up another', async () => {
    const t = trial();
    t.respond = (count) => (t.deliveries[count - 1]?.event.orderId === '1' ? 500 : 204);
    for (const id of [1, 2]) {
      await t.ask('order', { headers: steered, body: provide(t, id) });
    }
    await t.pass(61_000);
    expect(t.deliveries.filter(({ event }) => event.orderId === '2').map(({ event }) => event.name)).toEqual([
      'ACKNOWLEDGED',
      'COMMITTED',
    ]);
  });

  it('carry the conversation of the order and the content type of the profile', async () => {
    const t = trial();
    const headers = { ...steered, 'X-Conversation-ID': 'conversation-of-the-order' };
    await t.ask('order', { headers, body: provide(t, 1) });
    await t.pass(LONG);
    expect(t.deliveries.map(({ event }) => event.conversation)).toEqual(Array(2).fill('conversation-of-the-order'));
    expect(t.deliveries[0]?.request.headers[0]).toEqual(['Content-Type', 'application/json']);
  });

  it('are counted while they are to come', async () => {
    const t = trial();
    await t.ask('order', { headers: steered, body: provide(t, 1) });
    expect(t.gateway.pendingDeliveries()).toBe(1);
    await t.pass(LONG);
    expect(t.gateway.pendingDeliveries()).toBe(0);
  });
});

describe('a fault of retrying', () => {
  const retrying = (retry: RetryAction) => {
    const t = trial({ faults: [{ fault: 'f', title: 'F', breaks: [], where: { event: '*' }, do: [{ retry }] }] });
    t.respond = (count) => (count === 1 ? 503 : 204);
    return t;
  };
  const seen = async (retry: RetryAction) => {
    const t = retrying(retry);
    await t.ask('order', { headers: steered, body: provide(t, 1) });
    await t.pass(LONG);
    return t.deliveries;
  };
  const times = async (retry: RetryAction) => (await seen(retry)).map(({ event, at }) => [event.name, at / 1000]);

  it('changes the pace, the number of attempts, and whether others wait', async () => {
    expect(await times({ pace: 0.1 })).toEqual([
      ['ACKNOWLEDGED', 30],
      ['ACKNOWLEDGED', 30.5],
      ['COMMITTED', 60],
    ]);
    expect(await times({ attempts: 1 })).toEqual([
      ['ACKNOWLEDGED', 30],
      ['COMMITTED', 60],
    ]);
    expect(await times({ pace: 10, others: 'pass' })).toEqual([
      ['ACKNOWLEDGED', 30],
      ['COMMITTED', 60],
      ['ACKNOWLEDGED', 80],
    ]);
    expect(await times({ pace: 10, others: 'lose' })).toEqual([
      ['ACKNOWLEDGED', 30],
      ['ACKNOWLEDGED', 80],
    ]);
  });

  it('does not hear that a delivery was acknowledged', async () => {
    expect((await times({ deaf: true, attempts: 3, pace: 0.1 })).map(([name]) => name)).toEqual([
      ...Array(3).fill('ACKNOWLEDGED'),
      ...Array(3).fill('COMMITTED'),
    ]);
  });

  it('tells the event otherwise when it tries again', async () => {
    const [one, two] = await seen({ id: 'new', do: [{ set: { at: '/event/text', to: 'again' } }] });
    expect(two?.event.deliveryId).not.toBe(one?.event.deliveryId);
    expect([one?.event.text, two?.event.text]).toEqual([undefined, 'again']);
  });
});

describe('the address of the webhook', () => {
  const put = (body: string) => ({ method: 'PUT', url: '/_fake/webhook', headers: [], body: bytesOf(body) });

  it('can be registered, for all tenants or for one', async () => {
    const t = trial();
    expect(await t.send(put('{"url":"http://one.test/kcis"}'))).toMatchObject({ status: 204 });
    expect(await t.send(put(`{"url":"http://two.test/kcis","tenant":"${t.other}"}`))).toMatchObject({ status: 204 });
    for (const tenant of [t.tenant, t.other]) {
      await t.ask('order', { tenant, headers: { 'X-Scenario': 'ORDER_REJECTED' }, body: provide(t, 1, { tenant }) });
    }
    await t.pass(LONG);
    expect(t.deliveries.map(({ request }) => request.url)).toEqual(['http://one.test/kcis', 'http://two.test/kcis']);
  });

  it('must be a URL', async () => {
    const t = trial();
    for (const body of ['{"url":"nonsense"}', '{}', 'nonsense', '{"url":"ftp://one.test"}']) {
      expect(await t.send(put(body))).toMatchObject({ status: 422 });
    }
  });

  it('need not be there: events then happen untold', async () => {
    const t = trial({ webhookUrl: undefined as never });
    await t.ask('order', { body: provide(t, 1) });
    await t.pass(LONG);
    expect(t.deliveries).toEqual([]);
    expect(t.gateway.pendingDeliveries()).toBe(0);
  });

  it('tells its health', async () => {
    const t = trial();
    const answer = await t.send({ method: 'GET', url: 'http://fake.test/_fake/health', headers: [], body: null });
    expect(answer).toMatchObject({ status: 200, body: bytesOf('{"status":"up","pendingDeliveries":0}') });
  });
});
