import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../model.ts';
import { isObject } from '../pointer.ts';
import { FIXTURES, PROFILES, TARGETS, WORLDS } from './fixture.ts';

const kinds = [
  PROFILES,
  WORLDS,
  TARGETS,
  { noun: 'waiver file', schema: 'waivers.schema.json' },
  { noun: 'seal', schema: 'seal.schema.json' },
  { noun: 'certificate', schema: 'certificate.schema.json' },
];
const schemaOf = (file: string): JsonObject =>
  JSON.parse(readFileSync(join(FIXTURES, 'contract', file), 'utf8')) as JsonObject;

/** Every key that an author may write, with its own schema. */
function keysOf(schema: Json | undefined, at: string): { readonly at: string; readonly schema: JsonObject }[] {
  if (!isObject(schema)) return [];
  const named = Object.entries((schema.properties ?? {}) as JsonObject).flatMap(([name, each]) => [
    ...(isObject(each) ? [{ at: `${at}.${name}`, schema: each }] : []),
    ...keysOf(each, `${at}.${name}`),
  ]);
  return [...named, ...keysOf(schema.additionalProperties, `${at}.*`), ...keysOf(schema.items, `${at}[]`)];
}

describe.each(kinds.map(({ noun, schema }) => [noun, schemaOf(schema)] as const))(
  'the JSON Schema of a %s',
  (_, schema) => {
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    const root = 'https://assay.invalid/schema';
    ajv.addSchema(schema, root);

    it('describes every key in a sentence', () => {
      const silent = keysOf(schema, '').filter((each) => !/\.$/.test(String(each.schema.description)));
      expect(silent.map((each) => each.at)).toEqual([]);
    });

    it('gives examples of every key that is no group of others, and they are valid', () => {
      const wrong = keysOf(schema, '').flatMap(({ at, schema: key }) => {
        const isGroup = key.properties !== undefined || isObject(key.additionalProperties) || isObject(key.items);
        if (!Array.isArray(key.examples)) return isGroup ? [] : [`${at} has no examples`];
        const validate = ajv.compile({ ...key, $defs: schema.$defs ?? {} });
        return key.examples.filter((each) => !validate(each)).map((each) => `${at}: ${JSON.stringify(each)}`);
      });
      expect(wrong).toEqual([]);
    });
  },
);
