import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { getAt } from '../values/pointer.ts';
import { loadContract } from './contract.ts';
import { FIXTURES } from './fixture.ts';
import { writtenFacets } from './register.ts';

const { contract } = loadContract(join(FIXTURES, 'contract'));
const rows = new Map(contract.register.map((row) => [row.id, row]));
const idsOf = (row: string) => rows.get(row)?.facets.map(({ id }) => id);

test('an entry stands for every combination of its values, a list of entries for all of theirs', () => {
  expect(writtenFacets([{ verb: ['order', 'amend'], side: ['accepted', 'refused'] }, { status: '401' }])).toEqual([
    { id: 'order accepted', of: { verb: 'order', side: 'accepted' } },
    { id: 'order refused', of: { verb: 'order', side: 'refused' } },
    { id: 'amend accepted', of: { verb: 'amend', side: 'accepted' } },
    { id: 'amend refused', of: { verb: 'amend', side: 'refused' } },
    { id: '401', of: { status: '401' } },
  ]);
  expect(writtenFacets(undefined)).toEqual([]);
});

describe('the facets of the register', () => {
  test('follow from the operations that name a row, where it writes none', () => {
    expect(idsOf('VER-01')).toEqual(['availability', 'slots', 'book', 'order', 'amend', 'cancel', 'token']);
    expect(idsOf('TYP-06')).toEqual(['slots', 'book']);
    expect(idsOf('AVL-12')).toEqual([]);
    // That a value exists is said once, in whatever operation it is met.
    expect(idsOf('SLT-21')).toEqual([]);
  });

  test('are told apart by their names', () => {
    for (const { id, facets } of contract.register) {
      expect(new Set(facets.map((facet) => facet.id)).size, id).toBe(facets.length);
    }
  });

  test('name operations, types of orders, values and places that the contract knows', () => {
    const types = getAt(contract.schemas.Order ?? {}, '/properties/orderType/enum');
    const all = contract.register.flatMap(({ facets }) => facets.map(({ of }) => of));
    const named = (of: string) => [...new Set(all.flatMap((each) => each[of] ?? []))].toSorted();
    expect(named('verb')).toEqual(Object.keys(contract.operations).toSorted());
    expect(named('orderType')).toEqual([types].flat().toSorted());
    expect(named('side')).toEqual(['accepted', 'refused']);
  });

  test('sum up rows that are there', () => {
    for (const { also = [] } of contract.register) for (const id of also) expect([...rows.keys()]).toContain(id);
  });
});
