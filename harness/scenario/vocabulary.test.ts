import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import schema from '../../fixtures/contract/scenario.schema.json' with { type: 'json' };
import { GOOD } from './sample.ts';
import { DERIVED_KINDS, isCallVerb, kindOf, MODIFIERS, STEP_VERBS, WRITTEN_KINDS } from './vocabulary.ts';

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
  expect(kindOf('oder')).toBeUndefined();
});

test('an editor that holds a file against the schema finds the good one good', () => {
  expect(validate(parse(GOOD))).toBe(true);
});

test('an editor sees two verbs in one step', () => {
  expect(validate({ scenario: 'A title', steps: [{ order: {}, book: {} }] })).toBe(false);
  expect(validate({ scenario: 'A title', steps: [{ as: 'x' }] })).toBe(false);
});

test('every key says what it is for', () => {
  const keysWithout = (at: string, node: unknown): string[] => {
    if (typeof node !== 'object' || node === null) return [];
    const properties = (node as { properties?: Record<string, object> }).properties ?? {};
    const own = Object.keys(properties).filter((key) => {
      const property = properties[key] ?? {};
      return !('description' in property) && !('$ref' in property);
    });
    return [
      ...own.map((key) => `${at}/${key}`),
      ...Object.entries(node).flatMap(([key, child]) => keysWithout(`${at}/${key}`, child)),
    ];
  };

  expect(keysWithout('', schema)).toEqual([]);
});
