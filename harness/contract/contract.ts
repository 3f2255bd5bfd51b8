import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { cached, codeDigest } from '../cached.ts';
import { homeName } from '../home.ts';
import type { Contract, Json, JsonObject, Problem } from '../model.ts';
import { readText } from '../source/file.ts';
import { parseSource, type Source } from '../source/source.ts';
import { mapValues } from '../values/members.ts';
import { getAt, isObject, itemsOf, objectOf } from '../values/pointer.ts';
import { READ_BY } from './fixture.ts';
import { readOperations, requestHeadersOf, SPEC_VERBS } from './operations.ts';
import { readRegister, withFacets } from './register.ts';
import { namedRows } from './rows.ts';

/** The file of the contract's folder that holds the operations. */
export const OPENAPI_FILE = 'openapi.yaml';
/** The file of the contract's folder that holds the register. */
export const REGISTER_FILE = 'requirements.yaml';

/** A contract, and problems of its files; to be used only if there are none. */
type Loaded = ReturnType<typeof readContract>;

/**
 * Loads the contract: the OpenAPI document with its references resolved, and the register. Everything wrong with the files
 * is returned as problems. The shipped contract is read once, and cached for later starts.
 */
export function loadContract(dir: string): Loaded {
  const files = [OPENAPI_FILE, REGISTER_FILE].flatMap((name) => homeName(join(dir, name)) ?? []);
  if (files.length === 0) return readContract(dir);
  return cached('contract as read', JSON.stringify([dir, codeDigest(...READ_BY)]), () => ({
    value: readContract(dir),
    files,
  }));
}

function readContract(dir: string) {
  const problems: Problem[] = [];
  const digest = createHash('sha256');
  const [openapi, rows] = [OPENAPI_FILE, REGISTER_FILE].map((name) => {
    const { text = '', problems: unread } = readText(join(dir, name));
    problems.push(...unread);
    digest.update(text).update('\0');
    return parseSource(text, join(dir, name));
  }) as [Source, Source];

  const read = readRegister(rows);
  problems.push(...openapi.problems, ...rows.problems, ...read.problems);
  const document = objectOf(openapi.value);
  const complain = (pointer: string, message: string, why: string): void => {
    problems.push({ severity: 'error', span: openapi.spanOf(pointer), message, why });
  };
  const inline = createInliner(document, (ref) =>
    complain('', `"${ref}" leads nowhere, or back to itself`, 'a $ref is a pointer into the same document'),
  );
  const operations = readOperations(document, inline, complain);
  for (const verb of SPEC_VERBS) {
    if (!operations[verb]) complain('/paths', `no operation for the verb "${verb}"`, 'each verb has one operation');
  }
  const known = new Set(read.register.map(({ id }) => id));
  for (const { row, pointer } of namedRows(document)) {
    if (!known.has(row)) complain(pointer, `unknown row "${row}"`, `a row of ${REGISTER_FILE} is named`);
  }
  const contract: Contract = {
    operations: operations as Contract['operations'],
    headers: requestHeadersOf(Object.values(operations), complain),
    schemas: schemasOf(document, inline),
    tags: tagsOf(document),
    register: withFacets(read.register, Object.values(operations)),
    errors: itemsOf(document['x-errors']) as unknown as Contract['errors'],
    toldBy: objectOf(document['x-told-by']) as Contract['toldBy'],
    digest: digest.digest('hex'),
  };
  return { contract, problems };
}

function tagsOf({ tags }: JsonObject): string[] {
  const written = Array.isArray(tags) ? tags : [];
  return written.flatMap((tag) => (isObject(tag) && typeof tag.name === 'string' ? tag.name : []));
}

function schemasOf(document: JsonObject, inline: (value: Json) => Json): Record<string, JsonObject> {
  const schemas = Object.entries(objectOf(objectOf(document.components).schemas));
  return Object.fromEntries(schemas.map(([name, schema]) => [name, inline(schema) as JsonObject]));
}

/**
 * Returns a function that replaces each `$ref` of a document by its target. Members beside a `$ref` override those of the
 * target: a place may have its own requirement. Shared parts stay shared.
 *
 * @param broken called for every reference without a target, or to itself.
 */
export function createInliner(document: Json, broken: (ref: string) => void): (value: Json) => Json {
  const done = new Map<string, Json>();
  const open = new Set<string>();

  const resolve = (ref: string): Json => {
    const known = done.get(ref);
    if (known !== undefined) return known;
    const found = ref.startsWith('#') ? getAt(document, ref.slice(1)) : undefined;
    if (found === undefined || open.has(ref)) {
      broken(ref);
      return {};
    }
    open.add(ref);
    const value = inline(found);
    open.delete(ref);
    done.set(ref, value);
    return value;
  };

  const inline = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(inline);
    if (!isObject(value)) return value;
    const { $ref, ...beside } = value;
    const members = (object: JsonObject) => mapValues(object, inline);
    if (typeof $ref !== 'string') return members(value);
    const target = resolve($ref);
    if (Object.keys(beside).length === 0) return target;
    return isObject(target) ? { ...target, ...members(beside) } : target;
  };
  return inline;
}
