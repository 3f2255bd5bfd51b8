import { expect, test } from 'vitest';
import { loadContract } from '../../contract/contract.ts';
import type { Send, Target } from '../../model.ts';
import { bytesOf } from '../../wire/wire.ts';
import { own } from '../places.ts';
import { preflight } from './preflight.ts';

const { contract } = loadContract(own('fixtures/contract'));
const target = {
  baseUrl: 'http://gateway',
  token: { form: { grant_type: 'client_credentials' }, sendTenantHeader: false },
  tenants: [{ name: 'north', clientId: 'n', clientSecret: 's' }],
} as unknown as Target;

/** What is found of a target whose token endpoint, and what stands behind it, answer so. */
const found = (token: [number, string], behind: [number, string]) => {
  const send: Send = async ({ url }) => {
    const [status, text] = url.endsWith(contract.operations.token.path) ? token : behind;
    return { status, headers: [], body: bytesOf(text), tookMs: 1 };
  };
  return preflight(target, contract, send);
};
const GRANTED: [number, string] = [200, '{"access_token":"t","token_type":"Bearer","scope":"s","expires_in":60}'];

test('nothing is wrong where a token is granted and what stands behind it is no page', async () => {
  expect(await found(GRANTED, [400, '{"code":"MALFORMED_REQUEST"}'])).toBeNull();
  expect(await found(GRANTED, [500, ''])).toBeNull();
});

test('a page for people is no gateway, neither at the token endpoint nor behind it', async () => {
  const page: [number, string] = [200, '<!doctype html><title>Sign in</title>'];
  expect((await found(page, GRANTED))?.message).toContain('/oauth/token answered 200 with a page for people');
  expect((await found(GRANTED, page))?.message).toContain('/service-availability answered 200 with a page for people');
});

test('a token that is not granted is told with what came instead', async () => {
  const problem = await found([401, '{"error":"invalid_client"}'], GRANTED);
  expect(problem?.message).toContain('/oauth/token answered 401 without an access_token');
  expect(problem?.fix).toBe('check client-id and client-secret of tenant north, and the form under token');
});
