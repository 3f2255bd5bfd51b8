import { describe, expect, test } from 'vitest';
import type { KciProfile, Target, WireRequest } from '../../model.ts';
import { serving } from '../../testing/target.ts';
import { decodeUtf8 } from '../../wire/wire.ts';
import { announce } from './reach.ts';

const WEBHOOK = 'https://assay.example/s3cret/kcis';

/** Tells a gateway that answers so where to deliver; gives what it was asked, and what became of it. */
async function told(call: object, status = 204) {
  const asked: string[] = [];
  const baseUrl = await serving((request: WireRequest) => {
    asked.push(`${request.method} ${new URL(request.url).pathname} ${request.body && decodeUtf8(request.body)}`);
    return Promise.resolve({ status, headers: [], body: new Uint8Array(), tookMs: 0 });
  });
  const target = {
    baseUrl,
    allowHosts: ['127.0.0.1'],
    tenants: [{ name: 'acme' }, { name: 'globex' }],
    limits: { concurrency: 1 },
    deadlines: { responseMs: 5_000 },
    webhook: { registration: { method: 'PUT', ...call } },
  } as unknown as Target;
  return {
    asked,
    problem: await announce(target, WEBHOOK, {
      wire: { contentType: 'application/json', path: '/kcis' },
    } as KciProfile),
    baseUrl,
  };
}

describe('a gateway is told where to deliver', () => {
  test('once, where one webhook is for all tenants', async () => {
    const { asked, problem } = await told({ url: '${base}/hub', body: { callback: '$url' } });
    expect([asked, problem]).toEqual([[`PUT /hub {"callback":"${WEBHOOK}"}`], null]);
  });

  test.each([
    [
      'address',
      '${base}/hubs/${tenant}',
      { to: '$url' },
      // Each of its own, so that events which went to another's are told.
      (name: string) => `PUT /hubs/${name} {"to":"https://assay.example/s3cret/${name}/kcis"}`,
    ],
    ['body', '${base}/hub', { of: '$tenant' }, (name: string) => `PUT /hub {"of":"${name}"}`],
  ])('for each tenant, where the %s names the tenant', async (_, url, body, expected) => {
    const { asked, problem } = await told({ url, body });
    expect([asked, problem]).toEqual([['acme', 'globex'].map(expected), null]);
  });

  test('and the first call that is refused stops it', async () => {
    const { asked, problem, baseUrl } = await told({ url: '${base}/${tenant}', body: {} }, 403);
    expect(asked).toEqual(['PUT /acme {}']);
    expect(problem?.message).toBe(`the webhook could not be registered: PUT ${baseUrl}/acme answered 403`);
  });
});
