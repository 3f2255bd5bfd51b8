import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Json, JsonObject, Verb } from '../model.ts';
import { isObject } from '../values/pointer.ts';
import { createInliner, loadContract } from './contract.ts';
import { compileContract } from './validators.ts';

const DIR = resolve(import.meta.dirname, '../../fixtures/contract');
const document = parse(readFileSync(join(DIR, 'openapi.yaml'), 'utf8')) as JsonObject;
const { contract } = loadContract(DIR);
const validators = compileContract(contract);
const inline = createInliner(document, (ref) => expect.fail(ref));

/** The examples of one media type, by name. */
function examplesOf(content: Json | undefined): [string, Json][] {
  const media = Object.values((content ?? {}) as JsonObject) as JsonObject[];
  return media.flatMap(({ example, examples }): [string, Json][] => [
    ...(example === undefined ? [] : [['example', example] as [string, Json]]),
    ...Object.entries((examples ?? {}) as Record<string, { value: Json }>).map(([name, each]): [string, Json] => [
      name,
      each.value,
    ]),
  ]);
}

const operations = Object.values(inline(document.paths ?? {}) as Record<string, Record<string, JsonObject>>)
  .flatMap((methods) => Object.values(methods))
  .map((item) => ({ item, verb: (item['x-verb'] as JsonObject).name as Verb }));

const requests = operations.flatMap(({ item, verb }) =>
  examplesOf((item.requestBody as JsonObject | undefined)?.content).map(([name, body]) => ({ verb, name, body })),
);
const responses = operations.flatMap(({ item, verb }) =>
  Object.entries(item.responses as Record<string, JsonObject>).flatMap(([status, { content }]) =>
    examplesOf(content).map(([name, body]) => ({ verb, status, name, body })),
  ),
);

const HEADERS = { 'X-Request-ID': 'r', 'X-Conversation-ID': 'c', Tenant: 'acme' };

describe('the OpenAPI document', () => {
  test('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(structuredClone(document));

    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
  });

  test('has an example for every order type, the amendments, the cancellation and the booking', () => {
    expect(requests.map(({ verb, name }) => `${verb} ${name}`)).toEqual([
      'book booking',
      ...['newMinimal', 'newFull', 'start', 'takeover', 'transfer', 'swap'].map((name) => `order ${name}`),
      ...['ceaseMinimal', 'ceaseFull', 'modifyMinimal', 'modifyFull'].map((name) => `order ${name}`),
      'amend provide',
      'amend ceaseOrModify',
      'cancel cancellation',
      'token clientCredentials',
    ]);
  });

  test.each(requests)('has a valid request: $verb $name', ({ verb, body }) => {
    expect(validators.request(verb, { headers: HEADERS, query: {}, body })).toEqual([]);
  });

  test.each(responses)('has a valid response: $verb $status $name', ({ verb, status, body }) => {
    expect(validators.response(verb, Number(status), body).violations).toEqual([]);
  });

  test('has examples whose error codes are those of their statuses', () => {
    const codes = responses
      .filter(({ status }) => Number(status) >= 400)
      .map(({ status, body }) => `${status} ${String(isObject(body) ? (body.code ?? body.error) : '')}`);
    const table = contract.errors.map(({ status, code }) => `${status} ${code}`);

    expect([...new Set(codes)].sort()).toEqual([...table].sort());
  });

  test('has valid examples of the query parameters', () => {
    const query = (verb: Verb): JsonObject => {
      const operation = operations.find((each) => each.verb === verb);
      const parameters = operation?.item.parameters as readonly JsonObject[];
      const given = parameters.flatMap(({ name, content }) =>
        examplesOf(content).map(([, value]) => [String(name), value] as const),
      );
      return Object.fromEntries(given);
    };

    expect(validators.request('availability', { headers: HEADERS, query: query('availability') })).toEqual([]);
    expect(
      validators.request('slots', { headers: HEADERS, query: { ...query('slots'), appointmentPurpose: 'REPAIR' } }),
    ).toEqual([]);
  });
});
