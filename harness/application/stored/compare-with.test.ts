import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { shippedPath } from '../../home.ts';
import { assay, type CommandResult, emptyFolder } from '../../testing/command.ts';

const SCENARIO = shippedPath('scenarios/orders/provide-new.yaml');
const run = (out: string, ...words: readonly string[]): Promise<CommandResult> =>
  assay(['run', SCENARIO, '--reporter', 'json,console', '--out', out, ...words], { cwd: dirname(out) });

test('a nightly run tells what is different since the last good one, which need not be the last', async () => {
  const folder = emptyFolder();
  const night = (name: string, ...words: readonly string[]): Promise<CommandResult> =>
    run(join(folder, name), '--compare-with', 'last-good', ...words);

  const first = await night('monday');
  const second = await night('tuesday', '--fault', 'kci-completed-before-committed');
  const third = await night('wednesday', '--fault', 'kci-completed-before-committed');
  const fourth = await night('thursday');

  expect([first, second, third, fourth].map(({ code }) => code)).toEqual([0, 1, 1, 0]);
  expect(first.stderr).toContain('there is no good run of fake yet to compare with\n');
  for (const { stdout } of [second, third])
    expect(stdout).toMatch(/compared with monday\n\nNEW CAUSE {2}1\n .* cases\n\nNEW FAILURE {2}2\n/);
  expect(fourth.stdout).toMatch(/compared with monday\n\nNOT WORSE /);
  const kept = JSON.parse(readFileSync(join(folder, 'tuesday', 'diff.json'), 'utf8')) as Record<string, unknown[]>;
  expect([kept.comparedWith, kept.newFailures?.length]).toEqual(['monday', 4]);
  expect((await assay(['seal', join(folder, 'thursday')])).code).toBe(0);
});

test('the board says what came and what was fixed since the run that is named', async () => {
  const folder = emptyFolder();
  const night = (name: string, ...words: readonly string[]): Promise<CommandResult> =>
    assay(['run', SCENARIO, '-q', '--reporter', 'html', '--out', join(folder, name), ...words], { cwd: folder });
  const page = (name: string): string => readFileSync(join(folder, name, 'index.html'), 'utf8');

  await night('good');
  await night('bad', '--fault', 'kci-completed-before-committed', '--compare-with', 'good');
  await night('fixed', '--compare-with', 'bad');

  expect(page('bad')).toContain('<b>New</b> <span class="quiet">since good</span>');
  expect(page('fixed')).toContain('Fixed since bad: COMPLETED came without COMMITTED before it');
});

test('a load that is none is told before anything is sent', async () => {
  const folder = emptyFolder();
  const { code, stderr } = await run(join(folder, 'out'), '--load', join(folder, 'busy-hour'));
  expect([code, stderr.split('\n', 1)[0]]).toEqual([2, 'there is no load in busy-hour']);
  expect(existsSync(join(folder, 'out'))).toBe(false);
});

test('a run that passes, and no longer looks at what it looked at, is against the policy', async () => {
  const folder = emptyFolder();
  const both = join(folder, 'both');
  await run(both);

  const { code, stdout } = await run(
    join(folder, 'one'),
    '--only',
    'orders/provide-new#business',
    '--compare-with',
    both,
  );

  expect(stdout).toContain('LOST CASE  1\n  orders/provide-new#residential: not run in the other run\n');
  expect(code).toBe(4);
});

test('the last good run is one of the same cases', async () => {
  const folder = emptyFolder();
  await run(join(folder, 'all'));

  const other = await run(join(folder, 'one'), '--only', 'orders/provide-new#business', '--compare-with', 'last-good');

  expect(other.stderr).toContain('there is no good run of fake yet to compare with\n');
  expect(other.code).toBe(0);
  const some = await run(join(folder, 'some'), '--grep', 'residential', '--compare-with', 'last-good');
  expect(some.stderr).toContain('there is no good run of fake yet to compare with\n');
});

test('a run that is none is told before anything is sent, and so is the one that would be replaced', async () => {
  const folder = emptyFolder();
  const good = join(folder, 'good');
  await run(good);

  const missing = await run(join(folder, 'out'), '--compare-with', join(folder, 'yesterday'));
  const same = await run(good, '--compare-with', good);

  expect(missing).toEqual({
    code: 2,
    stdout: '',
    stderr: `there is no run in ${folder}/yesterday\n  record.ndjson is missing\n  fix: name the folder of a run, or "last-good" for the newest good one\n`,
  });
  expect(same).toEqual({
    code: 2,
    stdout: '',
    stderr: `a run cannot be compared with the one it replaces\n  ${good}\n  fix: name another --out\n`,
  });
  expect(existsSync(join(folder, 'out'))).toBe(false);
  expect(existsSync(join(good, 'verdict.json'))).toBe(true);
});
