import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { shippedPath } from '../../home.ts';
import { emptyFolder } from '../../testing/command.ts';

interface Workflow {
  readonly jobs: {
    readonly certify: {
      readonly steps: readonly { readonly name?: string; readonly run?: string; readonly if?: string }[];
    };
  };
}

/**
 * The steps of the workflow that docs/evidence.md shows, as a runner takes them: after one that failed, only those that say
 * so.
 */
function night(
  folder: string,
  fault: string,
): { readonly codes: Record<string, number | null>; readonly printed: string } {
  const [, text = ''] = /^```yml\n(.*?)^```/ms.exec(readFileSync(shippedPath('docs/evidence.md'), 'utf8')) ?? [];
  const { steps } = (parse(text) as Workflow).jobs.certify;
  const codes: Record<string, number | null> = {};
  let printed = '';
  let isGood = true;
  // A job begins with what was kept, and nothing else.
  rmSync(join(folder, 'reports', 'tonight'), { recursive: true, force: true });
  for (const { name, run, if: when } of steps) {
    if (name === undefined || run === undefined || (!isGood && when !== 'always()')) continue;
    const env = { PATH: `${join(folder, 'bin')}:${process.env.PATH}`, HOME: folder, FAULT: fault };
    const { status, stdout, stderr } = spawnSync('bash', ['-e', '-c', run], { cwd: folder, env, encoding: 'utf8' });
    codes[name] = status;
    printed += stdout + stderr;
    isGood &&= status === 0;
  }
  return { codes, printed };
}

test('the workflow of the documentation tells new failures of a night, and keeps what was good', () => {
  const folder = emptyFolder();
  mkdirSync(join(folder, 'bin'));
  // In place of npx: the target is the fake in the process, and the cases are few.
  const npx = `#!/bin/bash
words=("\${@:2}")
if [ "$2" = certify ]; then words=(certify "\${words[@]:1}" --only orders/provide-new --target fake \${FAULT:+--fault "$FAULT"}); fi
exec '${process.execPath}' '${shippedPath('harness/cli/assay.js')}' "\${words[@]}"
`;
  writeFileSync(join(folder, 'bin', 'npx'), npx);
  chmodSync(join(folder, 'bin', 'npx'), 0o755);

  const [first, bad, again] = [night(folder, ''), night(folder, 'kci-completed-before-committed'), night(folder, '')];

  const certify = 'Certify, and tell what changed since the last good night';
  expect(first?.codes).toEqual({ [certify]: 0, Seal: 0, Keep: 0 });
  expect(first?.printed).toContain('there is no good run of fake yet to compare with');
  expect(bad?.codes).toEqual({ [certify]: 1, Seal: 0 });
  expect(bad?.printed).toMatch(/compared with reports\/last-good\n\nNEW CAUSE {2}1\n.*\n\nNEW FAILURE {2}2\n/);
  expect(again?.codes).toEqual({ [certify]: 0, Seal: 0, Keep: 0 });
  expect(again?.printed).toMatch(/compared with reports\/last-good\n\nNOT WORSE /);
});
