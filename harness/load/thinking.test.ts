import { expect, test } from 'vitest';
import { virtualClock } from '../io/virtual-clock.ts';
import type { Contract, Journey, Step, Target } from '../model.ts';
import { createCaller } from '../run/call.ts';
import type { Ports } from '../run/ports.ts';
import { createTokenCache } from '../run/tokens.ts';
import { headerOf } from '../wire/wire.ts';
import { SPAN } from './testing/sample.ts';
import { thinking } from './thinking.ts';

const contract = {
  operations: { token: { method: 'POST', path: '/token' }, http: {} },
} as unknown as Contract;
const target = {
  baseUrl: 'http://gateway',
  tenants: [{ name: 'north', clientId: 'n', clientSecret: 's' }],
  token: { form: {} },
  limits: { requestsPerSecond: null, concurrency: 1 },
} as unknown as Target;

const call = (name: string): Extract<Step, { kind: 'call' }> => ({
  kind: 'call',
  name,
  tenant: 'north',
  expect: { answers: [] },
  request: { verb: 'http', method: 'GET', path: `/${name}`, headers: {}, query: {}, auth: 'bearer' },
  span: SPAN,
});
const together: Extract<Step, { kind: 'parallel' }> = {
  kind: 'parallel',
  name: 'both',
  steps: [call('second'), call('third')],
  span: SPAN,
};

/** A caller of a journey whose customer thinks so long; tokens live 100 s, and are renewed a third of it before. */
function callerThinking(ms: number) {
  const clock = virtualClock(0);
  const { signal } = new AbortController();
  const sent: (readonly [at: number, path: string, authorization: string | undefined])[] = [];
  let tokensGiven = 0;
  const tokens = createTokenCache({ target, contract, clock }, () => {
    tokensGiven += 1;
    const json = { access_token: `t${tokensGiven}`, expires_in: 100 };
    return Promise.resolve({ answer: { status: 200, headers: [], json } });
  });
  const exchange: Ports['exchange'] = (_, { url, headers }) => {
    sent.push([clock.now(), new URL(url).pathname, headerOf(headers, 'authorization')]);
    return Promise.resolve({ answer: { status: 200, headers: [], json: {} } });
  };
  const journey = { steps: [call('first'), together] } as unknown as Journey;
  const think = { fromMs: ms, toMs: ms };
  const pace = thinking({ index: 0, journey }, { think, clock, signal });
  const ports = { contract, target, clock, signal, exchange, tokens, pace, isSchema: () => null } as unknown as Ports;
  return { caller: createCaller('j', {}, ports), tokens, clock, sent };
}

test('the customer thinks before a step and not before the first, and once before steps that go together', async () => {
  const { caller, sent } = callerThinking(5_000);
  await caller.call(call('first'));
  await caller.callTogether(together);
  expect(sent).toEqual([
    [0, '/first', 'Bearer t1'],
    [5_000, '/second', 'Bearer t1'],
    [5_000, '/third', 'Bearer t1'],
  ]);
});

test('a token that was renewed while the customer thought is not sent any more', async () => {
  const { caller, tokens, clock, sent } = callerThinking(80_000);
  clock.schedule(70_000, () => void tokens.bearerOf('north'));
  await caller.call(call('first'));
  await caller.call(call('second'));
  expect(sent.map(([, , authorization]) => authorization)).toEqual(['Bearer t1', 'Bearer t2']);
});
