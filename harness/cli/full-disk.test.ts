import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Verdict } from '../model.ts';
import { own } from './places.ts';
import { assay, emptyFolder } from './test-command.ts';

const RUN = ['run', 'scenarios/cancellations', 'scenarios/appointments/slot-contested.yaml', '--quiet'];

/** Runs the command with a bound on the size of any file, which fails writes as a full disk does. */
function withRoomFor(kilobytes: number, words: readonly string[]) {
  const { PATH = '', HOME = '' } = process.env;
  const command = ['ulimit -f "$1"; shift; exec "$@"', 'sh', String(kilobytes), process.execPath];
  const { status, stderr } = spawnSync('bash', ['-c', ...command, own('harness/cli/assay.js'), ...words], {
    cwd: own(),
    env: { PATH, HOME },
    encoding: 'utf8',
    timeout: 25_000,
  });
  return { status, stderr };
}

describe.skipIf(process.platform === 'win32')('where there is no room left', () => {
  test('for what a run needs, nothing is sent and nothing is there under a final name', () => {
    const out = join(emptyFolder(), 'run');

    const { status, stderr } = withRoomFor(100, [...RUN, '--out', out]);

    expect(stderr).toBe(`cannot write ${out}/inputs.json\n  the file would become too large\n`);
    expect(status).toBe(3);
    expect(readdirSync(out)).toEqual([]);
  });

  test('for the record, the run ends, what is in the record stays readable, and --resume finishes it', async () => {
    const out = join(emptyFolder(), 'run');

    const { status, stderr } = withRoomFor(200, [...RUN, '--out', out, '--reporter', 'junit,html,json']);

    expect(stderr).toBe(`cannot write ${out}/record.ndjson
  the file would become too large

cannot write ${out}/index.html
  the file would become too large

2 errors
`);
    expect(status).toBe(3);
    expect(readdirSync(out).sort()).toEqual(['inputs.json', 'junit.xml', 'plan.json', 'record.ndjson']);
    const resumed = await assay(['run', '--resume', out, '--quiet', '--reporter', 'json']);
    expect(resumed.code).toBe(0);
    const verdict = JSON.parse(readFileSync(join(out, 'verdict.json'), 'utf8')) as Verdict;
    expect(verdict.outcome).toBe('certified');
  });
});

test.skipIf(process.getuid?.() === 0)(
  'where a folder may not be written, that is told, and nothing is sent',
  async () => {
    const folder = emptyFolder();
    chmodSync(folder, 0o500);

    const { code, stderr } = await assay([...RUN, '--out', join(folder, 'run')]);

    expect(stderr).toBe(`cannot create ${folder}/run\n  permission denied\n  fix: choose a place this user may use\n`);
    expect(code).toBe(3);
  },
);

test('where a file stands in the place of a folder, that is told, and the file stays', async () => {
  const file = join(emptyFolder(), 'run');
  writeFileSync(file, 'mine');

  const { code, stderr } = await assay([...RUN, '--out', file]);

  expect(stderr).toContain(`cannot create ${file}\n`);
  expect(code).toBe(3);
  expect(readFileSync(file, 'utf8')).toBe('mine');
});

test('where a report cannot be put in its place, the others are there, and the run can be reported again', async () => {
  const out = join(emptyFolder(), 'run');
  const taken = join(emptyFolder(), 'junit.xml');
  mkdirSync(taken);

  const { code, stderr } = await assay([...RUN, '--out', out, '--reporter', `json,junit=${taken}`]);

  expect(stderr).toContain(`cannot write ${taken}\n`);
  expect(code).toBe(3);
  expect(existsSync(join(out, 'verdict.json'))).toBe(true);
  expect(readdirSync(taken)).toEqual([]);
});
