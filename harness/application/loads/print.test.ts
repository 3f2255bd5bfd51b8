import { execFile, spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { parse } from 'yaml';
import { displayPath, shippedPath } from '../../home.ts';
import { freePort } from '../../io/free-port.ts';
import { findK6 } from '../../load/k6/binary.ts';
import { segmentArgs } from '../../load/k6/run.ts';
import type { LoadVerdict } from '../../model.ts';
import { assay, emptyFolder, startAssay } from '../../testing/command.ts';
import { servedFake } from '../../testing/target.ts';

const execute = promisify(execFile);
const found = await findK6(process.env);
const k6 = 'path' in found ? found.path : '';
const without = 'message' in found ? ` (skipped: ${found.message})` : '';

const TRAFFIC = `traffic: A little of everything
mix:
  availability/new-line#standard: 50
  orders/provide-new: 50
arrivals:
  - { for: 2s, rate: 5/s }
drain: 15s
thresholds:
  orders: '>= 3'
  kci.missing: 0
`;

/** Of the fake's made-up tenants. */
const SECRETS = JSON.stringify({
  'northwind-broadband': 'northwind-made-up-secret',
  'harbour-telecom': 'harbour-made-up-secret',
  'meadow-fibre': 'meadow:made%20up+sécret "&= ☂',
});

const PARTS = [
  'README.md',
  'answer-body.ts',
  'assay.ts',
  'date-forms.ts',
  'iso8601.ts',
  'journey.ts',
  'journeys.tsv',
  'once.ts',
  'pointer.ts',
  'script.js',
  'shape.ts',
  'shapes.ts',
  'until.ts',
  'values.ts',
];

test('script and data are written for people who run k6 themselves', async () => {
  const folder = emptyFolder();

  const { code, stdout } = await assay(['load', 'smoke', '--target', 'fake-http', '--print-script', folder]);

  expect(code).toBe(0);
  expect(stdout).toBe(`${displayPath(folder)}/README.md says how to run it\n`);
  expect(readdirSync(folder).sort()).toEqual(PARTS);
});

test('what is written for Kubernetes names the command that judges it, and no client secret', {
  timeout: 30_000,
}, async () => {
  const folder = join(emptyFolder(), 'for k8s');

  const words = ['--kubernetes', folder, '--parallelism', '3', '--control-url', 'http://assay.example:9100', '--quiet'];
  const { code } = await assay(['load', 'smoke', '--target', 'fake-http', '--nonce', 'shared', ...words]);

  expect(code).toBe(0);
  expect(readdirSync(folder).sort()).toEqual([...PARTS, 'assay.json', 'testrun.yaml', 'volume.yaml'].sort());
  const page = readFileSync(join(folder, 'README.md'), 'utf8');
  expect(page).toContain(`assay load smoke --target fake-http --attend '${folder}'`);
  const manifest = readFileSync(join(folder, 'testrun.yaml'), 'utf8');
  expect(manifest).toContain('parallelism: 3');
  expect(manifest).toMatch(/value: http:\/\/assay\.example:9100\/[0-9a-f]{32}\n/);
  const data = PARTS.map((name) => readFileSync(join(folder, name), 'utf8')).join();
  for (const secret of Object.values(JSON.parse(SECRETS))) expect(data).not.toContain(secret);
});

const REFUSED = [
  {
    what: 'a script for the embedded fake',
    words: ['--print-script', 'nowhere'],
    said: `k6 needs a gateway with an address
  target "fake" is embedded: it lives in this process
  fix: start "assay fake --port 8080" and use --target fake-http
`,
  },
  {
    what: 'a control address without a scheme',
    words: ['--target', 'fake-http', '--kubernetes', 'nowhere', '--control-url', 'assay:9100'],
    said: `the control address "assay:9100" is no address
  fix: write it like http://assay.example:9100
`,
  },
  {
    what: 'to attend where nothing was written',
    words: ['--target', 'fake-http', '--attend', '/nowhere/at/all'],
    said: `there is no load for Kubernetes in /nowhere/at/all
  assay.json cannot be read
  fix: write one with "assay load <profile> --kubernetes <folder>"
`,
  },
];

test.each(REFUSED)('$what is refused', async ({ words, said }) => {
  const { code, stderr } = await assay(['load', 'smoke', ...words], { cwd: emptyFolder() });

  expect(code).toBe(2);
  expect(stderr).toBe(said);
});

test.skipIf(k6 === '')(
  `instances of k6, started as the k6-operator starts them, are judged by Assay, which attends${without}`,
  {
    timeout: 120_000,
  },
  async () => {
    const folder = emptyFolder();
    const url = await servedFake({ kciDelay: 20 });
    const target = join(folder, 'target.yaml');
    const shipped = readFileSync(shippedPath('fixtures/targets/fake-http.yaml'), 'utf8');
    writeFileSync(target, shipped.replace('http://127.0.0.1:8080', url));
    const traffic = join(folder, 'traffic.yaml');
    writeFileSync(traffic, TRAFFIC);
    const aim = ['load', traffic, '--target', target];
    const written = join(folder, 'k8s');
    const of = 2;

    await assay([...aim, '--kubernetes', written, '--parallelism', String(of)]);
    const out = join(folder, 'load');
    const attending = startAssay([...aim, '--attend', written, '--control', '127.0.0.1:0', '--out', out]);
    const [at = ''] = await attending.printed(/instances of k6 at (\S+)/);
    const [, path = ''] = /http:\/\/assay:9100(\/\w+)/.exec(readFileSync(join(written, 'testrun.yaml'), 'utf8')) ?? [];
    const env = { PATH: process.env.PATH, ASSAY_CONTROL_URL: `${at}${path}`, ASSAY_CLIENT_SECRETS: SECRETS };
    const flags = words(written);
    await initialize(flags, written, env);
    const addresses = [await startPaused(1, of, flags, written, env), await startPaused(2, of, flags, written, env)];
    for (const address of addresses) await unpause(address);
    const { code } = await attending.ended;

    const verdict = JSON.parse(readFileSync(join(out, 'load.json'), 'utf8')) as LoadVerdict;
    expect([code, verdict.outcome]).toEqual([0, 'held']);
    expect(verdict.cases).toEqual({ passed: 10, failed: 0, inconclusive: 0, 'not-applicable': 0 });
    expect(verdict.orders.judged).toBe(verdict.orders.accepted);
  },
);

/** What the manifest has the operator tell k6. */
function words(folder: string): readonly string[] {
  const { spec } = parse(readFileSync(join(folder, 'testrun.yaml'), 'utf8')) as { spec: { arguments: string } };
  return spec.arguments.split(' ');
}

type Surroundings = Readonly<Record<string, string | undefined>>;

/** The operator's first job: it archives the script to see what it asks for, without what only a run can be told. */
async function initialize(flags: readonly string[], cwd: string, env: Surroundings): Promise<void> {
  const archive = join(emptyFolder(), 'script.js.archived.tar');
  const archived = flags.filter((flag) => flag !== '--no-usage-report');
  await execute(k6, ['archive', join(cwd, 'script.js'), '-O', archive, ...archived], { env });
  const { stdout } = await execute(k6, ['inspect', '--execution-requirements', archive], { env });
  expect(JSON.parse(stdout)).toMatchObject({ scenarios: { load: { executor: 'ramping-arrival-rate' } } });
}

/** A runner, which waits for the operator's starter; resolves to the address at which it listens for that. */
async function startPaused(
  nth: number,
  of: number,
  flags: readonly string[],
  cwd: string,
  env: Surroundings,
): Promise<string> {
  const address = `127.0.0.1:${await freePort()}`;
  const own = ['--address', address, '--paused', '--tag', `instance_id=${nth}`, '--tag', 'testrun_name=little'];
  const all = ['run', '--quiet', ...segmentArgs(nth, of), ...flags, join(cwd, 'script.js'), ...own];
  const child = spawn(k6, all, { cwd: emptyFolder(), env, stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return address;
}

/** The operator's starter, as soon as the runner answers. */
async function unpause(address: string): Promise<void> {
  const data = { type: 'status', id: 'default', attributes: { paused: false, stopped: false } };
  const request = { method: 'PATCH', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ data }) };
  const answered = await vi.waitFor(() => fetch(`http://${address}/v1/status`, request), { timeout: 20_000 });
  expect(answered.status).toBe(200);
}
