import { expect, test } from 'vitest';
import { virtualClock } from '../io/virtual-clock.ts';
import type { Contract, Json, Target, WireRequest } from '../model.ts';
import { basicOf } from '../wire/basic.ts';
import { decodeUtf8, headerOf } from '../wire/wire.ts';
import type { ExchangeOutcome } from './exchange.ts';
import { createTokenCache } from './tokens.ts';

const contract = {
  operations: {
    token: {
      method: 'POST',
      path: '/oauth/token',
      body: { contentType: 'application/x-www-form-urlencoded', schema: {} },
    },
  },
} as unknown as Contract;
const target = {
  baseUrl: 'http://gateway',
  token: { form: { grant_type: 'client_credentials' }, sendTenantHeader: false },
  tenants: [
    { name: 'north', clientId: 'n', clientSecret: 'ä:secret' },
    { name: 'south', clientId: 's', clientSecret: 'x' },
  ],
} as unknown as Target;

/** Tokens over an endpoint that numbers what it gives. */
function tokensOver(answer: (count: number) => { status: number; json: Json }) {
  const clock = virtualClock(0);
  const sent: WireRequest[] = [];
  const exchange = async (_: unknown, request: WireRequest): Promise<ExchangeOutcome> => {
    sent.push(request);
    await Promise.resolve();
    return { answer: { headers: [], ...answer(sent.length) } };
  };
  return { clock, sent, tokens: createTokenCache({ target, contract, clock }, exchange) };
}

const numbered = (count: number) => ({ status: 200, json: { access_token: `t${count}`, expires_in: 100 } });

test('one token serves many journeys, also those that ask while it is being fetched', async () => {
  const { tokens, sent } = tokensOver(numbered);
  expect(await Promise.all([tokens.bearerOf('north'), tokens.bearerOf('north')])).toEqual(['t1', 't1']);
  expect(await tokens.bearerOf('north')).toBe('t1');
  expect(await tokens.bearerOf('south')).toBe('t2');
  expect(sent).toHaveLength(2);
});

test('a token is renewed a while before it runs out', async () => {
  const { tokens, clock } = tokensOver(numbered);
  await tokens.bearerOf('north');
  await clock.until(new Promise(() => {}), 69_000);
  expect(await tokens.bearerOf('north')).toBe('t1');
  expect(tokens.isSpent('north', 't1')).toBe(false);
  await clock.until(new Promise(() => {}), 2_000);
  expect(tokens.isSpent('north', 't1')).toBe(true);
  expect(await tokens.bearerOf('north')).toBe('t2');
  expect([tokens.isSpent('north', 't1'), tokens.isSpent('north', 't2')]).toEqual([true, false]);
});

test('an endpoint that gives no token is not asked again at once', async () => {
  const { tokens, sent, clock } = tokensOver(() => ({ status: 401, json: { error: 'invalid_client' } }));
  expect(await tokens.bearerOf('north')).toBeNull();
  expect(await tokens.bearerOf('north')).toBeNull();
  expect(sent).toHaveLength(1);
  await clock.until(new Promise(() => {}), 6_000);
  expect(await tokens.bearerOf('north')).toBeNull();
  expect(sent).toHaveLength(2);
});

test('a token endpoint whose connection broke is asked again', async () => {
  const clock = virtualClock(0);
  const answers: ExchangeOutcome[] = [
    { answer: null },
    { answer: { status: 200, headers: [], json: { access_token: 't', expires_in: 100 } } },
  ];
  const tokens = createTokenCache({ target, contract, clock }, async () => answers.shift() ?? { answer: null });
  expect(await tokens.bearerOf('north')).toBe('t');
  expect(await tokens.bearerOf('south')).toBeNull();
});

test('the request carries Basic credentials in UTF-8 and the form of the target file', async () => {
  const { tokens, sent } = tokensOver(numbered);
  await tokens.bearerOf('north');
  expect(sent[0]?.url).toBe('http://gateway/oauth/token');
  expect(headerOf(sent[0]?.headers ?? [], 'authorization')).toBe(
    `Basic ${Buffer.from('n:ä:secret').toString('base64')}`,
  );
  expect(decodeUtf8(sent[0]?.body ?? new Uint8Array())).toBe('grant_type=client_credentials');
  expect(basicOf('a', 'b')).toBe('Basic YTpi');
});

test('a tenant that the target does not have gets none', async () => {
  expect(await tokensOver(numbered).tokens.bearerOf('east')).toBeNull();
});

test('of a life of seconds a third is left for the way', async () => {
  const { tokens, clock } = tokensOver((count) => ({
    status: 200,
    json: { access_token: `t${count}`, expires_in: 3 },
  }));
  await tokens.bearerOf('north');
  await clock.until(new Promise(() => {}), 1_900);
  expect(await tokens.bearerOf('north')).toBe('t1');
  await clock.until(new Promise(() => {}), 200);
  expect(await tokens.bearerOf('north')).toBe('t2');
});

test('a token that does not tell its life is not spent, and used for some seconds', async () => {
  const { tokens, clock } = tokensOver((count) => ({ status: 200, json: { access_token: `t${count}` } }));
  await tokens.bearerOf('north');
  expect(tokens.isSpent('north', 't1')).toBe(false);
  expect(await tokens.bearerOf('north')).toBe('t1');
  await clock.until(new Promise(() => {}), 5_000);
  expect(await tokens.bearerOf('north')).toBe('t2');
});
