import fc from 'fast-check';
import { expect, test } from 'vitest';
import schema from '../../fixtures/contract/scenario.schema.json' with { type: 'json' };
import type { Json, RequestTemplate, Spelling } from '../model.ts';
import { encodeRequest } from './request.ts';
import { jsonIn, queryIn } from './spelling.ts';

const SPELLINGS = schema.$defs.step.properties.spelling.pattern.match(/[\w-]+(?=\||\)\$$)/g) as Spelling[];

test('whatever the spelling, the same is said', () => {
  fc.assert(
    fc.property(
      fc.jsonValue(),
      fc.constantFrom(...SPELLINGS.filter((each) => each !== 'latin-1')),
      (value, spelling) => {
        const text = JSON.stringify(value);
        expect(JSON.parse(jsonIn(value as Json, spelling))).toEqual(JSON.parse(text));
        expect(decodeURIComponent(queryIn(text, spelling).replaceAll('+', ' '))).toBe(text);
      },
    ),
    { seed: 1 },
  );
});

test('a spelling shows in the request', () => {
  const template: RequestTemplate = {
    verb: 'http',
    method: 'POST',
    path: '/x',
    headers: {},
    query: { a: { b: 'é', c: 1 }, z: '1' },
    contentType: 'application/json',
    body: { b: 'a"', c: [{ d: 1 }] },
    auth: 'none',
  };
  const told = SPELLINGS.map((spelling) => {
    const { url, headers, body } = encodeRequest({ ...template, spelling }, { baseUrl: 'http://g' });
    return [
      decodeURIComponent(url.replace('%e9', '%c3%a9')),
      headers[0]?.[1],
      new TextDecoder().decode(body ?? undefined),
    ];
  });
  expect(told).toEqual([
    [
      'http://g/x?a={"\\u0062":"\\u00e9","\\u0063":1}&z=1',
      'application/json',
      '{"\\u0062":"\\u0061\\u0022","\\u0063":[{"\\u0064":1}]}',
    ],
    [
      'http://g/x?a=\r\n {\n\t"b"\t: "é",\n\t"c"\t: 1\n}\n&z=1',
      'application/json',
      expect.stringContaining('"c"\t: ['),
    ],
    ['http://g/x?z=1&a={"c":1,"b":"é"}', 'application/json', '{"c":[{"d":1}],"b":"a\\""}'],
    ['http://g/x?a={"b":"é","c":1}&z=1', 'application/json', '{"b":"a\\"","c":[{"d":1}]}'],
    ['http://g/x?a={++"b":+"é",++"c":+1+}&z=1', 'application/json', '{  "b": "a\\"",  "c": [   {    "d": 1   }  ] }'],
    ['http://g/x?a={"b":"é","c":1}&z=1', 'Application/json; charset=utf-8', '{"b":"a\\"","c":[{"d":1}]}'],
    ['http://g/x?a={"b":"é","c":1}&z=1', 'application/json', '{"b":"a\\"","c":[{"d":1}]}'],
    ['http://g/x?a={"b":"é","c":1}&z=1', 'application/json', '{"b":"a\\"","c":[{"d":1}]}'],
    ['http://g/x?a={"b":"é","c":1}&z=1', 'application/json', '{"b":"a\\"","c":[{"d":1}]}'],
    ['http://g/x?a={"b":"é","c":1}&z=1', 'application/json', '{"b":"a\\"","c":[{"d":1}]}'],
    ['http://g/x?a={"b":"é","c":1}&z=1', 'application/json', '{"b":"a\\"","c":[{"d":1}]}'],
  ]);
  const latin = encodeRequest({ ...template, body: 'é', spelling: 'latin-1' }, { baseUrl: '' }).body;
  expect([...(latin ?? [])]).toEqual([0x22, 0xe9, 0x22]);
  expect(encodeRequest({ ...template, spelling: 'latin-1' }, { baseUrl: '' }).url).toContain('%22%e9%22');
  const headersOf = (spelling: Spelling) => encodeRequest({ ...template, spelling }, { baseUrl: '' }).headers;
  expect(headersOf('small-names')).toEqual([['content-type', 'application/json']]);
  expect(headersOf('accept-any')).toContainEqual(['Accept', '*/*']);
  expect(encodeRequest({ ...template, spelling: 'halved' }, { baseUrl: '' }).isHalved).toBe(true);
  expect(headersOf('chunked')).toContainEqual(['Transfer-Encoding', 'chunked']);
  expect(encodeRequest({ ...template, spelling: 'percent' }, { baseUrl: '' }).url).toContain('a=%7b%22%62%22');
});
