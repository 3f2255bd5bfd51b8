import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../model.ts';
import type { FaultAction } from './fault.ts';
import { MINUTE, NEW_LINE, provide } from './testing/journeys.ts';
import { type Parts, trial } from './testing/trial.ts';

/** A gateway that does these things whenever it is asked for anything. */
const doing = (...actions: readonly FaultAction[]) =>
  trial({ faults: [{ fault: 'a', title: 'a', breaks: [], legal: true, do: actions }] });

const NO_TENANT: Parts = { headers: { Tenant: null }, query: { address: NEW_LINE } };

describe('where the contract allows several refusals', () => {
  it.each([
    [1, '400 MALFORMED_REQUEST'],
    [2, '422 INVALID_REQUEST'],
    [3, '401 NOT_AUTHORISED'],
    [9, '401 NOT_AUTHORISED'],
  ])('reading %i gives %s', async (reading, expected) => {
    const { status, body } = await doing({ reading }).ask('availability', NO_TENANT);
    expect(`${status} ${(body as JsonObject).code}`).toBe(expected);
  });
});

describe('where the contract is silent', () => {
  const odd = (t: ReturnType<typeof trial>) => t.ask('order', { body: provide(t, 1, { notes: null }) });

  it('a defect passes', async () => {
    expect((await odd(trial())).status).toBe(202);
  });

  it('is refused by a gateway that refuses it', async () => {
    expect((await odd(doing({ refuse: { with: '422 INVALID_REQUEST' } }))).status).toBe(422);
  });

  it('passes where something else is refused', async () => {
    const strict = doing({ refuse: { kinds: ['empty-header'], with: '400 MALFORMED_REQUEST' } });
    expect((await odd(strict)).status).toBe(202);
  });

  it('is no excuse for another answer where the contract is not silent', async () => {
    const t = doing({ refuse: { with: '400 MALFORMED_REQUEST' } });
    expect((await t.ask('order', { body: provide(t, 1, { orderType: 'RENEW' }) })).status).toBe(422);
  });
});

it('a gateway may hear something else than was asked', async () => {
  const t = doing({ hear: [{ set: { at: '/query/address/id', to: '902100000001' } }] });
  const { body } = await t.ask('availability', { query: { address: NEW_LINE } });
  expect(body).toMatchObject({ address: { identifier: { id: '902100000001' } } });
});

it('a token may live as long as a gateway says', async () => {
  const t = doing({ 'token-life': '60s' });
  const { body } = await t.ask('token', {});
  const token = String((body as JsonObject).access_token);
  expect(body).toMatchObject({ expires_in: 60 });
  expect((await t.ask('availability', { token, query: { address: NEW_LINE } })).status).toBe(200);
  await t.pass(MINUTE);
  expect((await t.ask('availability', { token, query: { address: NEW_LINE } })).status).toBe(401);
});
