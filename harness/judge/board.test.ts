import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import { FIXTURES } from '../contract/fixture.ts';
import type { BoardCell, Check, RowVerdict, Verb } from '../model.ts';
import { boardOf } from './board.ts';
import { CHECKS } from './checks/table.ts';

const { contract } = loadContract(join(FIXTURES, 'contract'));

/** The register as a run leaves it that showed everything but these facets. */
function rowsBut(...hidden: readonly string[]): RowVerdict[] {
  return contract.register.map(({ id, level, place, sentence, facets, excluded }) => ({
    id,
    level,
    place,
    sentence,
    outcome: level === 'silent' ? 'silent' : excluded === undefined ? 'met' : 'excluded',
    passed: 1,
    failed: 0,
    cases: [],
    facets: (facets.length > 0 ? facets : [{ id: '' }]).map((facet) => ({
      id: facet.id,
      outcome: hidden.includes(`${id} ${facet.id}`) ? 'not-shown' : 'shown',
      cases: [],
    })),
  }));
}

function failure(check: string, requirements: readonly string[]): Check {
  const finding = { summary: 'it is otherwise', expected: 'so', actual: 'otherwise' };
  return { check, requirements, journey: 'a/1', step: 'asked', result: { outcome: 'failed', finding } };
}

function boardWith(failed: readonly Check[], verb?: Verb, rows = rowsBut()): readonly BoardCell[] {
  return boardOf(contract, rows, failed, () => verb);
}

const not = (board: readonly BoardCell[], outcome: BoardCell['outcome']): readonly string[] =>
  board.flatMap((cell) => (cell.outcome === outcome ? [`${cell.tag}, ${cell.quality}`] : []));

test('where all was shown and nothing failed, all is safe of which something is promised', () => {
  const board = boardWith([]);
  expect([...new Set(board.map(({ tag }) => tag))]).toEqual(contract.tags);
  expect(not(board, 'blocked')).toEqual([]);
  expect(not(board, 'unproven')).toEqual([]);
  for (const quality of ['correct', 'complete'] as const) {
    for (const cell of board.filter((each) => each.quality === quality)) expect(cell.outcome).toBe('safe');
  }
});

test('what was not shown leaves its part of the service unproven, and no other', () => {
  const board = boardWith([], undefined, rowsBut('HDR-03 amend refused', 'HDR-05 cancel refused'));
  expect(not(board, 'unproven')).toEqual(['Amendments, complete', 'Cancellations, isolated']);
  expect(board.find(({ tag, quality }) => tag === 'Amendments' && quality === 'correct')?.outcome).toBe('safe');
});

test('of what is hardly looked at, nobody says that it is safe', () => {
  const most = contract.register.flatMap(({ id, facets }) => facets.slice(1).map((facet) => `${id} ${facet.id}`));
  expect(boardWith([], undefined, rowsBut(...most)).find(({ tag }) => tag === 'Orders')?.outcome).toBe('unproven');
});

test.each([
  ['a breach of an answer, by its operation', failure('http.status', ['ERR-04']), 'amend', 'Amendments, correct'],
  [
    'of an answer of its own, also where orders speak of it',
    failure('http.status', ['AMD-03', 'STA-02']),
    'amend',
    'Amendments, correct',
  ],
  ['of who may ask, whatever was asked', failure('http.status', ['AUT-16']), 'order', 'Token and access, correct'],
  ['of an event, by its section', failure('kci.entity', ['KCI-13']), 'order', 'KCI, correct'],
  ['of an event that did not come', failure('kci.sequence', ['KCI-03']), 'order', 'KCI, complete'],
  ['of an event after a refusal', failure('kci.refused-request', ['EVT-02']), 'order', 'KCI, correct'],
  ['of one that came late', failure('kci.timing', ['KCI-22']), 'order', 'KCI, on-time'],
  ['of a tenant', failure('kci.tenant', ['KCI-14']), 'order', 'KCI, isolated'],
  ['of what an author asks of events', failure('kci.sequence', []), 'order', 'KCI, complete'],
  ['of what an author asks of an answer', failure('http.body', []), 'book', 'Booking, correct'],
  ['of nothing that is known', failure('http.body', []), undefined, 'Other, correct'],
] as const)('a failure blocks the cell that it belongs to: %s', (_, check, verb, cell) => {
  expect(not(boardWith([check], verb), 'blocked')).toEqual([cell]);
});

test('no failure of any check is on no cell, whichever rows it breaks', () => {
  for (const check of Object.keys(CHECKS)) {
    const rows = contract.register.filter(({ checks = [] }) => checks.includes(check)).map(({ id }) => id);
    for (const broken of [[], ...rows.map((id) => [id])]) {
      for (const verb of [undefined, ...Object.keys(contract.operations)]) {
        expect(not(boardWith([failure(check, broken)], verb), 'blocked')).not.toEqual([]);
      }
    }
  }
});

test('tags of operations, sections and the document agree, and each has something that is promised', () => {
  const used = [
    ...Object.values(contract.operations).flatMap(({ tag }) => tag ?? []),
    ...contract.register.flatMap(({ tag }) => tag ?? []),
  ];
  expect(new Set(used)).toEqual(new Set(contract.tags));
});
