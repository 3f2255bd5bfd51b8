import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { KciEvent } from '../model.ts';
import { assay, emptyFolder, startAssay } from '../testing/command.ts';
import { RUN_FOLDER, verdictIn } from '../testing/run-folder.ts';
import { fakeInItsProcess, targetFileFor } from '../testing/target.ts';

const CASES = [
  'token/access-token',
  'token/nearly-right-secret#one-changed',
  'availability/new-line',
  'appointments/slot-contested',
  'orders/provide-new',
  'orders/cease',
  'cancellations/modify',
  'kci/each-refused-event-comes-again#new',
];

test('a fake in a process of its own is certified over HTTP, its KCI events included', async () => {
  const out = join(emptyFolder(), 'run');
  const url = await fakeInItsProcess();
  const target = targetFileFor(url, (text) => text.replace('kci-delay: 0s', 'kci-delay: 20ms'));
  const { code, stdout, stderr } = await assay([
    'certify',
    '--target',
    target,
    ...CASES.flatMap((each) => ['--only', each]),
    '--out',
    out,
  ]);
  expect(stderr).toMatch(
    /^KCI events are expected at http:\/\/127\.0\.0\.1:\d+\/<path-secret>\/kcis \(the target was told\)\n/,
  );
  expect(stderr).toContain('100 %');
  expect(stdout).toContain(`  gateway   fake-http at ${url}, build not stated, KCI profile supplier`);
  expect(code).toBe(0);
  const verdict = verdictIn(out);
  expect(verdict.counts.cases).toMatchObject({ failed: 0, inconclusive: 0 });
  expect(verdict.counts.cases.passed).toBeGreaterThan(CASES.length);
  expect(verdict.counts.deliveries).toBeGreaterThan(0);
});

test('neither a secret of the run nor one of the target is in what it leaves behind', async () => {
  const out = join(emptyFolder(), 'run');
  const fake = startAssay(['fake', '--port', '0']);
  const [url = '', secret = ''] = await fake.printed(/answers at (\S+)\n.* secret (\S+)\n/);
  // Only where a person has to tell the target is the path printed.
  const target = targetFileFor(url, (text) =>
    text.replace(/registration:\n(?: {4}.*\n)+/, 'registration: out-of-band\n').replace('kci: 30s', 'kci: 1s'),
  );
  const { stderr } = await assay([
    'run',
    'scenarios/orders/provide-new-without-appointment.yaml',
    '--target',
    target,
    '--out',
    out,
  ]);
  const [, path = ''] = /127\.0\.0\.1:\d+\/([0-9a-f]{32})\//.exec(stderr) ?? [];
  expect(path).toHaveLength(32);
  for (const name of RUN_FOLDER) {
    const text = readFileSync(join(out, name), 'utf8');
    expect([name, text.includes(path), text.includes(secret)]).toEqual([name, false, false]);
  }
});

test('the fake delivers the events of an order to a listener in another process', async () => {
  const listening = startAssay(['listen']);
  const [webhook = ''] = await listening.printed(/deliver to (\S+)\n/);
  const url = await fakeInItsProcess(['--webhook', webhook]);
  // Told beforehand, the fake goes on delivering to the listener, and the run hears nothing.
  const target = targetFileFor(url, (text) =>
    text
      .replace(/ {2}registration:\n(?: {4}.*\n)+/, '')
      .replace('kci: 30s', 'kci: 500ms')
      .replace('settle: 1s', 'settle: 0s'),
  );
  await assay([
    'run',
    'scenarios/orders/provide-new-without-appointment.yaml',
    '--target',
    target,
    '--out',
    emptyFolder(),
  ]);
  await listening.printed(/"name":"COMPLETED"/);
  const lines = (await listening.stop('SIGINT')).stdout.trimEnd().split('\n');
  const events = lines.map((line) => (JSON.parse(line) as { readonly event: KciEvent }).event);
  // Which course it takes between depends on the id, which is new in every run.
  expect([events[0]?.name, events.at(-1)?.name]).toEqual(['ACKNOWLEDGED', 'COMPLETED']);
  expect(new Set(events.map(({ orderId }) => orderId)).size).toBe(1);
});
