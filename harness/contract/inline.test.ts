import { describe, expect, test } from 'vitest';
import { createInliner } from './contract.ts';

const DOCUMENT = {
  parts: {
    name: { type: 'string', description: 'a name' },
    person: { type: 'object', properties: { name: { $ref: '#/parts/name' } } },
    endless: { again: { $ref: '#/parts/endless' } },
  },
};

function inlined(value: Parameters<ReturnType<typeof createInliner>>[0]) {
  const broken: string[] = [];
  const result = createInliner(DOCUMENT, (ref) => broken.push(ref))(value);
  return { result, broken };
}

describe('references', () => {
  test('are replaced by what they lead to, at any depth', () => {
    const { result } = inlined([{ $ref: '#/parts/person' }]);

    expect(result).toEqual([{ type: 'object', properties: { name: { type: 'string', description: 'a name' } } }]);
  });

  test('keep what stands beside them, over what they lead to', () => {
    const { result } = inlined({ $ref: '#/parts/name', description: 'her name', 'x-requirement': 'TYP-01' });

    expect(result).toEqual({ type: 'string', description: 'her name', 'x-requirement': 'TYP-01' });
  });

  test('that lead nowhere, or back to themselves, are told', () => {
    expect(inlined({ $ref: '#/parts/nobody' })).toEqual({ result: {}, broken: ['#/parts/nobody'] });
    expect(inlined({ $ref: '#/parts/endless' })).toEqual({ result: { again: {} }, broken: ['#/parts/endless'] });
    expect(inlined({ $ref: 'elsewhere.yaml#/parts' }).broken).toEqual(['elsewhere.yaml#/parts']);
  });
});
