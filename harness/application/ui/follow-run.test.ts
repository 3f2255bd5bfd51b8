import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sumsOf } from '../../../reports/terminal/live-state.ts';
import { shippedPath } from '../../home.ts';
import { emptyFolder } from '../../testing/command.ts';
import type { LiveNews, LiveStand } from '../../workbench/protocol.ts';
import { followRun } from './follow-run.ts';

type News = readonly (LiveNews | LiveStand)[];
const casesIn = (news: News) => news.flatMap((each) => (each.type === 'cases' ? each.cases : []));
const kcisIn = (news: News) => news.flatMap((each) => (each.type === 'kcis' ? each.kcis : []));
const standIn = (news: News) => news.findLast((each) => each.type === 'stand')?.state;

test('a run is followed by the record that it writes: its KCIs, its cases as they end, and where it stands', () => {
  const done = shippedPath('fixtures/golden/runs/lost-completion');
  const lines = readFileSync(join(done, 'record.ndjson'), 'utf8').split('\n');
  const firstKci = lines.findIndex((line) => line.includes('"delivery-received"')) + 1;
  const folder = join(emptyFolder(), 'growing');
  const following = followRun(folder, 0);
  expect(following.look()).toEqual([]);

  cpSync(done, folder, { recursive: true });
  rmSync(join(folder, 'verdict.json'));
  writeFileSync(join(folder, 'record.ndjson'), `${lines.slice(0, firstKci).join('\n')}\n`);
  const first = following.look();
  const lane = { case: expect.any(String), mark: expect.objectContaining({ name: 'ACKNOWLEDGED', how: 'right' }) };
  expect(kcisIn(first)).toEqual([
    { atMs: 30_000, name: 'ACKNOWLEDGED', orderId: expect.stringMatching(/^\d+$/), lane },
  ]);
  expect(kcisIn(first)[0]?.lane?.mark.dueMs).toBeGreaterThan(0);
  const before = casesIn(first).map(({ id }) => id);

  writeFileSync(join(folder, 'record.ndjson'), lines.join('\n'));
  const last = following.look();
  following.close();
  expect(before).not.toContain('orders/provide-new#business');
  expect(before.length + casesIn(last).length).toBe(30);
  expect(casesIn(last)).toContainEqual({
    id: 'orders/provide-new#business',
    title: expect.stringMatching(/: business$/),
    outcome: 'failed',
    failure: expect.objectContaining({ outcome: 'failed', summary: expect.stringMatching(/ did not come$/) }),
  });
  expect(sumsOf(standIn(last) ?? { sections: [] })).toMatchObject({ total: 30, passed: 28, failed: 2 });
  expect(standIn(last)?.underWay).toEqual([]);
});

test('what an earlier run left in its folder is not followed, for a run that is gone on with makes a new plan', () => {
  const folder = join(emptyFolder(), 'run');
  cpSync(shippedPath('fixtures/golden/runs/lost-completion'), folder, { recursive: true });
  const following = followRun(folder, Date.now() + 60_000);
  expect(following.look()).toEqual([]);
  following.close();
});

test('lines that are no observation are left to whoever judges the whole record', () => {
  const folder = join(emptyFolder(), 'run');
  cpSync(shippedPath('fixtures/golden/runs/lost-completion'), folder, { recursive: true });
  const record = join(folder, 'record.ndjson');
  writeFileSync(record, `not JSON\n${readFileSync(record, 'utf8')}`);
  const following = followRun(folder, 0);
  expect(casesIn(following.look())).toHaveLength(30);
  following.close();
});

test('a load is followed by the orders that it has judged and keeps', () => {
  const folder = emptyFolder();
  const following = followRun(folder, 0);
  expect(following.look()).toEqual([]);
  const lane = { case: 'orders/new:7', order: '41', marks: [{ seq: 3, name: 'STARTED', atMs: 9, how: 'right' }] };
  writeFileSync(join(folder, 'orders.ndjson'), `${JSON.stringify(lane)}\n{"case":"torn`);
  expect(following.look()).toEqual([{ type: 'lanes', lanes: [lane] }]);
  expect(following.look()).toEqual([]);
  following.close();
});
