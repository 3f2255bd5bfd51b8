import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import { shippedPath } from '../home.ts';
import { httpSend } from '../io/http.ts';
import type { WireFault, WireResponse } from '../model.ts';
import { emptyFolder, startAssay } from '../testing/command.ts';
import { basicOf } from '../wire/basic.ts';
import { bytesOf, decodeUtf8, isFault } from '../wire/wire.ts';

const { operations } = loadContract(shippedPath('fixtures/contract')).contract;

/** One call to this machine, on a connection of its own. */
async function call(
  method: string,
  url: string,
  headers: Record<string, string> = {},
  body = '',
): Promise<WireResponse> {
  const client = httpSend({ responseMs: 5_000, allowHosts: ['127.0.0.1'] });
  const request = { method, url, headers: Object.entries(headers), body: body === '' ? null : bytesOf(body) };
  const answer: WireResponse | WireFault = await client.send(request);
  await client.close();
  if (isFault(answer)) throw new Error(answer.detail);
  return answer;
}

describe('assay fake', () => {
  test('prints its address and credentials, gives a token for them, and ends with 0 when told to', async () => {
    const fake = startAssay(['fake', '--port', '0', '--token-life', '90s']);
    const [url = '', id = '', secret = ''] = await fake.printed(
      /^the fake gateway answers at (\S+)\n {2}tenant northwind-broadband: client id (\S+), secret (\S+)\n[\s\S]*Ctrl-C/,
    );
    const { method, path } = operations.token;
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const answer = await call(
      method,
      url + path,
      { ...form, Authorization: basicOf(id, secret) },
      'grant_type=client_credentials',
    );
    expect(JSON.parse(decodeUtf8(answer.body) ?? '')).toMatchObject({ token_type: 'Bearer', expires_in: 90 });
    expect(await fake.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('assay fake of a world that was written for a gateway', () => {
  test('says what it does without, and who takes no event', async () => {
    const cwd = emptyFolder();
    const world = { world: 'w', title: 'W', 'time-zone': 'Europe/London', service: { id: 'fttp' } };
    const roles = { newLine: { range: { type: 'UPRN', from: 1, to: 9, digits: 1 } } };
    writeFileSync(join(cwd, 'w.yaml'), JSON.stringify({ ...world, roles }));
    const nobody = 'http://127.0.0.1:9/kcis';
    const fake = startAssay(['fake', '--port', '0', '--kci-delay', '1ms', '--world', 'w.yaml', '--webhook', nobody], {
      cwd,
    });
    const [url = '', id = '', secret = '', lacks] = await fake.printed(
      /^the fake gateway answers at (\S+)\n {2}tenant northwind-broadband: client id (\S+), secret (\S+)\n[\s\S]*kcis\n([\s\S]*) {2}Ctrl-C/,
    );
    expect(lacks).toBe(
      '  it has no appointment slots: the world "w" says none under "slots"\n  it has no availability of any address: the world "w" says none under "defaults: availability"\n',
    );
    const { token, order } = operations;
    const form = { 'Content-Type': 'application/x-www-form-urlencoded', Authorization: basicOf(id, secret) };
    const issued = await call(token.method, url + token.path, form, 'grant_type=client_credentials');
    const { access_token } = JSON.parse(decodeUtf8(issued.body) ?? '');
    const ids = { 'X-Request-ID': randomUUID(), 'X-Conversation-ID': randomUUID(), Tenant: 'northwind-broadband' };
    const headers = { ...ids, 'Content-Type': 'application/json', Authorization: `Bearer ${access_token}` };
    const requestedCompletionDate = '2099-01-15T09:00:00.000Z';
    const body = { id: 7, orderType: 'CEASE', tenant: ids.Tenant, serviceId: 'SVC1', requestedCompletionDate };
    expect((await call(order.method, url + order.path, headers, JSON.stringify(body))).status).toBe(202);
    await fake.printed(/a KCI event was not taken at http:\/\/127\.0\.0\.1:9\/kcis: /);
    await fake.stop('SIGTERM');
  });
});

describe('assay listen', () => {
  test('prints every delivery as a line of JSON with what the profile reads in it, and ends with 0 when told to', async () => {
    const listening = startAssay(['listen', '--profile', 'generic', '--path-secret', 'hook']);
    const [url = ''] = await listening.printed(/deliver to (\S+)\n/);
    const answer = await call(
      'POST',
      url,
      { 'Content-Type': 'application/json' },
      '{"event":"COMPLETED","orderId":"7"}',
    );
    expect(answer.status).toBeLessThan(300);
    const [line = ''] = await listening.printed(/^(\{.*\})\n/);
    expect(JSON.parse(line)).toMatchObject({
      method: 'POST',
      expectedPath: true,
      body: { text: '{"event":"COMPLETED","orderId":"7"}' },
      event: { name: 'COMPLETED', orderId: '7' },
    });
    expect((await listening.stop('SIGINT')).code).toBe(0);
  });

  test('prints no credential that a delivery carries, and not the secret of its path', async () => {
    const listening = startAssay(['listen', '--path-secret', 'hook-of-ours']);
    const [url = ''] = await listening.printed(/deliver to (\S+)\n/);
    const body = '{"access_token":"a-token-of-theirs","text":"hook-of-ours"}';
    await call('POST', `${url}?access_token=one-more-token`, { Authorization: 'Bearer their-credential' }, body);
    const [line = ''] = await listening.printed(/^(\{.*\})\n/);
    expect(JSON.parse(line)).toMatchObject({
      path: '/[secret:webhook-path-1]/kcis?access_token=[secret:access_token-1]',
      headers: expect.arrayContaining([['Authorization', 'Bearer [secret:authorization-1]']]),
      body: { text: '{"access_token":"[secret:access_token-2]","text":"[secret:webhook-path-1]"}' },
    });
    const { stdout } = await listening.stop('SIGINT');
    expect(stdout).not.toMatch(/token-of-theirs|one-more-token|their-credential|hook-of-ours/);
  });
});
