import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { shippedPath } from '../home.ts';
import { assay } from '../testing/command.ts';

const COMMANDS = [
  'certify',
  'run',
  'load',
  'simulate',
  'cleanup',
  'ui',
  'init',
  'doctor',
  'check',
  'list',
  'plan',
  'listen',
  'report',
  'show',
  'judge',
  'defects',
  'diff',
  'history',
  'proxy',
  'judge-traffic',
  'record',
  'har',
  'seal',
  'verify',
  'certificate',
  'explain',
  'coverage',
  'profile',
  'export',
  'complete',
  'certify-client',
  'prove-client',
  'fake',
  'prove',
];

describe('the help', () => {
  test('names every command, the exit codees, and how to begin', async () => {
    const { code, stdout } = await assay(['--help']);
    expect(code).toBe(0);
    const [, commands = ''] = /\n(Certify a gateway:\n[\s\S]*?)\nExit code:/.exec(stdout) ?? [];
    const listed = [...commands.matchAll(/^ {2}([\w-]+) /gm)].map(([, name]) => name);
    expect(listed).toEqual([...COMMANDS, 'help']);
    expect(stdout).toContain('\nExit code:\n  0  every case passed');
    expect(stdout).toContain('  assay certify --target acme.yaml ');
  });

  test.for(COMMANDS)('of %s says in sentences what it does, and gives examples', async (name) => {
    const { code, stdout } = await assay([name, '--help']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Usage: assay [\w-]+ .*\n\n[A-Z][\s\S]*?\.\n\n/);
    expect(stdout).toContain(`\nExamples:\n  assay ${name}`);
  });
});

test('the version is that of the package', async () => {
  const { version } = JSON.parse(readFileSync(shippedPath('package.json'), 'utf8')) as { version: string };
  expect(await assay(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
});
