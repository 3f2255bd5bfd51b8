import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createInliner } from '../contract/contract.ts';
import type { Json, JsonObject, SpecVerb } from '../model.ts';
import { isFault } from '../wire/wire.ts';
import { trial } from './testing/trial.ts';

/**
 * The fake is walked by the published document alone, as tools of others do it: whatever is asked, its answer is in there.
 */

const file = resolve(import.meta.dirname, '../../fixtures/contract/openapi.yaml');
const document = parse(readFileSync(file, 'utf8')) as JsonObject;
const inline = createInliner(document, (ref) => expect.fail(ref));

interface Published {
  readonly path: string;
  readonly method: string;
  readonly verb: SpecVerb;
  readonly parameters: readonly JsonObject[];
  readonly body: JsonObject | undefined;
  readonly responses: Readonly<Record<string, { readonly content?: Record<string, { readonly schema?: JsonObject }> }>>;
}

const operations: readonly Published[] = Object.entries(
  inline(document.paths ?? {}) as Record<string, Record<string, JsonObject>>,
).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, item]) => {
    const content = (item.requestBody as { content?: Record<string, { schema: JsonObject }> } | undefined)?.content;
    return {
      path,
      method,
      verb: item.operationId as SpecVerb,
      parameters: (item.parameters ?? []) as readonly JsonObject[],
      body: content?.['application/json']?.schema,
      responses: item.responses as Published['responses'],
    };
  }),
);
const asked = operations.filter(({ verb }) => verb !== 'token');

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });

/** What the document has against an answer. */
function against({ responses }: Published, status: number, type: string | undefined, body: Json | undefined): string {
  const published = responses[String(status)];
  if (!published) return `no answer ${status} is published`;
  const content = published.content;
  if (!content) return body === undefined ? '' : `${status} has a body`;
  if (content['*/*']) return '';
  const schema = type === undefined ? undefined : content[type]?.schema;
  if (!schema) return `no ${type} is published for ${status}`;
  return ajv.validate(schema, body) ? '' : `${status}: ${ajv.errorsText()}`;
}

/** Values that a schema allows, few members of which are there without need. */
function valuesOf(schema: JsonObject): fc.Arbitrary<Json> {
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as readonly Json[]));
  switch (schema.type) {
    case 'object': {
      const properties = (schema.properties ?? {}) as Readonly<Record<string, JsonObject>>;
      const members = Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, valuesOf(each)]));
      return fc.record(members, { requiredKeys: (schema.required ?? []) as string[] }) as fc.Arbitrary<Json>;
    }
    case 'array':
      return fc.array(valuesOf((schema.items ?? {}) as JsonObject), { maxLength: 3 });
    case 'integer':
    case 'number':
      return fc.nat(1_000_000);
    case 'boolean':
      return fc.boolean();
    case 'string':
      if (schema.format === undefined) return fc.oneof(fc.string(), fc.constantFrom('fttp', 'UPRN', '10002429380', ''));
      return fc.constantFrom('2026-03-20T08:00:00.000Z', '2026-03-20T13:00:00.000Z', '2026-03-20');
    default:
      return fc.constant({});
  }
}

/** A request of an operation by its schemas; now and then a member is something else, or null. */
function requestsOf({ parameters, body }: Published): fc.Arbitrary<{ query: JsonObject; body: Json | undefined }> {
  const inQuery = parameters.filter((each) => each.in === 'query');
  const members = inQuery.map((each) => {
    const { schema } = ((each.content as JsonObject | undefined)?.['application/json'] ?? each) as JsonObject;
    return [String(each.name), valuesOf(schema as JsonObject)] as const;
  });
  const required = inQuery.filter((each) => each.required === true).map(({ name }) => String(name));
  const query = fc.record(Object.fromEntries(members), { requiredKeys: required }) as fc.Arbitrary<JsonObject>;
  const bodies = body ? valuesOf(body) : fc.constant(undefined);
  return fc
    .tuple(query, bodies, fc.option(fc.tuple(fc.nat(), fc.constantFrom<Json>(null, 7, '', [], {})), { freq: 2 }))
    .map(([right, given, wrong]) =>
      body
        ? { query: right, body: spoilt(given as Json, wrong) }
        : { query: spoilt(right, wrong) as JsonObject, body: given },
    );
}

/** The value with another in one of its places. */
function spoilt(value: Json, wrong: readonly [number, Json] | null): Json {
  if (wrong === null) return value;
  const text = JSON.stringify(value);
  const places = [...text.matchAll(/(?<=":)("(?:[^"\\]|\\.)*"|\d+|true|false)/g)];
  const place = places[wrong[0] % Math.max(1, places.length)];
  if (!place) return value;
  return JSON.parse(text.slice(0, place.index) + JSON.stringify(wrong[1]) + text.slice(place.index + place[0].length));
}

describe('whatever is asked of the fake, its answer is one that the published document has', () => {
  test.each(asked)('$verb', async (operation) => {
    const t = trial();
    const token = await t.token();
    const seen = new Set<number>();
    await fc.assert(
      fc.asyncProperty(requestsOf(operation), async ({ query, body }) => {
        const filled = operation.verb === 'order' ? { ...(body as JsonObject), tenant: t.tenant } : body;
        const answer = await t.ask(operation.verb, { token, query, ...(filled === undefined ? {} : { body: filled }) });
        seen.add(answer.status);
        const type = answer.headers['content-type'] as string | undefined;
        expect(against(operation, answer.status, type, answer.body)).toBe('');
      }),
      { numRuns: 300, seed: 1 },
    );
    // An amendment and a cancellation would need an order first.
    const both = operation.verb === 'amend' || operation.verb === 'cancel' ? [] : [/^20/];
    for (const kind of [...both, /^4/]) expect([...seen].map(String)).toContainEqual(expect.stringMatching(kind));
  });
});

test('a method that the document does not have is answered 405, with those that it has', async () => {
  const { send, request, token } = trial();
  const right = await request('availability', { token: await token(), query: { address: { id: '1', type: 'UPRN' } } });
  for (const { path, method } of operations) {
    const allow = ['allow', method.toUpperCase()];
    for (const other of ['DELETE', 'PUT', 'PATCH', 'TRACE', 'OPTIONS', 'HEAD', method === 'get' ? 'POST' : 'GET']) {
      const answer = await send({ ...right, method: other, url: path });
      if (isFault(answer)) expect.fail(answer.detail);
      expect([answer.status, answer.headers]).toEqual([405, expect.arrayContaining([allow])]);
    }
  }
  expect(await send({ ...right, url: '/elsewhere' })).toMatchObject({ status: 404 });
});
