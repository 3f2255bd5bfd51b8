import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { assay, type CommandResult, emptyFolder } from '../testing/command.ts';
import { casesOfWhole, WHOLE } from '../testing/whole.ts';
import type { Waiving } from '../verdict/waiver.ts';

const entry = (check: string, id: string, expires = '2999-12-31'): string =>
  `  - check: ${check}\n    case: ${id}\n    reason: Known, and mended in the next release.\n    owner: gateway team\n    expires: ${expires}\n`;

async function run(
  entries: readonly string[],
  ...more: readonly string[]
): Promise<CommandResult & { readonly out: string }> {
  const folder = emptyFolder();
  const file = join(folder, 'waivers.yaml');
  writeFileSync(file, `waivers:\n${entries.join('')}`);
  const out = join(folder, 'run');
  const words = ['run', 'scenarios/orders/provide-new.yaml', '--waivers', file, '--out', out, ...more];
  return { ...(await assay(words)), out };
}

const BROKEN = ['--fault', 'kci-completed-before-committed'];
const BOTH = [entry('kci.sequence', 'orders/provide-new*'), entry('kci.lifecycle', 'orders/provide-new*')];

test('a waived failure does not fail the run, and the verdict stays what it is', async () => {
  const { code, stdout, out } = await run(BOTH, ...BROKEN);
  expect(code).toBe(0);
  expect(stdout).toContain('WAIVED  kci.sequence: 2 failures in 2 cases\n');
  expect(stdout).toContain(`FAILED  2 cases failed, all of them waived; 2 of ${WHOLE} were run`);
  const verdict = readFileSync(join(out, 'verdict.json'), 'utf8');
  expect(JSON.parse(verdict)).toMatchObject({
    outcome: 'failed',
    scope: { cases: 2, of: casesOfWhole() },
    counts: { cases: { failed: 2 } },
  });
  const waived = JSON.parse(readFileSync(join(out, 'waived.json'), 'utf8')) as Waiving;
  expect(waived).toMatchObject({
    open: 0,
    waivedCases: ['orders/provide-new#residential', 'orders/provide-new#business'],
  });
  expect(readFileSync(join(out, 'junit.xml'), 'utf8')).toMatch(/<testsuites [^>]*failures="0" errors="0" skipped="2"/);

  const judged = await assay(['judge', out]);
  expect(judged).toEqual({ code: 0, stdout: verdict, stderr: '' });
  const again = emptyFolder();
  await assay(['report', out, '--out', again, '--quiet']);
  for (const name of ['junit.xml', 'index.html', 'ctrf.json', 'waived.json'])
    expect(readFileSync(join(again, name)).equals(readFileSync(join(out, name)))).toBe(true);
});

test('a failure beside those that are waived fails the run', async () => {
  const { code, stdout } = await run(BOTH.slice(0, 1), ...BROKEN);
  expect(code).toBe(1);
  expect(stdout).toContain('FAILED  KCI-01');
  expect(stdout).toContain('WAIVED  kci.sequence');
});

test('a stale waiver fails a run in which all passed', async () => {
  const { code, stdout } = await run(BOTH);
  expect(code).toBe(4);
  expect(stdout).toMatch(
    /WAIVER {2}stale, nothing fails that it covers: kci\.sequence orders\/provide-new\* \(.*waivers\.yaml:2:12\)/,
  );
  expect(stdout).toContain(`PASSED  2 of ${WHOLE}`);
});

test('an expired waiver covers nothing, and is told', async () => {
  const over = [entry('kci.sequence', 'orders/provide-new*', '2020-01-01'), ...BOTH.slice(1)];
  const failing = await run(over, ...BROKEN);
  expect(failing.code).toBe(1);
  expect(failing.stdout).toContain('WAIVER  expired on 2020-01-01: kci.sequence');
  const passing = await run(over.slice(0, 1));
  expect(passing.code).toBe(4);
});

test('a waiver of cases that were not run is left alone', async () => {
  const { code, stdout } = await run([entry('http.status', 'token/*')]);
  expect(code).toBe(0);
  expect(stdout).not.toContain('WAIVER');
});

test('shards that are joined keep their waivers', async () => {
  const shards = await Promise.all(
    ['1/2', '2/2'].map((part) => run(BOTH, ...BROKEN, '--shard', part, '--nonce', 'n', '--quiet')),
  );
  expect(shards.map(({ code }) => code)).toEqual([0, 0]);
  const out = join(emptyFolder(), 'joined');
  const joined = await assay(['report', 'merge', ...shards.map((each) => each.out), '--out', out, '--quiet']);
  expect(joined).toMatchObject({ code: 0, stderr: expect.not.stringContaining('waiver') });
  const waived = JSON.parse(readFileSync(join(out, 'waived.json'), 'utf8')) as Waiving;
  expect(waived.waivedCases).toHaveLength(2);
});

test('a mistake in the file is told before anything is sent', async () => {
  const { code, stderr, stdout } = await run([entry('kci.sequense', 'orders/*')]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain('waivers.yaml:2:12  there is no check "kci.sequense"\n');
});
