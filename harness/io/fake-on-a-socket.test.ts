import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shippedFaults } from '../fake/faults.ts';
import { trial } from '../fake/testing/trial.ts';
import { decodeUtf8 } from '../wire/wire.ts';
import { httpSend } from './http.ts';
import { realClock } from './real-clock.ts';
import { type Served, serve } from './serve.ts';

const GATEWAY = '/WholesaleGateway/v1.0/gateway';
const ADDRESS = JSON.stringify({ id: '900100000001', type: 'UPRN' });
const client = httpSend({ responseMs: 5_000, allowHosts: ['127.0.0.1'] });
const t = trial({
  clock: realClock,
  deliver: client.send,
  kciGapMs: 5,
  faultsOnRequest: () => shippedFaults().faults,
});
const bodies: { reasonCode: string; provideServiceOrder: { id: number } }[] = [];
let arrived = (): void => {};
let fake: Served;
let receiver: Served;

beforeAll(async () => {
  fake = await serve(t.gateway.answer, { host: '127.0.0.1', port: 0 });
  receiver = await serve(
    async ({ body }) => {
      bodies.push(JSON.parse(decodeUtf8(body ?? new Uint8Array()) ?? ''));
      arrived();
      return { status: 204, headers: [], body: new Uint8Array(), tookMs: 0 };
    },
    { host: '127.0.0.1', port: 0 },
  );
});
afterAll(async () => {
  await client.close();
  await fake.close();
  await receiver.close();
});

async function token(): Promise<string> {
  const { Authorization = '' } = Object.fromEntries((await t.request('token', {})).headers);
  const answer = await request(fake.url)
    .post('/IdentityModule/v1.0/oauth/token')
    .set('Authorization', Authorization)
    .type('form')
    .send({ grant_type: 'client_credentials' })
    .expect(200)
    .expect('content-type', 'application/json');
  return answer.body.access_token;
}

const headers = async () => ({
  Authorization: `Bearer ${await token()}`,
  'X-Request-ID': 'request-1',
  'X-Conversation-ID': 'conversation-1',
  Tenant: t.tenant,
});

const order = (id: number) => ({
  id,
  orderType: 'NEW',
  tenant: t.tenant,
  address: JSON.parse(ADDRESS),
  serviceOrderItem: { serviceSpecification: { id: 'fttp' }, serviceCharacteristics: [] },
});

describe('the fake on a socket', () => {
  it('answers availability', async () => {
    const answer = await request(fake.url)
      .get(`${GATEWAY}/service-availability`)
      .query({ address: ADDRESS })
      .set(await headers());
    expect(answer.status).toBe(200);
    expect(answer.body.address.identifier).toEqual(JSON.parse(ADDRESS));
  });

  it('refuses broken JSON with the body of an error', async () => {
    const answer = await request(fake.url)
      .post(`${GATEWAY}/service-orders`)
      .set(await headers())
      .type('json')
      .send('{"id" 1}')
      .expect(400);
    expect(answer.body).toEqual({
      uuid: expect.any(String),
      code: 'MALFORMED_REQUEST',
      messages: ['the body is not well-formed JSON'],
    });
  });

  it('accepts an order with no body and tells of it where the client has registered', async () => {
    await request(fake.url)
      .put('/_fake/webhook')
      .send({ url: `${receiver.url}/kcis` })
      .expect(204);
    const told = new Promise<void>((resolve) => {
      arrived = () => {
        if (bodies.at(-1)?.reasonCode === 'COMPLETED') resolve();
      };
    });
    const answer = await request(fake.url)
      .post(`${GATEWAY}/service-orders`)
      .set(await headers())
      .send(order(1));
    expect([answer.status, answer.text]).toEqual([202, '']);
    await told;
    expect(bodies[0]).toMatchObject({ reasonCode: 'ACKNOWLEDGED', provideServiceOrder: { id: 1 } });
    const { body } = await request(fake.url).get('/_fake/health').expect(200);
    expect(body.status).toBe('up');
  });

  it('breaks the connection when a fault asks for it', async () => {
    const broken = { ...(await headers()), 'X-Assay-Fault': 'answer-cut-short' };
    const get = () => request(fake.url).get(`${GATEWAY}/service-availability`).query({ address: ADDRESS }).set(broken);
    await get().expect(200);
    await get().expect(200);
    await expect(get()).rejects.toThrow(/aborted|socket hang up|ECONNRESET/);
  });
});
