import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { shippedPath } from '../home.ts';
import type { ProfileTest } from '../setup/profile/test.ts';
import { assay, emptyFolder } from '../testing/command.ts';

const SAMPLES = 'fixtures/kci/samples';

test('a profile is printed to begin one’s own with, and its schema is found from where it is put', async () => {
  const folder = emptyFolder();
  const { code, stdout } = await assay(['profile', 'show', 'generic'], { cwd: folder });
  expect(code).toBe(0);
  const [, schema = ''] = /^# yaml-language-server: \$schema=(.*)\n/.exec(stdout) ?? [];
  expect(resolve(folder, schema)).toBe(shippedPath('fixtures/contract/kci-profile.schema.json'));
  writeFileSync(join(folder, 'mine.yaml'), stdout);
  const tried = await assay(['profile', 'test', 'mine.yaml', `${SAMPLES}/generic`], { cwd: folder });
  expect(tried).toMatchObject({ code: 0, stderr: '' });
  expect((await assay(['profile', 'show', 'generik'])).stderr).toContain('did you mean "generic"?');
});

describe('assay profile test', () => {
  test('shows what each field is and where it stood, and exits 0 where all samples map', async () => {
    const { code, stdout } = await assay(['profile', 'test', 'supplier', `${SAMPLES}/supplier`]);
    expect(code).toBe(0);
    expect(stdout).toContain(`${SAMPLES}/supplier/committed.provide.json  COMMITTED\n`);
    expect(stdout).toMatch(/\n {2}event +COMMITTED +\$\.reasonCode\n/);
    expect(stdout).toMatch(/\n {2}problem-code +- +nothing at \$\.problemCode\n/);
    expect(stdout).toMatch(/\n {2}lifecycles +provide\n/);
    expect(stdout).toContain('the profile supplier fits best: 10 without anything wrong, 10 mapped\n');
  });

  test('names a profile that maps nothing, says why, and which profile fits, and exits 2', async () => {
    const { code, stdout } = await assay(['profile', 'test', 'generic', `${SAMPLES}/tenant`]);
    expect(code).toBe(2);
    expect(stdout).toContain('acknowledged.provide.json  NOT MAPPED\n');
    expect(stdout).toContain('  ! the profile "tenant" fits\n');
    expect(stdout).toContain(
      '\n\nthe profile generic maps none of 9 samples: nothing stands at $.event\nthe profile tenant fits best: 9 without anything wrong, 9 mapped\n',
    );
  });

  test('says when a sample fits two profiles', async () => {
    const folder = emptyFolder();
    const copy = readFileSync(shippedPath('fixtures/kci/generic.yaml'), 'utf8').replace(
      'profile: generic',
      'profile: mine',
    );
    const mine = join(folder, 'mine.yaml');
    writeFileSync(mine, copy);
    const { code, stdout } = await assay(['profile', 'test', mine, `${SAMPLES}/generic/delay.provide.json`]);
    expect(code).toBe(0);
    expect(stdout).toContain('  ! ambiguous: the profile "generic" fits as well\n');
    expect(stdout).toContain('\n1 sample is ambiguous: more than one profile fits\n');
    expect(stdout).toContain('the profile mine fits best');
  });

  test('reads the deliveries of a recorded run', async () => {
    const out = join(emptyFolder(), 'run');
    await assay(['run', 'scenarios/orders/cease.yaml', '--out', out, '--quiet']);
    const { code, stdout } = await assay(['profile', 'test', 'supplier', join(out, 'record.ndjson'), '--json']);
    const { fits } = JSON.parse(stdout) as ProfileTest;
    expect(code).toBe(0);
    expect(fits.map(({ event }) => event)).toContain('COMPLETED');
    expect(fits.every(({ lifecycles, wrong }) => lifecycles.includes('cease') && wrong.length === 0)).toBe(true);
  });

  test('reads lines of NDJSON as bodies, and a page that is no JSON as nothing', async () => {
    const file = join(emptyFolder(), 'seen.ndjson');
    const body = JSON.stringify(JSON.parse(readFileSync(shippedPath(SAMPLES, 'generic/delay.provide.json'), 'utf8')));
    writeFileSync(file, `${body}\n\n<html>\n`);
    const { code, stdout } = await assay(['profile', 'test', 'generic', file]);
    expect(code).toBe(2);
    expect(stdout).toContain('seen.ndjson:1  DELAY\n');
    expect(stdout).toMatch(/seen\.ndjson:3 {2}NOT MAPPED\n {2}! maps to nothing: the body is not JSON: /);
  });

  test('tells what is wrong with its words: no such profile, no such file, a folder without samples', async () => {
    const folder = emptyFolder();
    const { code, stderr } = await assay(['profile', 'test', 'suplier', join(folder, 'none.json'), folder]);
    expect(code).toBe(2);
    expect(stderr).toContain('unknown KCI profile "suplier"');
    expect(stderr).toContain('did you mean "supplier"?');
    expect(stderr).toContain('there is no file or folder ');
    expect(stderr).toContain('there is no sample in ');
  });
});

test('assay profile list names the profiles that come with Assay', async () => {
  const { code, stdout } = await assay(['profile', 'list']);
  expect(code).toBe(0);
  expect(stdout.split('\n').map((line) => line.split(' ')[0])).toEqual(['generic', 'supplier', 'tenant', 'tmf641', '']);
});
