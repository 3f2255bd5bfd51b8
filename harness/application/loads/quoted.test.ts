import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadHtml } from '../../../reports/load/html.ts';
import { crossedLoad } from '../../../reports/load/testing/sample.ts';
import { failed, ofCourse, Sample } from '../../../reports/testing/sample.ts';
import { LOAD_FILES } from '../folder/folder.ts';
import { openKept, quotedIn } from './reports.ts';

test('of the journeys that failures quote, and of no other, the page tells what they sent and which events came', () => {
  const run = new Sample();
  for (const [journey, id] of [
    ['orders/quoted@1', 41],
    ['orders/other@2', 42],
  ] as const) {
    run.exchange(journey, 'placed', { id }, 202);
    run.deliver({ what: `OF-${id}`, of: id, number: 1 });
  }
  const { record, profile } = run.end();
  const finding = ofCourse('nothing-more-came', { summary: 'it is awaited', expected: 'more', actual: 'nothing' });
  const example = failed('orders/quoted@1', 'kci.missing', finding);
  const load = {
    ...crossedLoad(),
    failures: [{ check: 'kci.missing', summary: 'it is awaited', times: 1, example, more: [] }],
  };
  const folder = mkdtempSync(join(tmpdir(), 'page-quoted-'));
  expect(quotedIn(folder, load, profile).record).toEqual([]);
  writeFileSync(join(folder, LOAD_FILES.failed), record.map((each) => `${JSON.stringify(each)}\n`).join(''));

  const lane = { case: 'orders/quoted@1', order: '41', marks: [{ seq: 3, name: 'OF-41', atMs: 9, how: 'right' }] };
  const kept = openKept(folder, { isResumed: true });
  kept.keep(JSON.stringify(lane), 'orders');
  kept.close();

  const quoted = quotedIn(folder, load, profile);
  rmSync(folder, { recursive: true });

  expect(quoted.record.map(({ type }) => type)).toEqual(['request-sent', 'response-received', 'delivery-received']);
  expect(quoted.lanes).toEqual([lane]);
  const html = loadHtml(quoted.verdict, { ...quoted, profile });
  expect(html).toContain('Of 100 orders, these are shown: 0 with a broken sequence, and 1 of the others.');
  expect(html).toContain('<b>placed</b> POST');
  expect(html).toContain('<b>OF-41</b> #1');
  expect(html).not.toContain('OF-42');
  expect(loadHtml(load)).not.toContain('What it sent');
});
