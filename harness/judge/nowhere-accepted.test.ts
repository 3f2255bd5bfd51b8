import { expect, test } from 'vitest';
import { call, facetsWith, rowsWith, SITE, tell } from '../testing/record-builder.ts';

const ERROR = { body: { uuid: '6f2d2c1e-1c7b-4c0a-9b53-4a0d1f3b7e01', code: 'NO', messages: [] } };

const steps = [
  call('availability', { query: { address: SITE } }),
  call('order', { body: { id: 2, orderType: 'NEW' } }),
  call('order', { name: 'other', body: { id: 3, orderType: 'CEASE' } }),
  call('cancel', { body: { id: 4 } }),
];

/** What is breached where each step is answered with its status. */
function judged(statuses: readonly number[]) {
  const story = tell().journey('o', steps).start('o');
  for (const [i, { name }] of steps.entries()) story.ask('o', name, statuses[i] ?? 404, ERROR);
  const verdict = story.end('o').finish().judge();
  const facets = (row: string): readonly string[] => facetsWith(verdict, row, 'breached');
  return { rows: rowsWith(verdict, 'breached'), facets };
}

test('an operation that accepts nothing keeps none of what operations share, each facet by itself', () => {
  const { facets } = judged([200, 202, 404, 404]);
  expect(facets('GEN-06')).toEqual(['order CEASE', 'cancel']);
  expect(facets('VER-01')).toEqual(['order', 'cancel']);
});

test('what is breached hangs on the answer: no such address, no such right, or neither', () => {
  const rowsAt = (status: number) =>
    judged([status, status, status, status]).rows.filter((id) => ['HDR-01', 'AUT-09', 'GEN-06'].includes(id));
  expect(rowsAt(404)).toEqual(['GEN-06', 'HDR-01']);
  expect(rowsAt(401)).toEqual(['GEN-06', 'AUT-09']);
  expect(rowsAt(500)).toEqual(['GEN-06']);
});

test('an operation that accepts some of its requests keeps what they share', () => {
  const { rows } = judged([200, 202, 202, 202]);
  for (const row of ['GEN-06', 'HDR-01', 'AUT-09']) expect(rows).not.toContain(row);
});
