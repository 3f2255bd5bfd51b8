import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import schema from '../../fixtures/contract/traffic.schema.json' with { type: 'json' };
import type { Json, JsonObject } from '../model.ts';
import { isObject } from '../pointer.ts';

/** Every schema of a key that an author may write. */
function keysOf(at: string, part: Json | undefined): { readonly at: string; readonly key: JsonObject }[] {
  if (!isObject(part)) return [];
  const named = Object.entries(isObject(part.properties) ? part.properties : {});
  const inner = [...named, ['*', part.additionalProperties] as const, ['[]', part.items] as const];
  return inner.flatMap(([name, each]) =>
    isObject(each) ? [{ at: `${at}/${name}`, key: each }, ...keysOf(`${at}/${name}`, each)] : [],
  );
}

const keys = keysOf('', schema as unknown as Json);

test('every key of traffic is described in a sentence and has examples, which are valid', () => {
  const ajv = new Ajv2020({ strict: false });
  const wrong = keys.flatMap(({ at, key }) => {
    const examples = Array.isArray(key.examples) ? key.examples : [];
    const isValid = ajv.compile(key);
    return [
      ...(/\.$/.test(String(key.description)) ? [] : [`${at} is not described`]),
      ...(examples.length > 0 ? [] : [`${at} has no examples`]),
      ...examples.filter((each) => !isValid(each)).map((each) => `${at}: ${JSON.stringify(each)}`),
    ];
  });

  expect(keys.length).toBeGreaterThan(20);
  expect(wrong).toEqual([]);
});
