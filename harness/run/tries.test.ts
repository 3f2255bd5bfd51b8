import { expect, test } from 'vitest';
import { virtualClock } from '../io/virtual-clock.ts';
import type { CallStep, Contract, Target, WireRequest } from '../model.ts';
import { headerOf } from '../wire/wire.ts';
import { createCaller } from './call.ts';
import type { ExchangeOutcome, NewExchange } from './exchange.ts';
import type { Ports } from './ports.ts';
import { createTries, type Trying } from './tries.ts';

const operations = {
  availability: { verb: 'availability', method: 'GET', path: '/availability', fields: [] },
  slots: { verb: 'slots', method: 'GET', path: '/slots', fields: [] },
} as unknown as Contract['operations'];
const request: WireRequest = { method: 'GET', url: 'http://gateway/availability', headers: [], body: null };
const of: NewExchange = { journey: 'a', step: 'availability', verb: 'availability', tenant: 'north' };
const trying = { kinds: ['availability'], again: () => request };

/** Tries over a gateway that answers as told; each request is noted by its verb. */
function triesOver(isAnswered: (of: NewExchange, count: number) => boolean) {
  const sent: string[] = [];
  const exchange = async (its: NewExchange): Promise<ExchangeOutcome> => {
    sent.push(`${its.verb}${its.isAgain ? ' again' : ''}`);
    await Promise.resolve();
    return { answer: isAnswered(its, sent.length) ? { status: 200, headers: [], json: undefined } : null };
  };
  const ask = createTries({
    exchange,
    pace: () => Promise.resolve(),
    clock: virtualClock(0),
    signal: new AbortController().signal,
    contract: { operations },
    target: { baseUrl: 'http://gateway' },
  });
  return { sent, ask };
}

test('a read that had no answer goes on with that of a further try', async () => {
  const { ask, sent } = triesOver((_, count) => count > 1);
  expect((await ask(of, request, trying)).answer).not.toBeNull();
  expect(sent).toEqual(['availability', 'slots', 'availability again', 'availability again']);
});

test('an order that had no answer is tried again, and its journey does not go on with that answer', async () => {
  const { ask, sent } = triesOver(({ isAgain, verb }) => isAgain === true || verb === 'availability');
  const order = { ...request, method: 'POST' };
  const outcome = await ask({ ...of, verb: 'order' }, order, { kinds: ['order'], again: () => order });
  expect(outcome.answer).toBeNull();
  expect(sent.filter((each) => each === 'order again')).toHaveLength(2);
});

test('what gave no answer to three requests while another was answered is not asked any more', async () => {
  const { ask, sent } = triesOver(({ verb }) => verb === 'slots');
  await Promise.all([1, 2, 3].map(() => ask(of, request, trying)));
  const before = sent.length;
  const { cut } = await ask(of, request, trying);
  expect(cut).toBe('availability gives no answer, and is not asked any more');
  expect(sent).toHaveLength(before);
  expect((await ask({ ...of, tenant: 'south' }, request, trying)).cut, 'by another tenant').toBeUndefined();
});

test('where nothing is answered, it goes on asking', async () => {
  const { ask } = triesOver(() => false);
  for (let i = 0; i < 4; i += 1) expect((await ask(of, request, trying)).cut).toBeUndefined();
});

test('what is tried again has a token that is alive then', async () => {
  let current = 'first';
  const seen: (string | undefined)[] = [];
  const exchange = async (_: NewExchange, sent: WireRequest, trying?: Trying): Promise<ExchangeOutcome> => {
    // The answer is waited for until the token has run out.
    current = 'second';
    for (const each of [sent, await trying?.again?.(2)]) seen.push(each && headerOf(each.headers, 'Authorization'));
    return { answer: { status: 200, headers: [], json: undefined } };
  };
  const target = { baseUrl: 'http://gateway', tenants: [], ids: { from: 1, to: 9 } } as unknown as Target;
  const caller = createCaller('a', {}, {
    contract: { operations, headers: { request: 'X-Request-ID' } },
    target,
    clock: virtualClock(0),
    signal: new AbortController().signal,
    pace: () => Promise.resolve(),
    exchange,
    tokens: { bearerOf: () => Promise.resolve(current), isSpent: () => false },
  } as unknown as Ports);
  await caller.call({
    kind: 'call',
    name: 'availability',
    tenant: 'north',
    expect: { answers: [{ status: '200' }] },
    request: { verb: 'availability', method: 'GET', path: '/availability', headers: {}, query: {}, auth: 'bearer' },
  } as unknown as CallStep);
  expect(seen).toEqual(['Bearer first', 'Bearer second']);
});

test('a token endpoint that no longer answers is not looked into by requests that wait for its token', async () => {
  const { ask, sent } = triesOver((its) => its.verb === 'availability' && its.step !== 'control');
  let token: Promise<unknown> = Promise.resolve();
  const waiting = async (): Promise<WireRequest> => {
    await token;
    return request;
  };
  await ask(of, request, { kinds: ['availability'], again: waiting });
  const asked = { ...request, method: 'POST' };
  token = ask({ ...of, verb: 'token' }, asked, { kinds: ['token'], again: () => asked });
  expect(await Promise.race([token, new Promise((resolve) => setTimeout(resolve, 500, 'for ever'))])).toEqual({
    answer: null,
  });
  expect(sent.filter((each) => each === 'token again')).toHaveLength(2);
});
