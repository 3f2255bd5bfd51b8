import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import type { Certificate } from '../../../reports/certificate/certificate.ts';
import { own } from '../places.ts';
import { assay, emptyFolder } from '../testing/command.ts';

async function certified(...flags: readonly string[]): Promise<string> {
  const run = join(emptyFolder(), 'run');
  expect((await assay(['certify', '--quiet', '--out', run, ...flags])).code).toBe(0);
  return run;
}

/** What the JSON Schema of a file does not allow in it. */
function breaches(run: string, kind: string): unknown[] {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  const read = (path: string): object => JSON.parse(readFileSync(path, 'utf8')) as object;
  const validate = ajv.compile(read(own(`fixtures/contract/${kind}.schema.json`)));
  validate(read(join(run, `${kind}.json`)));
  return validate.errors ?? [];
}

const failing = async (): Promise<string> => {
  const folder = emptyFolder();
  cpSync(own('fixtures/golden/runs/lost-completion'), folder, { recursive: true });
  await assay(['report', folder, '--quiet']);
  return folder;
};

test('a certified run that is sealed gets its certificate, which names the seal', async () => {
  const run = await certified();
  const early = await assay(['certificate', run]);
  expect(early.code).toBe(2);
  expect(early.stderr).toContain('is not sealed\n');
  await assay(['seal', run]);
  const { code, stdout, stderr } = await assay(['certificate', run]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toBe(`${run}/certificate.json\n${run}/certificate.html\n`);
  const issued = JSON.parse(readFileSync(join(run, 'certificate.json'), 'utf8')) as Certificate;
  const seal = JSON.parse(readFileSync(join(run, 'seal.json'), 'utf8')) as { digest: string };
  expect(issued.seal.digest).toBe(seal.digest);
  expect(issued).toMatchObject({ outcome: 'certified', isWhole: true, counts: { breached: 0, 'not-shown': 0 } });
  for (const kind of ['seal', 'certificate']) expect(breaches(run, kind)).toEqual([]);
  expect((await assay(['verify', run])).code).toBe(0);

  writeFileSync(join(run, 'junit.xml'), '');
  const tampered = await assay(['certificate', run]);
  expect(tampered.stderr).toContain('junit.xml');
  expect(tampered.code).toBe(1);
}, 90_000);

test('a run of some scenarios gets none, or one that says so', async () => {
  const run = join(emptyFolder(), 'run');
  await assay(['run', 'scenarios/token', '--quiet', '--out', run]);
  await assay(['seal', run]);
  const { code, stderr } = await assay(['certificate', run]);
  expect(code).toBe(4);
  expect(stderr).toMatch(/^no certificate can be issued on this run\n {2}\d+ promises not looked at\n {2}fix: run all/);
  expect((await assay(['certificate', run, '--any-outcome'])).code).toBe(0);
  expect(readFileSync(join(run, 'certificate.html'), 'utf8')).toContain('<h1>Certified in part</h1>');
});

test('a run that failed gets a certificate only where it may say so', async () => {
  const run = await failing();
  await assay(['seal', run]);
  const refused = await assay(['certificate', run]);
  expect(refused.code).toBe(4);
  expect(refused.stderr).toContain('it is not certified: ');
  const out = emptyFolder();
  expect((await assay(['certificate', run, '--any-outcome', '--out', out])).code).toBe(0);
  expect(readFileSync(join(out, 'certificate.html'), 'utf8')).toContain('<h1>Not certified</h1>');
});

test('a run that was broken off gets none', async () => {
  const run = await failing();
  const record = join(run, 'record.ndjson');
  writeFileSync(record, readFileSync(record, 'utf8').replace(/\n.*"run-ended".*\n$/, '\n'));
  await assay(['report', run, '--quiet']);
  expect((await assay(['seal', run])).code).toBe(0);
  const { code, stderr } = await assay(['certificate', run, '--any-outcome']);
  expect(stderr).toBe(
    'no certificate can be issued on this run\n  it ended before it was done\n  fix: make the run again, or go on with it, to its end\n',
  );
  expect(code).toBe(4);
});

test('a certificate that was changed is told, and can be issued again', async () => {
  const run = await failing();
  await assay(['seal', run]);
  const issue = ['certificate', run, '--any-outcome'];
  await assay(issue);
  const path = join(run, 'certificate.json');
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replace('"not-certified"', '"certified"'));
  writeFileSync(join(run, 'certificate.html'), '<h1>Certified</h1>');

  const { code, stdout, stderr } = await assay(['verify', run]);
  const told = [...stderr.matchAll(/^(.*):(\d+):1 {2}the certificate is not the one of this run$/gm)];
  expect(told.map(([, file, line]) => [file, line])).toEqual([
    [path, '3'],
    [join(run, 'certificate.html'), '1'],
  ]);
  expect([code, stdout]).toEqual([1, `CHANGED  ${run} is not as it was sealed\n`]);

  expect((await assay(issue)).code).toBe(0);
  expect(readFileSync(path, 'utf8')).toBe(text);
  expect((await assay(['verify', run])).code).toBe(0);
}, 30_000);

test('a run whose record was changed is told as that, whatever the record leads to now', async () => {
  const run = await failing();
  await assay(['seal', run]);
  const record = join(run, 'record.ndjson');
  const text = readFileSync(record, 'utf8');
  const changes = [
    text.replace('"status":200', '"status":503'),
    text.replace(/"url":"[^"]*",/, ''),
    text.replace(/\n.*"run-ended".*\n$/, '\n'),
    text.replace(/^.*\n/, '{"seq":1,\n'),
  ];
  for (const changed of changes) {
    writeFileSync(record, changed);
    const { code, stderr } = await assay(['certificate', run, '--any-outcome']);
    expect(stderr).toMatch(new RegExp(`^${record}:\\d+:1 {2}line \\d+ was (changed|dropped)\\n`));
    expect(code).toBe(1);
  }
}, 60_000);
