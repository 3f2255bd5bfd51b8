import { generateKeyPairSync } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Certificate } from '../../../reports/certificate/certificate.ts';
import { reporters } from '../../../reports/index.ts';
import { SEAL_FILE } from '../../evidence/seal.ts';
import { shippedPath } from '../../home.ts';
import { certificationScopeOf } from '../../journey/whole.ts';
import type { Plan } from '../../model.ts';
import { assay, emptyFolder } from '../../testing/command.ts';
import { casesOfWhole, WHOLE } from '../../testing/whole.ts';
import { execute } from '../certify/execute.ts';
import { loadInputs } from '../inputs.ts';
import { readOutlets } from '../report/outlets.ts';
import { Refusal } from '../say.ts';
import { type CertificateFlags, issueCertificate } from './issue-certificate.ts';
import { rejudge } from './rejudge.ts';
import { sealRun } from './seal-run.ts';
import { verifyFolder } from './verify-folder.ts';

async function certified(...flags: readonly string[]): Promise<string> {
  const run = join(emptyFolder(), 'run');
  expect(
    (await assay(['certify', '--quiet', '--out', run, '--reporter', 'json', '--reporter', 'junit', ...flags])).code,
  ).toBe(0);
  return run;
}

/** What the JSON Schema of a file does not allow in it. */
function breaches(run: string, kind: string): unknown[] {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  const read = (path: string): object => JSON.parse(readFileSync(path, 'utf8')) as object;
  const validate = ajv.compile(read(shippedPath(`fixtures/contract/${kind}.schema.json`)));
  validate(read(join(run, `${kind}.json`)));
  return validate.errors ?? [];
}

const NOW = new Date();
const place = mkdtempSync(join(tmpdir(), 'assay-failing-'));
const made = { folder: join(place, 'run'), key: join(place, 'key.pem'), publicKey: join(place, 'key.pub.pem') };
beforeAll(async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  writeFileSync(made.key, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(made.publicKey, publicKey.export({ type: 'spki', format: 'pem' }));
  const run = {
    seed: 1,
    only: [],
    out: made.folder,
    allowInconclusive: false,
    quiet: true,
    command: 'npx assay certify',
    faults: ['service-gateway-elsewhere'],
    outlets: readOutlets(['json'], {}),
  };
  expect(await execute(loadInputs({ target: 'fake' }, []), run)).toBe(1);
  sealRun(made.folder, { key: made.key, now: NOW });
});
afterAll(() => rmSync(place, { recursive: true }));

/**
 * A whole certification that failed, for the gateway is not where it should be: all cases have little to tell. It is
 * sealed, and signed.
 */
function failing(): string {
  const folder = emptyFolder();
  cpSync(made.folder, folder, { recursive: true });
  return folder;
}

/** A whole certification of a client that does nothing: there is little to judge again. It is sealed, and signed. */
async function ofAClient(): Promise<string> {
  const run = join(emptyFolder(), 'run');
  const { code } = await assay(['certify-client', '-q', '--command', 'false', '--out', run, '--reporter', 'json']);
  expect(code).toBe(3);
  sealRun(run, { key: made.key, now: NOW });
  return run;
}

/** A run of some cases that passed. */
async function part(): Promise<string> {
  const run = join(emptyFolder(), 'run');
  await assay(['run', 'scenarios/token', '--quiet', '--out', run, '--reporter', 'json']);
  return run;
}

