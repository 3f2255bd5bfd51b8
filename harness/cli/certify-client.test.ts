import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shippedPath } from '../home.ts';
import { freePort } from '../io/free-port.ts';
import type { Verdict } from '../model.ts';
import { assay, emptyFolder } from '../testing/command.ts';
import { targetFileFor } from '../testing/target.ts';

const CLIENT = 'node docs/examples/client/client.mjs';
const verdictIn = (out: string): Verdict => JSON.parse(readFileSync(join(out, 'verdict.json'), 'utf8')) as Verdict;

test('a client that a command starts is judged, told as a client, sealed and judged again to the same', async () => {
  const out = join(emptyFolder(), 'run');
  const words = ['certify-client', '--command', CLIENT, '--only', 'client/plain#n*', '--name', 'my-client'];
  const { code, stdout } = await assay([...words, '--only', 'client/conflict#once', '--out', out]);

  expect(stdout).toContain('PASSED  4 of ');
  expect(stdout).toContain('client    my-client');
  expect(code).toBe(0);
  const verdict = verdictIn(out);
  expect(verdict).toMatchObject({ side: 'client', outcome: 'passed', target: 'my-client' });
  const outcomes = new Map(verdict.requirements.map(({ id, outcome }) => [id, outcome]));
  // What a client may use and did not says nothing of it; what no case asked for is not shown.
  expect([outcomes.get('SLT-22'), outcomes.get('CAN-10'), outcomes.get('ORD-10')]).toEqual([
    'not-applicable',
    'not-shown',
    'met',
  ]);
  expect(readFileSync(join(out, 'record.ndjson'), 'utf8')).not.toContain('made-up-secret');
  expect(readFileSync(join(out, 'junit.xml'), 'utf8')).toContain('name="assay.side" value="client"');
  expect(readFileSync(join(out, 'ctrf.json'), 'utf8')).toMatch(/"assay.side": ?"client"/);
  const seal = await assay(['seal', out]);
  expect(seal).toMatchObject({ code: 0, stdout: expect.stringContaining('of client my-client: ') });
  const db = ['--db', join(out, '../history.db')];
  await assay(['history', 'import', out, ...db]);
  expect((await assay(['history', ...db])).stdout).toMatch(/ {2}client my-client {2}Passed/);
  expect((await assay(['verify', out])).code).toBe(0);
  const refused = await assay(['certificate', out, '--issued-by', 'Our team']);
  expect(refused.stderr).toContain('cases are missing');
  expect(refused.code).toBe(4);
});

test('a client that takes its time to start is waited for, also where nothing need come of it', async () => {
  const out = join(emptyFolder(), 'run');
  const words = [
    'certify-client',
    '-q',
    '--command',
    `sleep 1; ${CLIENT}`,
    '--only',
    'client/token-endpoint-fails#once',
  ];
  expect((await assay([...words, '--out', out])).code).toBe(0);
  expect(verdictIn(out)).toMatchObject({ outcome: 'passed' });
});

test('the runner of Assay is a client that keeps its side', async () => {
  const folder = emptyFolder();
  const port = await freePort();
  const target = targetFileFor('http://127.0.0.1:1', (text) => text.replace(/listen: .*/, `listen: 127.0.0.1:${port}`));
  const runner = `node ${shippedPath('harness/cli/assay.js')} run -q --target ${target} --base-url $ASSAY_GATEWAY`;
  const words = [
    '--command',
    `${runner} --only orders/cease --out ${join(folder, 'ran')}`,
    '--only',
    'client/plain#cease',
  ];
  const webhook = `http://127.0.0.1:${port}/agreed/kcis`;
  const out = join(folder, 'run');
  const { code } = await assay([
    'certify-client',
    ...words,
    '-q',
    '--within',
    '60s',
    '--webhook',
    webhook,
    '--out',
    out,
  ]);

  const { outcome, counts, findings } = verdictIn(out);
  expect({ code, outcome, findings }).toEqual({ code: 0, outcome: 'passed', findings: [] });
  expect(counts.deliveries).toBeGreaterThan(1);
});

test('a client that takes its time to end, and what it started, is gone before the next is asked', async () => {
  const folder = emptyFolder();
  const slow = join(folder, 'slow.mjs');
  const bye = join(folder, 'bye');
  const end = `setTimeout(() => { writeFileSync(${JSON.stringify(bye)}, ''); process.exit(); }, 500)`;
  writeFileSync(
    slow,
    `import { writeFileSync } from 'node:fs'; process.on('SIGTERM', () => ${end}); setInterval(() => {}, 1000);`,
  );
  const words = ['--command', `node ${slow}; true`, '--only', 'client/plain#cease', '--within', '2s'];
  await assay(['certify-client', ...words, '-q', '--out', join(folder, 'run')]);
  expect(existsSync(bye)).toBe(true);
});

