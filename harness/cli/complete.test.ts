import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { own } from '../application/places.ts';
import { assay, emptyFolder } from '../testing/command.ts';

const candidates = async (...words: readonly string[]): Promise<readonly string[]> => {
  const { code, stdout, stderr } = await assay(['complete', '--', ...words]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout.split('\n').flatMap((line) => line.split('\t')[0] || []);
};

test('commands, flags and names are completed, and files are left to the shell', async () => {
  expect(await candidates('cer')).toEqual(['certify', 'certificate', 'certify-client']);
  expect(await candidates('report', 'm')).toEqual(['merge']);
  expect(await candidates('run', '--last')).toEqual(['--last-failed']);
  expect(await candidates('run', '--target', 'fa')).toEqual(['fake', 'fake-http']);
  expect(await candidates('run', '-q', '--reporter=d')).toEqual(['--reporter=dot']);
  expect(await candidates('certify', '--depth', '')).toEqual(['quick', 'standard', 'thorough']);
  expect(await candidates('run', 'scenarios/o')).toEqual([]);
});

test('bash asks for them', async () => {
  const folder = emptyFolder();
  writeFileSync(join(folder, 'script'), (await assay(['complete', 'bash'])).stdout);
  const script = `assay() { "${process.execPath}" "${own('harness/cli/assay.js')}" "$@"; }
    source ${join(folder, 'script')}
    for COMP_LINE in "assay certify --max-f" "assay certify --target=fake-"; do
      COMP_POINT=\${#COMP_LINE}; _assay; echo "\${COMPREPLY[@]}"
    done`;
  expect(execFileSync('bash', ['-c', script], { encoding: 'utf8' })).toBe('--max-failures\nfake-http\n');
  expect(await assay(['complete'])).toMatchObject({ code: 2, stderr: expect.stringContaining('bash, zsh, fish') });
});

test('a page is had by its name, and a command before it', async () => {
  expect((await assay(['help', 'targets'])).stdout).toMatch(/^# Targets and worlds\n/);
  expect((await assay(['help', 'load'])).stdout).toMatch(/^Usage: assay load /);
  const unknown = await assay(['help', 'nightli']);
  expect(unknown).toMatchObject({ code: 2, stdout: '' });
  expect(unknown.stderr).toMatch(
    /^there is no help on "nightli"\n.*certify-a-gateway, .*\n {2}fix: did you mean "nightly"\?\n$/,
  );
});
