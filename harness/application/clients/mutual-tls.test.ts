import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { shippedPath } from '../../home.ts';
import type { WireRequest } from '../../model.ts';
import { serving, targetFileFor } from '../../testing/target.ts';
import { clientPlan } from '../cases/client-cases.ts';
import { loadClientInputs } from './certify-client.ts';
import { type ClientDriver, runClient } from './run.ts';

const file = (name: string): string => shippedPath(`harness/io/test-certificates/${name}.pem`);
const pem = (name: string): string => readFileSync(file(name), 'utf8');

/** Places one order that is cancelled by nobody, and is told of its end. */
const order: ClientDriver = async ({ gateway, tenants: [tenant], task }, signal) => {
  const post = (path: string, headers: Record<string, string>, body: string) =>
    fetch(gateway + path, { method: 'POST', headers, body });
  const { clientId = '', clientSecret = '', name = '' } = tenant ?? {};
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  const form = { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' };
  const granted = await post('/IdentityModule/v1.0/oauth/token', form, 'grant_type=client_credentials');
  const { access_token: token } = (await granted.json()) as { readonly access_token: string };
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    tenant: name,
    'x-request-id': '1',
    'x-conversation-id': '1',
  };
  const [asked] = task.steps.flatMap((step) => ('order' in step ? [step.order as object] : []));
  const body = JSON.stringify({ id: 7, tenant: name, ...asked });
  await post('/WholesaleGateway/v1.0/gateway/service-orders', headers, body);
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  return {};
};

test('by mutual TLS a forged delivery comes without the certificate, and those of the gateway with it', async () => {
  const came: WireRequest[] = [];
  const receiver = await serving(
    async (request) => {
      came.push(request);
      const status = request.clientCertificate?.isTrusted ? 204 : 401;
      return { status, headers: [], body: new Uint8Array(), tookMs: 0 };
    },
    { cert: pem('localhost'), key: pem('key'), clientCa: pem('authority') },
  );
  const mutual = `{ by: mutual-tls, ca: '${file('authority')}', cert: '${file('by-authority')}', key: '${file('key')}' }`;
  const target = targetFileFor('http://127.0.0.1:8080', (text) =>
    text.replace(
      'webhook:\n',
      `webhook:\n  authentication: ${mutual}\n  tls: { cert: '${file('localhost')}', key: '${file('key')}' }\n`,
    ),
  );
  const { aim, journeys, shipped } = loadClientInputs({ target }, []);
  const played = async (id: string, webhook: string) => {
    const plan = clientPlan(
      journeys.filter((each) => each.id === id),
      shipped,
      { seed: 1, nonce: 'n', now: Date.now() },
    );
    const run = { name: 'client', port: 0, within: 20_000, write: null, secrets: [], webhook };
    return (await runClient({ ...run, aim, plan, drive: order })).filter((each) => each.type === 'delivery-received');
  };

  const [forged, ...others] = await played('client/events#unsigned', receiver);
  expect(forged).toMatchObject({ unproven: 'it has no proof', answered: 401 });
  expect(others.length).toBeGreaterThan(1);
  expect(others.map(({ unproven, answered }) => [unproven, answered])).toEqual(others.map(() => [undefined, 204]));
  expect(came.map(({ clientCertificate }) => clientCertificate?.isTrusted)).toEqual([false, ...others.map(() => true)]);

  // Where nobody can tell a stranger, none comes.
  const plain = await serving(async () => ({ status: 204, headers: [], body: new Uint8Array(), tookMs: 0 }));
  expect((await played('client/events#unsigned', plain)).filter(({ unproven }) => unproven !== undefined)).toEqual([]);
});
