import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Aftermath, commands, echoing, leaksIn, SECRETS, withSecrets } from '../testing/aftermath.ts';
import { ENCODINGS, filesBelow, sightingsIn } from '../testing/canaries.ts';
import { assay, emptyFolder } from '../testing/command.ts';
import { fakeSend } from '../testing/doctor.ts';
import type { EchoingGateway } from '../testing/echoing-gateway.ts';
import { answering, serving, targetFileFor } from '../testing/target.ts';

const TRAFFIC = `traffic: Little
mix: { orders/minimal-order: 50, appointments/book-two: 50 }
arrivals: [{ for: 2s, rate: 10/s }]
drain: 1s
thresholds: { failed: 0 }
`;

/** How often each scenario is run: `CANARIES=55` has the gateway issue more than a thousand secrets. */
const TIMES = Number(process.env.CANARIES ?? 8);

/** What may be otherwise in a run against the gateway that repeats everything. */
interface Repeated {
  readonly times: number;
  readonly isRedacted?: boolean;
  readonly tokens?: string;
}

/** A run against the gateway that repeats everything; then may come what `then` does with its folder. */
async function aftermathOfRun(
  { times, isRedacted = true, tokens }: Repeated,
  then: (made: Made) => Promise<void> = () => Promise.resolve(),
): Promise<Aftermath> {
  const gateway = await echoing(tokens);
  const folder = emptyFolder();
  const out = join(folder, 'run');
  const target = targetFileFor(gateway.url, withSecrets);
  const { printed, command } = commands({ isRedacted });
  const repeated = ['--repeat-each', String(times), '--reporter', 'console,html,junit,ctrf,github'];
  await command('run', ...SCENARIOS, '--target', target, '--out', out, ...repeated);
  await then({ folder, out, target, gateway, command });
  return { told: [...printed, ...filesBelow(folder)], issued: gateway.issued.length };
}

interface Made {
  readonly folder: string;
  readonly out: string;
  readonly target: string;
  readonly gateway: EchoingGateway;
  readonly command: ReturnType<typeof commands>['command'];
}

/** The same, and every command that makes something of a run. */
function aftermathOf(repeated: Repeated): Promise<Aftermath> {
  return aftermathOfRun(repeated, async ({ folder, out, target, gateway, command }) => {
    const { tokens } = repeated;
    await command('seal', out);
    await command('certificate', out, '--any-outcome');
    await command('history', 'import', out, '--db', join(folder, 'history.db'));
    await command('judge', out);
    await command('report', out, '--out', join(folder, 'again'));
    await command('verify', out);
    await command('diff', out, out);
    gateway.forget();
    await command('cleanup', out, '--target', target, '--cease');
    await command('run', '--resume', out);
    await command('doctor', '--target', targetFileFor((await echoing(tokens)).url, withSecrets), '--register');
    const traffic = join(folder, 'small.yaml');
    writeFileSync(traffic, TRAFFIC);
    // Secrets of one process are not known to the next.
    const afresh = targetFileFor((await echoing(tokens)).url, withSecrets);
    await command('load', traffic, '--engine', 'native', '--target', afresh, '--out', join(folder, 'load'));
  });
}

const SCENARIOS = ['orders/minimal-order', 'appointments/book-two', 'availability/new-line', 'token/refusals'].map(
  (each) => `scenarios/${each}.yaml`,
);

test('no secret is in anything that Assay writes or prints, however a gateway repeats it', async () => {
  const aftermath = await aftermathOf({ times: TIMES });

  const names = aftermath.told.map(({ name }) => name);
  for (const file of [
    'record.ndjson',
    'plan.json',
    'inputs.json',
    'verdict.json',
    'index.html',
    'junit.xml',
    'ctrf.json',
  ])
    expect(names).toContain(`run/${file}`);
  for (const file of ['run/seal.json', 'history.db', 'load/load.json', 'load/failed.ndjson'])
    expect(names).toContain(file);
  expect(aftermath.issued).toBeGreaterThan(15 * TIMES);
  expect(leaksIn(aftermath).slice(0, 5)).toEqual([]);
});

test('nor is one of a gateway whose tokens nobody could read', async () => {
  const aftermath = await aftermathOf({ times: 1, tokens: 'malformed' });

  expect(leaksIn(aftermath).slice(0, 5)).toEqual([]);
});

test('the secret that a run makes for its webhook is known to the target, and to no file and no terminal', async () => {
  let told = '';
  const fake = fakeSend();
  const url = await serving((request) => {
    if (request.url.endsWith('/_fake/webhook')) told += Buffer.from(request.body ?? []).toString();
    return fake(request);
  });
  const out = join(emptyFolder(), 'run');
  const run = ['run', 'scenarios/orders/minimal-order.yaml', '--out', out];
  const target = targetFileFor(url, (text) => text.replace('kci: 30s', 'kci: 1s'));
  const { stdout, stderr } = await assay([...run, '--target', target]);

  const [, secret = ''] = /^http:[/][/][^/]+[/]([0-9a-f]{32})[/]/.exec((JSON.parse(told) as { url: string }).url) ?? [];
  expect(secret).toHaveLength(32);
  const written = [...filesBelow(out), { name: 'stdout', text: stdout }, { name: 'stderr', text: stderr }];
  expect(written.map(({ name }) => name)).toContain('index.html');
  expect(written.filter(({ text }) => text.includes(secret)).map(({ name }) => name)).toEqual([]);
});

test('a refusal that quotes a target quotes no secret', async () => {
  const { FIRST_SECRET: clientSecret } = SECRETS;
  const page = `no such client: ${clientSecret} ${Buffer.from(`northwind-client:${clientSecret}`).toString('base64')}`;
  const target = targetFileFor(await answering(401, [], page), withSecrets);
  const { code, stdout, stderr } = await assay(['run', '--target', target, '--out', join(emptyFolder(), 'run')], {
    env: SECRETS,
  });

  expect([code, stdout]).toEqual([3, '']);
  expect(stderr).toContain('this came: no such client: [secret:client-secret-1]');
  expect(sightingsIn(stderr)).toEqual([]);
});

test('where nothing takes secrets out, all of them are found, in every encoding', async () => {
  const aftermath = await aftermathOfRun({ times: TIMES, isRedacted: false });

  const leaks = leaksIn(aftermath);
  const seen = Object.fromEntries(
    ENCODINGS.map((each) => [
      each,
      new Set(leaks.flatMap(({ encoding, canary }) => (encoding === each ? [canary] : []))).size,
    ]),
  );
  for (const encoding of ENCODINGS) expect(seen[encoding]).toBeGreaterThan(15 * TIMES);
});