test('a certified run that is sealed gets its certificate, which names the seal', async () => {
  const run = await certified('--build', '2.4.1');
  await assay(['seal', run]);
  const { code, stdout, stderr } = await assay(['certificate', run, '--issued-by', 'The Lab', '--valid-for', '90d']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toBe(`${run}/certificate.json\n${run}/certificate.html\n`);
  const issued = JSON.parse(readFileSync(join(run, 'certificate.json'), 'utf8')) as Certificate;
  const seal = JSON.parse(readFileSync(join(run, 'seal.json'), 'utf8')) as { digest: string; sealedAt: string };
  expect(issued.seal.digest).toBe(seal.digest);
  expect(issued).toMatchObject({ outcome: 'certified', counts: { breached: 0, 'not-shown': 0 } });
  expect(issued.scope).toEqual({ cases: casesOfWhole(), of: casesOfWhole() });
  const until = new Date(Date.parse(seal.sealedAt) + 90 * 86_400_000).toISOString().slice(0, 10);
  expect(issued.issued).toEqual({ by: 'The Lab', until });
  expect(issued.gateway?.build).toBe('2.4.1');
  for (const kind of ['seal', 'certificate']) expect(breaches(run, kind)).toEqual([]);
  const held = await assay(['verify', run]);
  expect([held.code, held.stdout]).toEqual([
    0,
    expect.stringContaining(`\n  holds      until ${until}; issued by The Lab, not signed`),
  ]);

  writeFileSync(join(run, 'junit.xml'), '');
  const tampered = await assay(['certificate', run]);
  expect(tampered.stderr).toContain('junit.xml');
  expect(tampered.code).toBe(1);
});

test('a run of some scenarios gets none, whatever it may say, and is told what is missing', async () => {
  const run = await part();
  await assay(['seal', run]);
  const { code, stderr } = await assay(['certificate', run, '--any-outcome']);
  expect(code).toBe(4);
  expect(stderr).toContain(`is no whole certification
  ${(casesOfWhole() - 103).toLocaleString('en-GB')} of ${WHOLE} are missing: amendments/after-completion, amendments/after-the-end#new-rejected, amendments/after-the-end#new-rejected-tenant-2 and ${casesOfWhole() - 106} more
  fix: certify the gateway with all scenarios: "assay certify"
`);
  expect(existsSync(join(run, 'certificate.json'))).toBe(false);
});

test('a run whose files agree with each other, and not with what its inputs lead to, gets none', () => {
  const run = failing();
  const path = join(run, 'plan.json');
  const plan = JSON.parse(readFileSync(path, 'utf8')) as Plan;
  const journeys = plan.journeys.filter(({ id }) => !id.startsWith('token/'));
  writeFileSync(path, `${JSON.stringify({ ...plan, journeys, whole: certificationScopeOf(journeys) })}\n`);
  judgeAndSeal(run);
  const why = new RegExp(`^[\\d,]+ of ${WHOLE} are missing: token/`);
  expect(refusalOf(run)).toEqual([expect.stringMatching(why)]);
  expect(verifyFolder(run, {}).problems.map((each) => each.why)).toEqual([expect.stringMatching(why)]);
});

/** Makes a folder agree with itself. */
function judgeAndSeal(run: string): void {
  unseal(run);
  writeFileSync(join(run, 'verdict.json'), reporters.json.render(rejudge(run).input));
  sealRun(run, { now: NOW });
}

function unseal(run: string): void {
  rmSync(join(run, SEAL_FILE));
}

/** Why no certificate is issued; none where one is. */
function refusalOf(run: string, flags: CertificateFlags = {}): (string | undefined)[] {
  try {
    issueCertificate(run, { anyOutcome: true, ...flags }, NOW);
    return [];
  } catch (error) {
    if (error instanceof Refusal) return error.problems.map(({ why, message }) => why ?? message);
    throw error;
  }
}

test('a certificate that has expired is told, and neither issuer nor last day of one that is signed can be changed; it can be issued again', async () => {
  const run = await ofAClient();
  const today = NOW.toISOString().slice(0, 10);
  const said = { anyOutcome: true, issuedBy: 'The Lab', validUntil: '2020-01-31', key: made.key };
  expect(refusalOf(run, said)).toEqual([`today is ${today}`]);

  // As it was issued then.
  issueCertificate(run, said, new Date('2020-01-01'));
  expect(breaches(run, 'certificate')).toEqual([]);
  const held = await assay(['verify', run, '--public-key', made.publicKey]);
  expect([held.code, held.stdout, held.stderr]).toEqual([
    4,
    expect.stringContaining('\n  EXPIRED    the certificate held until 2020-01-31; issued by The Lab, signed\n'),
    '',
  ]);

  const [path, page] = [join(run, 'certificate.json'), join(run, 'certificate.html')];
  const issued = [path, page].map((file) => readFileSync(file, 'utf8'));
  const [text = ''] = issued;
  writeFileSync(path, text.replace('"inconclusive"', '"certified"').replace('The Lab', 'Our Lab'));
  writeFileSync(page, '<h1>Certified</h1>');
  const { code, stdout, stderr } = await assay(['verify', run]);
  const told = [...stderr.matchAll(/^(.*): the certificate is not the one of this run$/gm)];
  expect(told.map(([, file]) => file)).toEqual([path, page]);
  expect(stderr).toContain(BROKEN);
  expect([code, stdout]).toEqual([1, `CHANGED  ${run} is not as it was sealed\n`]);

  writeFileSync(path, text.replace('2020-01-31', '2999-01-31'));
  expect(verifyFolder(run, {}).problems.map(({ message }) => message)).toContainEqual(expect.stringContaining(BROKEN));

  issueCertificate(run, said, new Date('2020-01-01'));
  expect([path, page].map((file) => readFileSync(file, 'utf8'))).toEqual(issued);
});

const BROKEN = 'the signature does not belong to the certificate';

test('a run that failed gets a certificate only where it may say so, and only once it is sealed', async () => {
  const run = failing();
  const refused = await assay(['certificate', run]);
  expect(refused.code).toBe(4);
  expect(refused.stderr).toContain('it is not certified: ');
  const out = emptyFolder();
  const seal = readFileSync(join(run, SEAL_FILE));
  unseal(run);
  const early = await assay(['certificate', run, '--any-outcome', '--out', out]);
  expect(early.code).toBe(2);
  expect(early.stderr).toContain('is not sealed\n');
  expect(readdirSync(out)).toEqual([]);
  writeFileSync(join(run, SEAL_FILE), seal);
  expect((await assay(['certificate', run, '--any-outcome', '--out', out])).code).toBe(0);
  expect(readFileSync(join(out, 'certificate.html'), 'utf8')).toMatch(
    new RegExp(`<h1>Not certified <small>[\\d,]+ of ${WHOLE} failed</small></h1>`),
  );
});

test('a run that was broken off gets none', async () => {
  const run = await part();
  const record = join(run, 'record.ndjson');
  writeFileSync(record, readFileSync(record, 'utf8').replace(/\n.*"run-ended".*\n$/, '\n'));
  await assay(['report', run, '--quiet', '--reporter', 'json']);
  expect((await assay(['seal', run])).code).toBe(0);
  const { code, stderr } = await assay(['certificate', run, '--any-outcome']);
  expect(stderr).toBe(
    'no certificate can be issued on this run\n  it ended before it was done\n  fix: make the run again, or go on with it, to its end\n',
  );
  expect(code).toBe(4);
});

test('a run whose record was changed is told as that, whatever the record leads to now', async () => {
  const run = failing();
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
    expect(stderr).toMatch(/^record\.ndjson: the file was changed\n/);
    expect(code).toBe(1);
  }
});
