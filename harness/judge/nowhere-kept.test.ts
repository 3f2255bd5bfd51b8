import { expect, test } from 'vitest';
import { call, rowsWith, SITE, tell } from './record-builder.ts';

const NOT_FOUND = { body: { uuid: '6f2d2c1e-1c7b-4c0a-9b53-4a0d1f3b7e01', code: 'NOT_FOUND', messages: [] } };
const ADDRESS = { query: { address: SITE } };

const steps = [
  call('availability', ADDRESS),
  call('slots', ADDRESS),
  call('book', { body: { id: 1 } }),
  call('order', { body: { id: 2 } }),
  call('amend', { body: { id: 3 } }),
  call('cancel', { body: { id: 4 } }),
];

function refuted(statuses: Readonly<Record<string, number>>, planned = steps): readonly string[] {
  const story = tell().journey('o', planned).start('o');
  for (const { name } of planned) story.ask('o', name, statuses[name] ?? 404, NOT_FOUND);
  return rowsWith(story.end('o').finish().judge(), 'breached');
}

test('what operations share is in doubt where none of them accepts anything', () => {
  expect(refuted({})).toEqual(expect.arrayContaining(['GEN-05', 'GEN-06', 'HDR-01', 'HDR-02', 'AUT-09', 'AVL-01']));
  // The token endpoint shares this one, and nothing was asked of it.
  expect(refuted({})).not.toContain('VER-01');
});

test('one that accepts keeps it, and the others have only themselves to blame', () => {
  const rows = refuted({ cancel: 202 });
  expect(rows).toEqual(expect.arrayContaining(['AVL-01', 'GEN-05', 'ORD-01']));
  for (const row of ['GEN-06', 'HDR-01', 'HDR-02', 'AUT-09']) expect(rows).not.toContain(row);
});

test('a plan that leaves some of them out says nothing of it', () => {
  expect(refuted({}, steps.slice(0, 2))).not.toEqual(expect.arrayContaining(['HDR-01']));
});
