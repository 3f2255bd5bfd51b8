import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { CLIENT_CHECKS } from '../judge/client/table.ts';
import { NAMING } from '../judge/rows.ts';
import type { Json, JsonObject } from '../model.ts';
import { validateAgainst } from '../source/schema.ts';
import { parseSource } from '../source/source.ts';
import { wordsOfCheck } from '../verdict/check-words.ts';
import { CLIENT_REGISTER, loadClientContract } from './client.ts';
import { loadContract } from './contract.ts';
import { namedRows } from './rows.ts';

const DIR = resolve(import.meta.dirname, '../../fixtures/contract');
const ofGateway = loadContract(DIR).contract;
const contract = loadClientContract(ofGateway);
const { register } = contract;
const schema = JSON.parse(readFileSync(`${DIR}/requirements.schema.json`, 'utf8')) as JsonObject;

test('the register of what binds the client is as its JSON Schema says', () => {
  const source = parseSource(readFileSync(CLIENT_REGISTER, 'utf8'), CLIENT_REGISTER);

  expect(validateAgainst(schema, source)).toEqual([]);
});

test('a sentence that binds both sides has one id, one wording and one place; what a profile adds is assumed', () => {
  const known = new Map(ofGateway.register.map((row) => [row.id, row]));
  const quoted = register.filter(({ id }) => !id.startsWith('CLI-'));
  const told = ({ sentence, place }: { sentence: string; place: string }): Json => [sentence, place];

  expect(quoted.map(told)).toEqual(quoted.map(({ id }) => known.get(id)).map((row) => row && told(row)));
  expect(quoted.filter(({ level }) => level === 'assumed')).toEqual([]);
  expect(register.filter(({ id }) => id.startsWith('CLI-')).map(({ level }) => level)).not.toContain('stated');
});

test('all that the contract says of requests is among it, and every row is tested or silent', () => {
  const named = new Set(
    Object.values(contract.operations).flatMap(({ parameters, body }) =>
      [
        namedRows([parameters, body ?? null] as unknown as Json).map(({ row }) => row),
        parameters.flatMap(({ requirement }) => requirement ?? []),
      ].flat(),
    ),
  );
  const known = new Set(register.map(({ id }) => id));

  expect([...named].filter((row) => !known.has(row))).toEqual([]);
  const loose = register.filter(({ id, checks, level }) => !named.has(id) && !checks && level !== 'silent');
  expect(loose.map(({ id }) => id)).toEqual([]);
});

test('every check of a client speaks of a row or names those of each breach, and has its words', () => {
  const named = new Set(register.flatMap(({ checks = [] }) => checks));
  const list = (schema.$defs as { clientCheck: { enum: string[] } }).clientCheck.enum;

  expect([...named].filter((check) => !(check in CLIENT_CHECKS))).toEqual([]);
  expect(Object.keys(CLIENT_CHECKS).filter((check) => !named.has(check) && !NAMING.has(check))).toEqual([]);
  expect(Object.keys(CLIENT_CHECKS).toSorted()).toEqual(list.toSorted());
  expect(Object.keys(CLIENT_CHECKS).filter((check) => !wordsOfCheck(check))).toEqual([]);
});

test('judging a client takes numbers, and they are there', () => {
  expect(contract.client).toEqual({
    acknowledgeWithinMs: 10_000,
    tokens: 2,
    tries: 10,
    backOffMs: 100,
    undecidedForMs: 900_000,
    leavesWithinMs: 1_000,
    orderTypes: {
      NEW: { newLine: true },
      START: { existingLines: 'present' },
      TAKEOVER: { existingLines: 'present' },
      TRANSFER: { existingLines: 'present' },
    },
  });
  expect(contract.digest).not.toBe(ofGateway.digest);
});

test('optional is what the specification does not require of any request', () => {
  const optional = register.filter((row) => row.optional);
  const tables = optional.filter(({ sentence }) => /^\| [\w, ]+ \| (Contact|string|integer|array)/.test(sentence));

  expect(optional.length).toBeGreaterThan(50);
  expect(tables.filter(({ sentence }) => !sentence.includes('| no |')).map(({ id }) => id)).toEqual([]);
  const owed = register.filter(({ sentence }) => sentence.includes('| no |'));
  expect(owed.filter((row) => !row.optional).map(({ id }) => id)).toEqual([]);
});