test.each([
  ['a command that is not there', ['--command', 'no-such-client'], 2, 'cannot start "no-such-client"'],
  ['a client that ends at once', ['--command', 'exit 3'], 3, 'it ended before it asked for anything: exit code 3'],
  ['a client that asks for nothing', ['--command', 'true'], 3, 'no request of the client came'],
  ['no way to drive it', [], 2, "say --command 'npm run journey' or --attach"],
] as const)('%s is named, and is neither red nor a pass', async (_, words, status, told) => {
  const out = join(emptyFolder(), 'run');
  const { code, stdout, stderr } = await assay([
    'certify-client',
    ...words,
    '--only',
    'client/plain#new',
    '--out',
    out,
  ]);

  expect(stdout + stderr).toContain(told);
  expect(code).toBe(status);
});

test('a client that runs already asks what is next, and says how it ended; a page shows it', async () => {
  const out = join(emptyFolder(), 'run');
  const words = ['certify-client', '--attach', '--port', '38765', '--only', 'client/token-refused#access-denied'];
  const run = assay([...words, '--webhook', 'http://127.0.0.1:9/kcis', '--out', out]);
  const task = 'http://127.0.0.1:38765/_assay/task';
  let asked: { readonly steps?: readonly unknown[] } = {};
  while (asked.steps === undefined) {
    asked = await fetch(task).then(
      (answer) => answer.json() as Promise<typeof asked>,
      () => ({}),
    );
  }
  await fetch('http://127.0.0.1:38765/IdentityModule/v1.0/oauth/token', {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('northwind-client:northwind-made-up-secret')}` },
  });
  const page = await fetch('http://127.0.0.1:38765/_assay/');
  const text = await page.text();
  const shown = await fetch(task).then((answer) => answer.json());
  await fetch(task, { method: 'POST', body: JSON.stringify({ done: false }) });

  const { code, stderr } = await run;
  expect(code).toBe(0);
  expect(stderr).toMatch(
    /http:\/\/127.0.0.1:38765\/_assay\/ is a page[\s\S]*do order {2}orderType: CEASE[\s\S]*seen: token 403/,
  );
  expect(asked.steps).toHaveLength(2);
  const next = ['order  orderType: CEASE', 'events  until: COMPLETED'].map((each) => expect.stringContaining(each));
  expect(shown).toMatchObject({ nth: 1, of: 1, past: [], seen: ['token 403'], next });
  // What the script of the page looks for stands in it, and its policy lets it run.
  for (const id of ['state', 'title', 'next', 'seen', 'past', 'done', 'undone']) expect(text).toContain(`id="${id}"`);
  expect(text).toMatch(/http-equiv="Content-Security-Policy" content="default-src 'none'; [^"]*script-src 'sha256-/);
  expect(page.headers.get('content-security-policy')).toBe("frame-ancestors 'none'");
});

test('a faulty client fails, for the row that it breaks', async () => {
  const out = join(emptyFolder(), 'run');
  const faulty = join(emptyFolder(), 'client.mjs');
  const text = readFileSync(shippedPath('docs/examples/client/client.mjs'), 'utf8');
  const here = (name: string): string => JSON.stringify(import.meta.resolve(name));
  writeFileSync(
    faulty,
    text
      .replace("'undici'", here('undici'))
      .replace("'standardwebhooks'", here('standardwebhooks'))
      .replace('tenant: name,', ''),
  );
  const words = ['certify-client', '--command', `node ${faulty}`, '--only', 'client/plain#cease'];
  const { code, stdout } = await assay([...words, '--out', out]);

  expect(code).toBe(1);
  expect(
    verdictIn(out)
      .requirements.filter(({ outcome }) => outcome === 'breached')
      .map(({ id }) => id),
  ).toContain('HDR-05');

  // What a report gives for a replay is a command.
  const [, replay = ''] = / {2}replay +npx assay (.+)/.exec(stdout) ?? [];
  const again = (replay.match(/'[^']*'|\S+/g) ?? []).map((word) => word.replaceAll("'", ''));
  expect((await assay([...again, '-q', '--out', `${out}-again`])).code).toBe(1);

  const waivers = join(emptyFolder(), 'waivers.yaml');
  const why = { reason: 'The next release mends it.', owner: 'client team', expires: '2999-12-31' };
  const failed = verdictIn(out).cases.flatMap(({ findings }) => findings);
  const waived = failed.flatMap(({ check, requirements }) =>
    requirements.map((requirement) => ({ check, requirement, ...why })),
  );
  expect(waived.length).toBeGreaterThan(0);
  writeFileSync(waivers, JSON.stringify({ waivers: waived }));
  const known = await assay([...words, '--waivers', waivers, '-q', '--out', `${out}-known`]);
  expect(known).toMatchObject({ code: 0, stderr: '' });
});

test('a scenario of a client that is wrong is told with its place, and nothing is started', async () => {
  const folder = join(emptyFolder(), 'client');
  mkdirSync(folder);
  const text = readFileSync(shippedPath('scenarios/client/conflict.yaml'), 'utf8');
  writeFileSync(
    join(folder, 'bad.yaml'),
    text.replace('APT-05', 'APT-99').replace('verb: book, nth: 1', 'verb: bok, nth: 1'),
  );
  const { code, stdout } = await assay(['check', folder]);

  expect(stdout).toContain('bad.yaml:3:9  unknown row "APT-99"');
  expect(stdout).toContain('"bok" is not token, availability');
  expect(code).toBe(2);
});
