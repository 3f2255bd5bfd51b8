import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, lstatSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { shippedPath } from '../home.ts';
import { assay, emptyFolder } from '../testing/command.ts';

const RUN = ['run', 'scenarios/token/access-token.yaml'];
const isJunit = expect.stringMatching(/^<\?xml[\s\S]*<\/testsuites>\n$/);

describe('a report for standard output is all that is printed there', () => {
  test('of a run; what people read goes to standard error', async () => {
    const out = join(emptyFolder(), 'run');
    const { code, stdout, stderr } = await assay([...RUN, '--out', out, '--reporter', 'junit=-,console']);
    expect(stdout).toEqual(isJunit);
    expect(stderr).toContain('verdict.json');
    expect(code).toBe(0);
    expect(
      readdirSync(out)
        .filter((name) => !name.startsWith('.'))
        .sort(),
    ).toEqual(['inputs.json', 'plan.json', 'record.ndjson', 'verdict.json']);
    expect(existsSync(shippedPath('-'))).toBe(false);
  });

  test('of a run in a workflow of GitHub, whose annotations stand elsewhere', async () => {
    const out = join(emptyFolder(), 'run');
    const words = [...RUN, '--fault', 'token-type-mac', '--quiet', '--out', out, '--reporter', 'json=-'];
    const { stdout, stderr } = await assay(words, { env: { GITHUB_ACTIONS: 'true' } });
    expect(JSON.parse(stdout)).toEqual(JSON.parse(readFileSync(join(out, 'verdict.json'), 'utf8')));
    expect(stderr).toMatch(/^::error /m);
  });

  test('of a stored run, and of a load', async () => {
    const folder = shippedPath('fixtures/golden/runs/lost-completion');
    const again = await assay(['report', folder, '--out', emptyFolder(), '--reporter', 'junit=-']);
    expect(again.stdout).toEqual(isJunit);
    const load = await assay([
      'simulate',
      'smoke',
      '--out',
      join(emptyFolder(), 'load'),
      '--reporter',
      'junit=-,console',
    ]);
    expect(load.stdout).toEqual(isJunit);
    expect(load.stderr).toContain('THRESHOLDS MET');
  });
});

describe.skipIf(process.platform === 'win32')('a report for a path that is no plain file', () => {
  test('goes through a link and into a pipe, and both stay', async () => {
    const folder = emptyFolder();
    const [pipe, link, read] = [join(folder, 'pipe'), join(folder, 'link.html'), join(folder, 'read.xml')];
    execFileSync('mkfifo', [pipe]);
    writeFileSync(join(folder, 'page.html'), '');
    symlinkSync('page.html', link);
    const reader = spawn('sh', ['-c', 'cat <"$1" >"$2"', 'sh', pipe, read]);
    const ended = once(reader, 'close');
    const reporters = `junit=${pipe},html=${link}`;
    const { code, stderr } = await assay([...RUN, '--quiet', '--out', join(folder, 'run'), '--reporter', reporters]);
    expect([code, stderr]).toEqual([0, '']);
    await ended;
    expect(readFileSync(read, 'utf8')).toEqual(isJunit);
    expect(readFileSync(join(folder, 'page.html'), 'utf8')).toMatch(/^<!doctype html>/i);
    expect([lstatSync(pipe).isFIFO(), lstatSync(link).isSymbolicLink()]).toEqual([true, true]);
  });

  test('goes to what the shell had opened, be it a file or a pipe', async () => {
    const folder = emptyFolder();
    const command = [
      process.execPath,
      shippedPath('harness/cli/assay.js'),
      ...RUN,
      '--quiet',
      '--out',
      join(folder, 'run'),
    ];
    const bash = (script: string): void =>
      void execFileSync('bash', ['-c', script, 'bash', ...command], {
        cwd: shippedPath(),
        env: { PATH: process.env.PATH, F: folder },
      });
    bash('echo before >>"$F/log"; "$@" --reporter junit=/dev/stdout >>"$F/log"; echo after >>"$F/log"');
    expect(readFileSync(join(folder, 'log'), 'utf8')).toMatch(/^before\n<\?xml[\s\S]*<\/testsuites>\nafter\n$/);
    bash('"$@" --reporter junit=>(cat >"$F/sub") ; wait $!');
    expect(readFileSync(join(folder, 'sub'), 'utf8')).toEqual(isJunit);
  });
});
