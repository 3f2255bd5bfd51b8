import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import schema from '../../fixtures/contract/scenario.schema.json' with { type: 'json' };
import { loadContract } from '../contract/contract.ts';
import { FIXTURES } from '../contract/fixture.ts';
import { fieldsOf } from './lint-contract.ts';
import { GOOD } from './testing/sample.ts';
import { DERIVED_KINDS, isCallVerb, MODIFIERS, STEP_VERBS, WRITTEN_KINDS } from './vocabulary.ts';

const validate = new Ajv2020({ allowUnionTypes: true, strictRequired: false, strictTypes: false }).compile(schema);

test('the words come from the schema', () => {
  expect(STEP_VERBS.filter(isCallVerb)).toEqual([
    'token',
    'availability',
    'slots',
    'book',
    'order',
    'amend',
    'cancel',
    'http',
  ]);
  expect(STEP_VERBS.filter((verb) => !isCallVerb(verb))).toEqual(['parallel', 'await', 'wait']);
  expect(MODIFIERS).toContain('problem-code');
  expect([...DERIVED_KINDS, 'set'].toSorted()).toEqual([...WRITTEN_KINDS, 'null'].toSorted());
});

test('an editor that holds a file against the schema finds the good one good', () => {
  expect(validate(parse(GOOD))).toBe(true);
});

test('an editor sees two verbs in one step', () => {
  expect(validate({ scenario: 'A title', steps: [{ order: {}, book: {} }] })).toBe(false);
  expect(validate({ scenario: 'A title', steps: [{ as: 'x' }] })).toBe(false);
});

test('an editor completes the fields of each verb that the contract knows, and no others', () => {
  const { contract } = loadContract(join(FIXTURES, 'contract'));
  const verbs = Object.values(contract.operations);
  const written = verbs.map(({ verb }) => [
    verb,
    Object.keys(
      (schema.$defs.step.properties as Record<string, { properties?: object }>)[verb]?.properties ?? {},
    ).toSorted(),
  ]);
  // Headers that every request has are better left to the verb.
  const common = ['X-Request-ID', 'X-Conversation-ID', 'Tenant'];
  const known = verbs.map((each) => [
    each.verb,
    fieldsOf(each)
      .filter((field) => !common.includes(field))
      .toSorted(),
  ]);
  expect(written).toEqual(known);
});
