import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../model.ts';
import { NEW_LINE, onService, provide } from './testing/journeys.ts';
import { type Parts, trial } from './testing/trial.ts';

const t = trial();
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const outcome = ({ status, body }: { status: number; body: Json | undefined }): string =>
  `${status} ${(body as JsonObject | undefined)?.code ?? (body as JsonObject | undefined)?.error ?? ''}`.trim();

const without = (body: JsonObject, name: string): JsonObject =>
  Object.fromEntries(Object.entries(body).filter(([key]) => key !== name));
const address = (text: string): Parts => ({ query: { address: text } });

describe('the token endpoint', () => {
  it.each<[string, Parts, string]>([
    ['right credentials', {}, '200'],
    ['another grant', { text: 'grant_type=password' }, '400 invalid_request'],
    ['wrong credentials', { headers: { Authorization: 'Basic bm86bm8=' } }, '401 invalid_client'],
    ['no credentials', { headers: { Authorization: null } }, '400 invalid_request'],
    ['the name of another tenant', { headers: { Tenant: t.other } }, '403 access_denied'],
  ])('%s', async (_, parts, expected) => {
    expect(outcome(await t.ask('token', parts))).toBe(expected);
  });

  it('answers errors in its own form', async () => {
    const { body } = await t.ask('token', { headers: { Authorization: 'Basic bm86bm8=' } });
    expect(body).toEqual({ error: 'invalid_client', error_description: 'the client credentials are invalid' });
  });
});

describe('the access token', () => {
  it.each<[string, Parts, string]>([
    ['missing', { headers: { Authorization: null } }, '401 NOT_AUTHORISED'],
    ['not a bearer', { headers: { Authorization: 'Basic bm86bm8=' } }, '401 NOT_AUTHORISED'],
    ['unknown', { token: 'abc.def' }, '401 NOT_AUTHORISED'],
    ['valid', {}, '200'],
  ])('%s', async (_, parts, expected) => {
    expect(outcome(await t.ask('availability', { query: { address: NEW_LINE }, ...parts }))).toBe(expected);
  });

  it('opens nothing for another tenant', async () => {
    const token = await t.token(t.other);
    expect(outcome(await t.ask('availability', { token, query: { address: NEW_LINE } }))).toBe('401 NOT_AUTHORISED');
  });

  it('expires', async () => {
    const short = trial({ tokenLifeSeconds: 60 });
    const token = await short.token();
    await short.pass(59_999);
    expect(outcome(await short.ask('availability', { token, query: { address: NEW_LINE } }))).toBe('200');
    await short.pass(1);
    expect(outcome(await short.ask('availability', { token, query: { address: NEW_LINE } }))).toBe(
      '401 NOT_AUTHORISED',
    );
  });
});

describe('the headers', () => {
  it.each(['X-Request-ID', 'X-Conversation-ID', 'Tenant'])('%s must be there', async (name) => {
    const answer = await t.ask('availability', { headers: { [name]: null }, query: { address: NEW_LINE } });
    expect(outcome(answer)).toBe('400 MALFORMED_REQUEST');
  });

  it('may be written in any case', async () => {
    const headers = { 'X-Request-ID': null, 'x-request-id': 'a', Tenant: null, TENANT: t.tenant };
    expect(outcome(await t.ask('availability', { headers, query: { address: NEW_LINE } }))).toBe('200');
  });
});

describe('the address of availability', () => {
  it.each<[string, Parts, string]>([
    ['missing', {}, '400 MALFORMED_REQUEST'],
    ['malformed', address('{"id" "1"}'), '400 MALFORMED_REQUEST'],
    ['cut off', address('{"id":"1","ty'), '400 MALFORMED_REQUEST'],
    ['empty', address(''), '422 INVALID_REQUEST'],
    ['a number', address('12'), '422 INVALID_REQUEST'],
    ['a text', address('"12"'), '422 INVALID_REQUEST'],
    ['a list', address('[{"id":"1","type":"UPRN"}]'), '422 INVALID_REQUEST'],
    ['without a type', address('{"id":"1"}'), '422 INVALID_REQUEST'],
    ['with a number for an id', address('{"id":1,"type":"UPRN"}'), '422 INVALID_REQUEST'],
    ['encoded twice', address(encodeURIComponent('{"id":"1","type":"UPRN"}')), '200'],
  ])('%s', async (_, parts, expected) => {
    expect(outcome(await t.ask('availability', parts))).toBe(expected);
  });
});

describe('the body of an order', () => {
  it.each<[string, Parts, string]>([
    ['malformed', { text: '{"id" 1}' }, '400 MALFORMED_REQUEST'],
    ['cut off', { text: '{"id": 1, "orderType": "NE' }, '400 MALFORMED_REQUEST'],
    ['missing', {}, '422 INVALID_REQUEST'],
    ['a list', { body: [] }, '422 INVALID_REQUEST'],
    ['of an unknown type', { body: provide(t, 11, { orderType: 'RENEW' }) }, '422 INVALID_REQUEST'],
    ['without an id', { body: without(provide(t, 12), 'id') }, '422 INVALID_REQUEST'],
    ['NEW without an address', { body: without(provide(t, 13), 'address') }, '422 INVALID_REQUEST'],
    ['CEASE without a service', { body: without(onService(t, 14, 'CEASE'), 'serviceId') }, '422 INVALID_REQUEST'],
    [
      'MODIFY without characteristics',
      { body: without(onService(t, 15, 'MODIFY'), 'serviceCharacteristics') },
      '422 INVALID_REQUEST',
    ],
    ['with members nobody knows', { body: provide(t, 16, { colour: 'blue' }) }, '202'],
  ])('%s', async (_, parts, expected) => {
    expect(outcome(await t.ask('order', parts))).toBe(expected);
  });

  it('is not looked at before the token and the headers', async () => {
    const bare = { text: '{', headers: { Authorization: null, Tenant: null } };
    expect(outcome(await t.ask('order', bare))).toBe('401 NOT_AUTHORISED');
    expect(outcome(await t.ask('order', { text: '{', headers: { 'X-Request-ID': null } }))).toBe(
      '400 MALFORMED_REQUEST',
    );
  });
});

describe('an error body', () => {
  it('names everything that is wrong, under a uuid of its own', async () => {
    const ask = () => t.ask('order', { body: { orderType: 'CEASE', tenant: t.tenant } });
    const [one, two] = [(await ask()).body as JsonObject, (await ask()).body as JsonObject];
    expect(one).toEqual({
      uuid: expect.stringMatching(UUID),
      code: 'INVALID_REQUEST',
      messages: ['serviceId: missing, expected a string', 'id: missing, expected an integer'],
    });
    expect(two.uuid).not.toBe(one.uuid);
  });
});

describe('what is no operation', () => {
  it('is not found', async () => {
    const request = { method: 'GET', url: 'http://fake.test/nowhere?a=1', headers: [], body: null };
    expect(await t.send(request)).toMatchObject({ status: 404 });
  });
});
