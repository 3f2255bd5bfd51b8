import { generateKeyPairSync } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Seal, seal } from '../../evidence/seal.ts';
import { shippedPath } from '../../home.ts';
import { assay, emptyFolder } from '../../testing/command.ts';
import { readRunFiles } from '../folder/run-files.ts';

/** A recorded run with its reports, in a folder of its own. */
async function aRun(): Promise<string> {
  const folder = emptyFolder();
  cpSync(shippedPath('fixtures/golden/runs/lost-completion'), folder, { recursive: true });
  await assay(['report', folder, '--quiet']);
  return folder;
}

function keysIn(folder: string): { readonly key: string; readonly publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const files = { key: join(folder, 'assay.pem'), publicKey: join(folder, 'assay.pub.pem') };
  writeFileSync(files.key, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(files.publicKey, publicKey.export({ type: 'spki', format: 'pem' }));
  return files;
}

test('a sealed run is intact until something is changed, and then its file is named', async () => {
  const run = await aRun();
  const { key, publicKey } = keysIn(emptyFolder());
  const sealed = await assay(['seal', run, '--key', key]);
  expect(sealed.stderr).toBe('');
  expect(sealed.stdout).toMatch(
    /^SEALED {2}.*: 9 files, at \d{4}-.*\n {2}digest {5}[0-9a-f]{64}\n {2}signature {2}Ed25519, by the key sha256:[0-9a-f]{64}\n$/,
  );
  const intact = await assay(['verify', run, '--public-key', publicKey]);
  expect(intact.stdout).toMatch(
    /^INTACT {2}[\s\S]*\n {2}verdict {4}Failed, 2 cases failed; 30 of [\d,]+ cases were run, and the record leads to it\n$/,
  );
  expect(intact.code).toBe(0);

  const junit = join(run, 'junit.xml');
  writeFileSync(junit, readFileSync(junit, 'utf8').replace('<testsuite ', '<testsuite  '));
  const record = join(run, 'record.ndjson');
  const lines = readFileSync(record, 'utf8').split('\n');
  writeFileSync(record, lines.toSpliced(2, 1).join('\n'));
  const changed = await assay(['verify', run]);
  expect(changed.stderr).toContain('record.ndjson: the file was changed\n');
  expect(changed.stderr).toContain('junit.xml: the file was changed\n');
  expect(changed.stdout).toBe(`CHANGED  ${run} is not as it was sealed\n`);
  expect(changed.code).toBe(1);
});

test('a run that was not sealed is told so', async () => {
  const run = await aRun();
  expect(await assay(['verify', run])).toEqual({
    code: 2,
    stdout: '',
    stderr: `${run} is not sealed\n  seal.json is missing: nothing shows that the run is as it was\n  fix: who made the run seals it with "assay seal ${run}", before it leaves their hands\n`,
  });
});

test('a verdict that does not follow from the record is not sealed', async () => {
  const run = await aRun();
  const verdict = join(run, 'verdict.json');
  writeFileSync(verdict, readFileSync(verdict, 'utf8').replace('"failed"', '"certified"'));
  const { stderr, code } = await assay(['seal', run]);
  expect(stderr).toBe(
    `verdict.json is not the verdict on this record\n  the record leads to another one\n  fix: make it again with "assay report ${run}"\n`,
  );
  expect(code).toBe(1);
  expect(readdirSync(run)).not.toContain('seal.json');
});

test('a verdict that does not follow from the record is found out under a seal that somebody made for it', async () => {
  const run = await aRun();
  await assay(['seal', run]);
  const verdict = join(run, 'verdict.json');
  writeFileSync(verdict, readFileSync(verdict, 'utf8').replace('"failed"', '"certified"'));
  const { files, digest, version, ...sealed } = JSON.parse(readFileSync(join(run, 'seal.json'), 'utf8')) as Seal;
  writeFileSync(join(run, 'seal.json'), seal(readRunFiles(run), { sealed }));

  const { code, stdout, stderr } = await assay(['verify', run]);
  expect(stderr).toContain('verdict.json: the record leads to another verdict\n');
  expect([code, stdout]).toEqual([1, `CHANGED  ${run} is not as it was sealed\n`]);
  expect((await assay(['certificate', run, '--any-outcome'])).code).toBe(1);
});

test('a seal by another key, or by none, is no seal of the one who is trusted', async () => {
  const run = await aRun();
  const { publicKey } = keysIn(emptyFolder());
  await assay(['seal', run]);
  const unsigned = await assay(['verify', run, '--public-key', publicKey]);
  expect(unsigned.stderr).toBe('seal.json: the seal is not signed\n  a public key was named to hold it against\n');
  await assay(['seal', run, '--key', keysIn(emptyFolder()).key]);
  const other = await assay(['verify', run, '--public-key', publicKey]);
  expect(other.stderr).toBe('seal.json: the seal was signed with another key\n  its public key is not the one named\n');
  expect([unsigned.code, other.code]).toEqual([1, 1]);
});

test('a key of another kind is refused', async () => {
  const folder = emptyFolder();
  const key = join(folder, 'rsa.pem');
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  writeFileSync(key, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  expect(await assay(['seal', await aRun(), '--key', key])).toEqual({
    code: 2,
    stdout: '',
    stderr: `${key} is no Ed25519 key\n  it is of type rsa\n  fix: make one with "openssl genpkey -algorithm ed25519"\n`,
  });
});

test('the verdict is the same to the byte wherever it is made again: 50 of 50 places and languages', async () => {
  const run = shippedPath('fixtures/golden/runs/lost-completion');
  const zones = ['UTC', 'Pacific/Auckland', 'America/St_Johns', 'Asia/Kathmandu', 'Europe/London'];
  const locales = ['C', 'de_DE.UTF-8', 'tr_TR.UTF-8', 'ar_EG.UTF-8', 'th_TH.UTF-8'];
  const places = zones.flatMap((TZ) =>
    locales.flatMap((LC_ALL) => [
      { TZ, LC_ALL, LANG: LC_ALL, CI: '1' },
      { TZ, LC_ALL, LANG: 'C' },
    ]),
  );
  const verdicts: string[] = [];
  const queue = [...places];
  const work = async (): Promise<void> => {
    for (let env = queue.shift(); env; env = queue.shift())
      verdicts.push((await assay(['judge', run], { env })).stdout);
  };
  await Promise.all([work(), work(), work()]);
  const stored = readFileSync(join(run, 'verdict.json'), 'utf8');
  expect(verdicts.filter((each) => each === stored)).toHaveLength(50);
});
