import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RunDiff } from '../../evidence/diff.ts';
import { assay, emptyFolder } from '../../testing/command.ts';
import { WHOLE } from '../../testing/whole.ts';

async function run(folder: string, name: string, ...words: readonly string[]): Promise<string> {
  const out = join(folder, name);
  await assay(['run', 'scenarios/orders/provide-new.yaml', '--quiet', '--out', out, ...words]);
  return out;
}

test('a gateway that got worse is told from one that did not', async () => {
  const folder = emptyFolder();
  const good = await run(folder, 'good');
  const bad = await run(folder, 'bad', '--fault', 'kci-completed-before-committed');
  const worse = await assay(['diff', good, bad]);
  expect(worse.stdout).toMatch(
    /^NEW CAUSE {2}1\n {2}.*: 2 cases\n\nNEW FAILURE {2}2\n {2}orders\/provide-new#residential, step placed: kci\.sequence on KCI-03: order \d+: COMPLETED came/,
  );
  expect(worse.stdout).toContain(
    `\n\nWORSE  Passed, 2 of ${WHOLE}, on simulated time: 2 cases passed, 0 failed → Failed, 2 cases failed; 2 of ${WHOLE} were run, on simulated time: 0 cases passed, 2 failed\n`,
  );
  expect(worse.code).toBe(1);

  const better = await assay(['diff', bad, good]);
  expect(better.stdout).toMatch(/^FIXED CAUSE {2}1\n.*\n\nFIXED FAILURE {2}2\n/);
  expect(better.code).toBe(0);

  const again = await run(folder, 'again', '--seed', '2');
  expect(await assay(['diff', good, again])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^BESIDE\n {2}seed: 1 → 2\n\nNOT WORSE /),
  });
});

test('a case that is not run any more is a loss, also as JSON', async () => {
  const folder = emptyFolder();
  const both = await run(folder, 'both');
  const one = await run(folder, 'one', '--only', 'orders/provide-new#business');
  const { code, stdout } = await assay(['diff', both, one, '--json']);
  const found = JSON.parse(stdout) as RunDiff;
  expect(found.lost).toEqual({ cases: [{ case: 'orders/provide-new#residential', other: 'not-run' }], checks: [] });
  expect(found.newFailures).toEqual([]);
  expect(code).toBe(1);
});

test('a run is not compared with itself', async () => {
  expect(await assay(['diff', 'reports/a', 'reports/../reports/a'])).toEqual({
    code: 2,
    stdout: '',
    stderr: 'both runs are the same\n  reports/a\n  fix: name an earlier run first, then the later one\n',
  });
});
