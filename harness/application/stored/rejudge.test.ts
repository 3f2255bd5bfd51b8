import { appendFileSync, cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { shippedPath } from '../../home.ts';
import { assay, emptyFolder } from '../../testing/command.ts';

/** A run with failures, so that there is something to tell; its folder. */
async function someRun(): Promise<string> {
  const out = join(emptyFolder(), 'run');
  const words = ['run', 'scenarios/orders/provide-new.yaml', '--fault', 'kci-lost-completion'];
  expect((await assay([...words, '--out', out])).code).toBe(1);
  return out;
}

const bytesOf = (folder: string, name: string): Buffer => readFileSync(join(folder, name));

describe('a stored run', () => {
  test('is judged again to the same bytes and the same exit code', async () => {
    const run = await someRun();
    const { code, stdout, stderr } = await assay(['judge', run]);
    expect(stdout).toBe(bytesOf(run, 'verdict.json').toString('utf8'));
    expect(stderr).toBe('');
    expect(code).toBe(1);
  });

  test('is reported again to the same bytes', async () => {
    const run = await someRun();
    const again = emptyFolder();
    const { code, stderr } = await assay(['report', run, '--out', again]);
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(readdirSync(again).sort()).toEqual(['ctrf.json', 'index.html', 'junit.xml', 'verdict.json']);
    for (const name of readdirSync(again)) expect(bytesOf(again, name).equals(bytesOf(run, name))).toBe(true);
  });

  test('can be reported in a place of its own', async () => {
    const run = await someRun();
    const folder = emptyFolder();
    const { code, stdout } = await assay([
      'report',
      run,
      '--out',
      folder,
      '--reporter',
      `junit=${folder}/TEST-assay.xml`,
    ]);
    expect(stdout).toBe('');
    expect(code).toBe(0);
    expect(bytesOf(folder, 'TEST-assay.xml').equals(bytesOf(run, 'junit.xml'))).toBe(true);
  });

  test('whose last line was torn by a crash is judged without it, with a warning', async () => {
    const run = await someRun();
    appendFileSync(join(run, 'record.ndjson'), '{"seq":9');
    const { code, stdout, stderr } = await assay(['judge', run]);
    expect(stdout).toBe(bytesOf(run, 'verdict.json').toString('utf8'));
    expect(stderr).toContain('warning');
    expect(code).toBe(1);
  });

  test('is replaced whole by the next run in its folder', async () => {
    const run = await someRun();
    const next = await assay(['run', 'scenarios/token/access-token.yaml', '--reporter', 'junit', '--out', run]);
    expect(next).toEqual({ code: 0, stdout: '', stderr: `replacing the run that was in ${run}\n` });
    expect(readdirSync(run).sort()).toEqual(['inputs.json', 'junit.xml', 'plan.json', 'record.ndjson', 'verdict.json']);
  });
});

test.each([
  ['plan.json', '[]'],
  ['plan.json', '{"journeys":[{}]}'],
  ['inputs.json', '{"contract":{}}'],
  ['inputs.json', 'null'],
  ['inputs.json', '{'],
])('a run of which %s was changed to %s is refused, and is no fault of Assay', async (name, text) => {
  const run = emptyFolder();
  cpSync(shippedPath('fixtures/golden/runs/lost-completion'), run, { recursive: true });
  writeFileSync(join(run, name), text);
  const { code, stdout, stderr } = await assay(['judge', run]);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(`cannot read ${join(run, name)}\n`);
});
