import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Json, JsonObject } from '../model.ts';
import { ROLES } from '../setup/init/sites.ts';
import { parseSource } from '../source/source.ts';
import { isObject } from '../values/pointer.ts';
import { FIXTURES } from './fixture.ts';

/** The JSON Schemas of all file formats are what an editor completes, explains and checks by. */

const ROOT = resolve(FIXTURES, '..');
const CONTRACT = join(FIXTURES, 'contract');
const files = readdirSync(CONTRACT).filter((name) => name.endsWith('.schema.json'));
const schemaOf = (file: string): JsonObject => JSON.parse(readFileSync(join(CONTRACT, file), 'utf8')) as JsonObject;

interface Key {
  readonly at: string;
  readonly schema: JsonObject;
}

/** Every key that an author may write, and every kind of thing that a key refers to, with its own schema. */
function keysOf(schema: Json | undefined, at: string): readonly Key[] {
  if (!isObject(schema)) return [];
  const named = (key: string): readonly Key[] =>
    Object.entries((schema[key] ?? {}) as JsonObject).flatMap(([name, each]) => [
      ...(isObject(each) ? [{ at: `${at}.${name}`, schema: each }] : []),
      ...keysOf(each, `${at}.${name}`),
    ]);
  const others = schema.additionalProperties;
  return [
    ...named('properties'),
    ...named('$defs'),
    ...(isObject(others) ? [{ at: `${at}.*`, schema: others }] : []),
    ...keysOf(others, `${at}.*`),
    ...keysOf(schema.items, `${at}[]`),
    ...['oneOf', 'anyOf'].flatMap((key) =>
      ((schema[key] ?? []) as Json[]).flatMap((each, nth) => keysOf(each, `${at}|${nth}`)),
    ),
  ];
}

/** A key with what it refers to, as an editor shows it: what stands at the key goes before. */
function whole({ $ref, ...own }: JsonObject, root: JsonObject): JsonObject {
  const name = typeof $ref === 'string' ? $ref.replace('#/$defs/', '') : undefined;
  return name === undefined ? own : { ...((root.$defs as JsonObject)[name] as JsonObject), ...own };
}

describe.each(files.map((file) => [file, schemaOf(file)] as const))('%s', (file, schema) => {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  const keys = keysOf(schema, '').map(({ at, schema: key }) => ({ at, key: whole(key, schema) }));

  it('has a name of its own, a title and a description', () => {
    expect(schema.$id).toBe(`urn:assay:schema:${file.replace('.schema.json', '')}`);
    expect(schema.title).toMatch(/^[A-Z]/);
    expect(schema.description).toMatch(/\.$/);
  });

  it('describes every key in a sentence', () => {
    expect(keys.filter(({ key }) => !/\.$/.test(String(key.description))).map(({ at }) => at)).toEqual([]);
  });

  it('gives examples of every key that is no group of others, and they are valid', () => {
    const wrong = keys.flatMap(({ at, key }) => {
      const isGroup = key.properties !== undefined || isObject(key.additionalProperties) || isObject(key.items);
      if (!Array.isArray(key.examples)) return isGroup || key.enum || key.const ? [] : [`${at} has no examples`];
      const validate = ajv.compile({ ...key, $defs: schema.$defs ?? {} });
      return key.examples.filter((each) => !validate(each)).map((each) => `${at}: ${JSON.stringify(each)}`);
    });
    expect(wrong).toEqual([]);
  });

  it('has defaults that are valid', () => {
    const wrong = keys.filter(
      ({ key }) => key.default !== undefined && !ajv.validate({ ...key, $defs: schema.$defs ?? {} }, key.default),
    );
    expect(wrong.map(({ at }) => at)).toEqual([]);
  });
});

it('all formats that people write have the version that is read, and seals and certificates have one of their own', () => {
  const versions = files.map((file) => schemaOf(file).properties as { version?: JsonObject });
  const written = versions.filter(({ version }) => version?.default !== undefined);
  expect([versions.length - written.length, versions.filter(({ version }) => !version)]).toEqual([2, []]);
  for (const { version } of written) {
    expect(parseSource(`version: ${version?.const}\n`, 'f.yaml')).toMatchObject({ value: {}, problems: [] });
    expect(parseSource(`version: ${Number(version?.const) + 1}\n`, 'f.yaml').problems).toHaveLength(1);
  }
});

it('the roles that an editor completes in a world are those that scenarios ask for', () => {
  const { roles } = schemaOf('world.schema.json').properties as unknown as {
    readonly roles: { readonly properties: JsonObject };
  };
  expect(Object.keys(roles.properties)).toEqual(ROLES.map(({ role }) => role));
});

describe('the first line of a file names its schema', () => {
  const folders = ['scenarios', 'fixtures', 'harness'];
  /** The contract is an OpenAPI document; the bad files are there for being bad. */
  const without = /^fixtures\/(contract\/openapi\.yaml|golden\/bad-)/;
  const yaml = folders
    .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
    .map((each) => relative(ROOT, join(each.parentPath, each.name)).replaceAll('\\', '/'))
    .filter((file) => /\.ya?ml$/.test(file) && !without.test(file));
  const line = /^# yaml-language-server: \$schema=(\S+)\n/;

  it('of each file that comes with Assay, and the schema is there', () => {
    const wrong = yaml.filter((file) => {
      const [, named = ''] = line.exec(readFileSync(join(ROOT, file), 'utf8')) ?? [];
      return !named.endsWith('.schema.json') || !existsSync(join(ROOT, dirname(file), named));
    });
    expect(wrong).toEqual([]);
  });

  it('and by it an editor finds nothing wrong', () => {
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    const wrong = yaml.flatMap((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8');
      const name = line.exec(text)?.[1]?.split('/').at(-1) ?? '';
      const schema = schemaOf(name);
      const validate = ajv.getSchema(String(schema.$id)) ?? ajv.compile(schema);
      return validate(parse(text, { maxAliasCount: -1 })) ? [] : [`${file}: ${ajv.errorsText(validate.errors)}`];
    });
    expect(wrong).toEqual([]);
  });
});
