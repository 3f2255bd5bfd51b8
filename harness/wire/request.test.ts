import { describe, expect, test } from 'vitest';
import type { Defect, RequestTemplate } from '../model.ts';
import { encodeRequest } from './request.ts';
import { decodeUtf8 } from './wire.ts';

const get: RequestTemplate = {
  verb: 'slots',
  method: 'GET',
  path: '/slots',
  headers: { Tenant: 'A', Authorization: 'Bearer t' },
  query: { address: { id: '0001', type: 'UPRN' }, purpose: 'PROVIDE' },
  auth: 'bearer',
};
const post: RequestTemplate = {
  ...get,
  verb: 'order',
  method: 'POST',
  path: '/orders',
  query: {},
  contentType: 'application/json',
  body: { id: 1, tenant: 'A' },
};

const url = (defect?: Defect): string => encodeRequest(defect ? { ...get, defect } : get, { baseUrl: 'http://x/' }).url;
const body = (defect?: Defect): string | undefined => {
  const sent = encodeRequest(defect ? { ...post, defect } : post, { baseUrl: 'http://x' }).body;
  return sent === null ? undefined : decodeUtf8(sent);
};

describe('a request on the wire', () => {
  test('carries objects in the query as URL-encoded JSON', () => {
    expect(url()).toBe('http://x/slots?address=%7B%22id%22%3A%220001%22%2C%22type%22%3A%22UPRN%22%7D&purpose=PROVIDE');
  });

  test('says the type of its body, and has none without one', () => {
    expect(encodeRequest(post, { baseUrl: 'http://x' }).headers).toContainEqual(['Content-Type', 'application/json']);
    expect(encodeRequest(get, { baseUrl: 'http://x' }).headers.map(([name]) => name)).toEqual([
      'Tenant',
      'Authorization',
    ]);
  });

  test('encodes a form', () => {
    const form = {
      ...post,
      contentType: 'application/x-www-form-urlencoded',
      body: { grant_type: 'a b', scope: 'x&y' },
    };
    expect(decodeUtf8(encodeRequest(form, { baseUrl: 'http://x' }).body ?? new Uint8Array())).toBe(
      'grant_type=a%20b&scope=x%26y',
    );
  });

  test.each<[Defect, string]>([
    [{ kind: 'omit', at: '/query/address' }, 'http://x/slots?purpose=PROVIDE'],
    [
      { kind: 'omit', at: '/query/address/id' },
      `http://x/slots?address=${encodeURIComponent('{"type":"UPRN"}')}&purpose=PROVIDE`,
    ],
    [
      { kind: 'malformed-json', at: '/query/address' },
      `http://x/slots?address=${encodeURIComponent('{"id""0001","type":"UPRN"}')}&purpose=PROVIDE`,
    ],
    [
      { kind: 'truncated-json', at: '/query/address' },
      `http://x/slots?address=${encodeURIComponent('{"id":"0001",')}&purpose=PROVIDE`,
    ],
    [
      { kind: 'not-encoded', at: '/query/address' },
      'http://x/slots?address={"id":"0001","type":"UPRN"}&purpose=PROVIDE',
    ],
    [{ kind: 'empty', at: '/query/purpose' }, url().replace('PROVIDE', '')],
    [{ kind: 'not-in-enum', at: '/query/purpose', value: 'NONE' }, url().replace('PROVIDE', 'NONE')],
  ])('with the defect %j the address changes there and nowhere else', (defect, wanted) => {
    expect(url(defect)).toBe(wanted);
  });

  test('what HTTP has no place for in a URL is encoded, also where nothing else is', () => {
    const query = { service: { id: 'fibre', name: 'Fibre één' } };
    const request = { ...get, query, defect: { kind: 'not-encoded', at: '/query/service' } } as const;
    expect(encodeRequest(request, { baseUrl: 'http://x' }).url).toMatch(
      /\?service=\{"id":"fibre","name":"Fibre%20%C3%A9%C3%A9n"\}$/,
    );
  });

  test.each<[Defect, string | undefined]>([
    [{ kind: 'omit', at: '/body/id' }, '{"tenant":"A"}'],
    [{ kind: 'null', at: '/body/id' }, '{"id":null,"tenant":"A"}'],
    [{ kind: 'empty', at: '/body/tenant' }, '{"id":1,"tenant":""}'],
    [{ kind: 'wrong-type', at: '/body/id', value: 'x' }, '{"id":"x","tenant":"A"}'],
    [{ kind: 'wrong-type', at: '/body/id', as: 'text' }, '{"id":"1","tenant":"A"}'],
    [{ kind: 'wrong-type', at: '/body/id', as: 'fraction' }, '{"id":1.5,"tenant":"A"}'],
    [{ kind: 'wrong-type', at: '/body/tenant', as: 'number' }, '{"id":1,"tenant":42}'],
    [{ kind: 'array-for-object', at: '/body' }, '[{"id":1,"tenant":"A"}]'],
    [{ kind: 'malformed-json', at: '/body' }, '{"id"1,"tenant":"A"}'],
    [{ kind: 'malformed-json', at: '/body', value: ' more' }, '{"id":1,"tenant":"A"} more'],
    [{ kind: 'malformed-json', at: '/body', value: ',' }, '{"id":1,"tenant":"A",}'],
    [{ kind: 'malformed-json', at: '/body', value: 'NaN' }, '{"further":NaN,"id":1,"tenant":"A"}'],
    [{ kind: 'malformed-json', at: '/body', value: '/**/' }, '{/**/"id":1,"tenant":"A"}'],
    [{ kind: 'truncated-json', at: '/body' }, '{"id":1,"t'],
    [{ kind: 'omit', at: '/body' }, undefined],
  ])('with the defect %j the body is %j', (defect, wanted) => {
    expect(body(defect)).toBe(wanted);
  });

  test('a whole number that has no digit left for a half is another as a fraction', () => {
    const defect: Defect = { kind: 'wrong-type', at: '/body/id', as: 'fraction' };
    const sent = encodeRequest({ ...post, body: { id: 6_626_017_267_436_010 }, defect }, { baseUrl: 'http://x' }).body;
    expect(new TextDecoder().decode(sent ?? undefined)).toBe('{"id":267436010.5}');
  });

  test.each([
    ['100023', 100023],
    ['0042', 42],
    ['A1', 42],
  ])('%j is as a number %j, where its digits are those of one', (tenant, number) => {
    const defect: Defect = { kind: 'wrong-type', at: '/body/tenant', as: 'number' };
    const sent = encodeRequest({ ...post, body: { id: 1, tenant }, defect }, { baseUrl: 'http://x' }).body;
    expect(new TextDecoder().decode(sent ?? undefined)).toBe(JSON.stringify({ id: 1, tenant: number }));
  });

  test.each<[Defect, (readonly [string, string])[]]>([
    [{ kind: 'no-header', at: '/headers/Tenant' }, [['Authorization', 'Bearer t']]],
    [
      { kind: 'empty-header', at: '/headers/Tenant' },
      [
        ['Tenant', ''],
        ['Authorization', 'Bearer t'],
      ],
    ],
    [{ kind: 'no-bearer', at: '/headers/Authorization' }, [['Tenant', 'A']]],
    [
      { kind: 'bad-token', at: '/headers/Authorization' },
      [
        ['Tenant', 'A'],
        ['Authorization', 'Bearer not-a-token'],
      ],
    ],
  ])('with the defect %j the headers are %j', (defect, wanted) => {
    expect(encodeRequest({ ...get, defect }, { baseUrl: 'http://x' }).headers).toEqual(wanted);
  });
});

