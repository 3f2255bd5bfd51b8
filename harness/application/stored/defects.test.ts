import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shippedPath } from '../../home.ts';
import { assay, emptyFolder } from '../../testing/command.ts';

/** A recorded run in which orders are not completed. */
const RUN = shippedPath('fixtures/golden/runs/lost-completion');

const titlesIn = (text: string) => text.match(/^# .*/gm) ?? [];

test('each kind of failure of a run becomes a report that a supplier can work with', async () => {
  const { code, stdout, stderr } = await assay(['defects', RUN]);
  expect([code, stderr]).toEqual([0, '']);
  expect(titlesIn(stdout)).toEqual(['# COMPLETED did not come']);
  for (const part of ['X-Request-ID', 'X-Conversation-ID', 'curl --include', '2 cases of 30', '"$TOKEN"', 'KCI-03']) {
    expect(stdout).toContain(part);
  }
  expect(stdout).toMatch(
    /^Expected of `placed` \(order \d+\): ACKNOWLEDGED, then .*, all within 20 d of its answer\.$|Expected of `placed`/m,
  );
  expect(stdout).toMatch(/^\+30 s +KCI ACKNOWLEDGED #1 {2}answered 204$/m);
});

test('it can be limited to a check, written to a file, and passed on without contacts', async () => {
  const file = join(emptyFolder(), 'defects.md');
  const { code, stdout } = await assay(['defects', RUN, '--about', 'kci.once', '--out', file, '--mask-contacts']);
  expect([code, stdout]).toEqual([0, '']);
  const text = readFileSync(file, 'utf8');
  expect(titlesIn(text)).toEqual(['# COMPLETED did not come']);
  const whole = (await assay(['defects', RUN, '--about', 'kci.once'])).stdout;
  const name = /"primaryContact":\{"name":"([^"]+)"/.exec(whole)?.[1] ?? '';
  expect(name).not.toBe('');
  expect(text).not.toContain(name);
});

test('what nothing that failed is about is refused', async () => {
  const { code, stdout, stderr } = await assay(['defects', RUN, '--about', 'kci.tenant']);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain('nothing that failed is about kci.tenant');
});
