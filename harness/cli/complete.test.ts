import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shippedPath } from '../home.ts';
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

/** What each shell is asked, in its own words, with the script that it sourced; and what it says. */
const SHELLS: Readonly<Record<string, readonly [ask: string, said: string]>> = {
  bash: [
    `for COMP_LINE in "assay certify --max-f" "assay certify --target=fake-"; do
       COMP_POINT=\${#COMP_LINE}; _assay; echo "\${COMPREPLY[@]}"
     done`,
    '--max-failures\nfake-http\n',
  ],
  zsh: [
    `_files() { print FILES }
     _describe() { print -l -- \${(P)2} }
     words=(assay certify --max-f) CURRENT=3; _assay
     words=(assay certify --target=fake-); _assay
     words=(assay run ''); _assay`,
    '--max-failures:end the run after so many failed cases; more of those under way may have failed\n--target=fake-http:\nFILES\n',
  ],
  fish: [
    'for line in "assay certify --max-f" "assay certify --target=fake-" "assay run scr"; complete -C $line; end',
    '--max-failures\tend the run after so many failed cases; more of those under way may have failed\n--target=fake-http\nscript\n',
  ],
};
const isHere = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status === 0;

test.for(Object.entries(SHELLS))('%s asks for them', async ([shell, [ask, said]], { skip }) => {
  if (!isHere(shell)) return skip(`there is no ${shell} here`);
  const folder = emptyFolder();
  const program = join(folder, 'assay');
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${shippedPath('harness/cli/assay.js')}" "$@"\n`, {
    mode: 0o755,
  });
  const script = (await assay(['complete', shell])).stdout;
  writeFileSync(join(folder, 'script'), shell === 'zsh' ? `autoload -U compinit; compinit -D\n${script}` : script);
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}`, HOME: folder, XDG_CONFIG_HOME: folder };
  const options = { cwd: folder, env, encoding: 'utf8' } as const;
  expect(execFileSync(shell, ['-c', `source ./script\n${ask}`], options)).toBe(said);
});

test('a shell that is none is told which are', async () => {
  expect(await assay(['complete'])).toMatchObject({ code: 2, stderr: expect.stringContaining('bash, zsh, fish') });
});

test('a page is had by its name, and a command before it', async () => {
  expect((await assay(['help', 'targets'])).stdout).toMatch(/^# Targets and worlds\n/);
  expect((await assay(['help', 'load'])).stdout).toMatch(/^Usage: assay load /);
  expect((await assay(['help', 'fragment'])).stdout).toContain('\n# Fragment files\n');
  expect(await assay(['help', 'pages'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('certify-a-gateway, '),
  });
  const unknown = await assay(['help', 'nightli']);
  expect(unknown).toMatchObject({ code: 2, stdout: '' });
  expect(unknown.stderr).toMatch(
    /^there is no help on "nightli"\n.*certify-a-gateway, .*\n {2}fix: did you mean "nightly"\?\n$/,
  );
});