describe('a target with words of its own', () => {
  const target = { baseUrl: 'http://x', headers: { 'X-Api-Key': 'k', tenant: 'fixed' } };

  test('gets its fixed headers with every request, but none in place of what the request says', () => {
    expect(encodeRequest(get, target).headers.map(([name]) => name)).toEqual(['X-Api-Key', 'Tenant', 'Authorization']);
  });

  test.each([
    [{ Authorization: `Basic ${btoa('me:p:w')}` }, 'grant_type=g&client_id=me&client_secret=p%3Aw', []],
    [{}, 'grant_type=g', []],
    [{ Authorization: 'Bearer t' }, 'grant_type=g', ['Authorization']],
  ])('takes credentials in the form, right or wrong ones: %j', (headers, body, left) => {
    const token = { form: {}, sendTenantHeader: false, credentials: 'form' } as const;
    const sent = encodeRequest(
      {
        ...post,
        headers,
        body: { grant_type: 'g' },
        contentType: 'application/x-www-form-urlencoded',
        auth: 'basic',
      },
      { baseUrl: 'http://x', token },
    );
    expect(decodeUtf8(sent.body ?? new Uint8Array())).toBe(body);
    expect(sent.headers.map(([name]) => name).filter((name) => name !== 'Content-Type')).toEqual(left);
  });
});
