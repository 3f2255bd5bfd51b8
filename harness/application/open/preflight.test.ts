import { expect, test } from 'vitest';
import { virtualClock } from '../../io/virtual-clock.ts';
import type { FaultKind, Send, Target } from '../../model.ts';
import { createExchange } from '../../run/exchange.ts';
import { bytesOf, headerOf } from '../../wire/wire.ts';
import { type Inputs, loadAim, loadSpec } from '../inputs.ts';
import type { Refusal } from '../say.ts';
import { connect } from './connect.ts';
import { preflight } from './preflight.ts';
import type { Transport } from './transport.ts';

const { contract, world } = loadAim({ target: 'fake' }, loadSpec());
const target = {
  baseUrl: 'http://gateway',
  token: { form: { grant_type: 'client_credentials' }, sendTenantHeader: false },
  tenants: [{ name: 'north', clientId: 'n', clientSecret: 's' }],
} as unknown as Target;

type Came = [number, string] | FaultKind;

/** What is found of a target whose token endpoint, and what stands behind it, answer so; `others` of further tenants. */
const found = (token: Came, behind: Came, ...others: readonly Came[]) => {
  const tokens = [token, ...others];
  const tenants = tokens.map((_, i) => ({ name: ['north', 'south', 'west'][i], clientId: `${i}`, clientSecret: 's' }));
  const send: Send = async ({ url, headers }) => {
    const [, basic = ''] = /^Basic (.*)/.exec(headerOf(headers, 'authorization') ?? '') ?? [];
    const came = url.endsWith(contract.operations.token.path) ? tokens[Number.parseInt(atob(basic), 10)] : behind;
    if (came === undefined) throw new Error(`nobody has ${basic}`);
    if (typeof came === 'string') return { fault: came, detail: 'it broke', tookMs: 1 };
    const [status, text] = came;
    return { status, headers: [], body: bytesOf(text), tookMs: 1 };
  };
  const { signal } = new AbortController();
  const exchange = createExchange({ send, clock: virtualClock(0), signal, record: () => {}, addSecret: () => {} });
  return preflight({ target: { ...target, tenants } as unknown as Target, contract, world }, exchange);
};
const GRANTED: [number, string] = [200, '{"access_token":"t","token_type":"Bearer","scope":"s","expires_in":60}'];

test('nothing is wrong where a token is granted and what stands behind it is no page', async () => {
  expect(await found(GRANTED, [400, '{"code":"MALFORMED_REQUEST"}'])).toBeNull();
  expect(await found(GRANTED, [500, ''])).toBeNull();
});

test.each<[FaultKind, Came, boolean]>([
  ['reset', [401, ''], true],
  ['malformed', [401, ''], true],
  ['reset', 'reset', false],
  ['malformed', [200, '<!doctype html><title>Sign in</title>'], false],
  ['refused', [401, ''], false],
])(
  'a token endpoint that ends in %s, and availability in %s, is for the run to judge: %s',
  async (fault, behind, isMet) => {
    expect((await found(fault, behind))?.message).toBe(isMet ? undefined : 'http://gateway cannot be reached');
  },
);

test('a page for people is no gateway, neither at the token endpoint nor behind it', async () => {
  const page: [number, string] = [200, '<!doctype html><title>Sign in</title>'];
  expect((await found(page, GRANTED))?.message).toContain('/oauth/token answered 200 with a page for people');
  expect((await found(GRANTED, page))?.message).toContain('/service-availability answered 200 with a page for people');
});

test('a token that is not granted is told with what came instead', async () => {
  const problem = await found([401, '{"error":"invalid_client"}'], GRANTED);
  expect(problem?.message).toContain('/oauth/token answered 401 without an access_token');
  expect(problem?.fix).toBe('check client-id and client-secret of tenant north, and the form under token');
  const elsewhere = await found([404, '{"error":"NOT_FOUND"}'], GRANTED);
  expect(elsewhere?.fix).toBe('check base-url: the paths of the specification are put behind it');
});

test('a client that gets no token where another does is for the run to judge', async () => {
  const refused: Came = [401, '{"error":"invalid_client"}'];
  expect(await found(refused, GRANTED, refused, GRANTED)).toBeNull();
  expect((await found(refused, GRANTED, refused))?.fix).toContain('of tenant north, ');
  expect((await found(refused, GRANTED, 'refused'))?.message).toContain('cannot be reached');
  // A token endpoint that fails is asked by nobody else.
  expect((await found([503, ''], GRANTED, GRANTED))?.message).toContain('answered 503');
});

test('a target that is starting is asked again for as long as it was given, and one that refuses its client is not', async () => {
  /** What comes of meeting a target that answers so, the last answer for good. */
  const met = async (waitFor: number, ...answers: readonly (number | 'refused')[]) => {
    let asked = 0;
    const send: Send = async ({ url }) => {
      if (!url.endsWith(contract.operations.token.path))
        return { status: 400, headers: [], body: bytesOf(''), tookMs: 1 };
      const answer = answers[Math.min(asked++, answers.length - 1)] ?? 200;
      if (answer === 'refused') return { fault: answer, detail: 'connect', tookMs: 0 };
      return { status: answer, headers: [], body: bytesOf(answer === 200 ? GRANTED[1] : ''), tookMs: 1 };
    };
    const transport = {
      send,
      clock: virtualClock(0),
      target,
      isVirtual: false,
      connect: null,
      waitFor,
    } as unknown as Transport;
    const inputs = { contract, target, world, secrets: [] } as unknown as Inputs;
    const ended = await connect(inputs, transport, 'secret').catch((error: Refusal) => error.problems[0]?.message);
    return { ended: typeof ended === 'string' ? ended : 'met', asked };
  };
  expect(await met(30_000, 'refused', 502, 'refused', 200)).toEqual({ ended: 'met', asked: 4 });
  expect(await met(1_000, 'refused')).toEqual({ ended: 'http://gateway cannot be reached', asked: 5 });
  expect(await met(0, 'refused', 200)).toEqual({ ended: 'http://gateway cannot be reached', asked: 1 });
  const refused = await met(30_000, 401, 200);
  expect(refused).toEqual({ ended: expect.stringContaining('answered 401 without an access_token'), asked: 1 });
});

test('what was said when a gateway was met is known, with its times, and nothing of the looks before', async () => {
  let asked = 0;
  const send: Send = async ({ url }) => {
    asked += 1;
    if (asked === 1) return { fault: 'refused', detail: 'connect', tookMs: 0 };
    const isToken = url.endsWith(contract.operations.token.path);
    return { status: isToken ? 200 : 400, headers: [], body: bytesOf(isToken ? GRANTED[1] : '{}'), tookMs: asked };
  };
  const transport = { send, clock: virtualClock(0), target, isVirtual: false, waitFor: 1_000 } as unknown as Transport;
  const inputs = { contract, target, world, secrets: [] } as unknown as Inputs;
  const { preflightExchanges, answerMs, secrets } = await connect(inputs, transport, 'secret');
  expect(
    preflightExchanges?.map(({ at, type, exchange, journey, verb }) => [at, type, exchange, journey, verb]),
  ).toEqual([
    [250, 'request-sent', 1, '', 'token'],
    [250, 'response-received', 1, '', 'token'],
    [250, 'request-sent', 2, '', 'availability'],
    [250, 'response-received', 2, '', 'availability'],
  ]);
  expect({ answerMs, secrets }).toEqual({ answerMs: 3, secrets: ['t'] });
});
