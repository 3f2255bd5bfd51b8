import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { httpSend } from '../../io/http.ts';
import type { Observation, Send, Verdict } from '../../model.ts';
import { assay, emptyFolder, startAssay } from '../../testing/command.ts';
import { verdictIn } from '../../testing/run-folder.ts';
import { holds, servedFake, serving, targetFileFor } from '../../testing/target.ts';

const PROVIDE = 'scenarios/orders/provide-new-without-appointment.yaml';

/** A run that was interrupted while it waited for the events of an accepted order, which come minutes apart. */
async function interrupted(
  of: Promise<string> = servedFake(),
): Promise<{ readonly out: string; readonly url: string; readonly stderr: string }> {
  const out = join(emptyFolder(), 'run');
  const url = await of;
  const target = targetFileFor(url, (text) => text.replace('kci-delay: 0s', 'kci-delay: 5m'));
  const run = startAssay(['run', PROVIDE, '--target', target, '--out', out, '--reporter', 'json']);
  await holds(join(out, 'record.ndjson'), '"status":202');
  const { stderr } = await run.stop('SIGINT');
  return { out, url, stderr };
}

function openIn(out: string): NonNullable<Verdict['openOrders']> {
  return verdictIn(out).openOrders ?? [];
}

test('a run that was interrupted lists the orders that it left open, and cleanup cancels them, once', async () => {
  const { out, url, stderr } = await interrupted();
  const [order] = openIn(out);
  const { id = '', tenant = '' } = order ?? {};
  expect(order).toMatchObject({ orderType: 'NEW', isAccepted: true });
  expect(stderr).toContain(`1 order is left open at the target:
  ${id}  NEW  ${tenant}  accepted  orders/provide-new-without-appointment
"npx assay cleanup ${out}" asks for their cancellation
`);

  const wouldBe = await assay(['cleanup', out, '--dry-run']);
  const cleaned = await assay(['cleanup', out]);
  const again = await assay(['cleanup', out]);

  expect(wouldBe).toEqual({
    code: 0,
    stdout: `would be asked of ${url}:\n  cancel order ${id} (NEW, tenant ${tenant})\n`,
    stderr: '',
  });
  expect(cleaned).toEqual({
    code: 0,
    stdout: `cancel order ${id} (NEW, tenant ${tenant}): accepted, 202\n1 of 1 request accepted\n`,
    stderr: '',
  });
  expect(again).toEqual({ code: 0, stdout: `${out} left nothing open at ${url}\n`, stderr: '' });
  const kept = readFileSync(join(out, 'cleanup.ndjson'), 'utf8').trimEnd().split('\n');
  const sent = kept
    .map((line) => JSON.parse(line) as Observation)
    .flatMap((each) => (each.type === 'request-sent' ? [each.verb] : []));
  expect(sent).toEqual(['token', 'cancel']);
  expect(kept.join('\n')).not.toMatch(/Basic [A-Za-z0-9]|Bearer [A-Za-z0-9]/);
});

test.for([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s ends a cleanup with %i, and what was not asked is asked the next time', async ([signal, status]) => {
  const fake = await servedFake();
  const client = httpSend({ responseMs: 5_000, allowHosts: ['127.0.0.1'] });
  let isHeld = false;
  const behind: Send = async (request, cancelled) => {
    const { pathname, search } = new URL(request.url, fake);
    if (isHeld) await new Promise((resolve) => setTimeout(resolve, 300));
    return client.send({ ...request, url: `${fake}${pathname}${search}` }, cancelled);
  };
  const { out } = await interrupted(serving(behind));
  isHeld = true;
  const cleaning = startAssay(['cleanup', out]);
  await holds(join(out, 'cleanup.ndjson'), '"verb":"token"');

  const { code, stdout } = await cleaning.stop(signal);
  isHeld = false;
  const next = await assay(['cleanup', out]);
  await client.close();

  expect(stdout).toMatch(/: not sent.*\n0 of 1 request accepted\n$/);
  expect(code).toBe(status);
  expect(next).toMatchObject({ code: 0, stdout: expect.stringContaining('1 of 1 request accepted') as string });
});

test('services that a run had delivered are ceased where that is asked for, once', async () => {
  const out = join(emptyFolder(), 'run');
  const target = targetFileFor(await servedFake());
  await assay(['run', PROVIDE, '--target', target, '--out', out, '--quiet', '--reporter', 'json']);

  const without = await assay(['cleanup', out]);
  const cleaned = await assay(['cleanup', out, '--cease']);
  const again = await assay(['cleanup', out, '--cease']);

  expect(without.stdout).toContain('left nothing open');
  expect(cleaned.stdout).toMatch(
    /^cease the service of order \d+ \(NEW, tenant [\w-]+\): accepted, 202\n1 of 1 request accepted\n$/,
  );
  expect(again.stdout).toContain('left nothing open');
});

test('the requests of cleanup are scenarios without mistakes', async () => {
  const { code, stdout } = await assay(['check', 'fixtures/cleanup']);

  expect(stdout).toContain('no mistakes found');
  expect(code).toBe(0);
});

test('orders at another target are left alone', async () => {
  const { out, url } = await interrupted();

  const { code, stderr } = await assay(['cleanup', out, '--target', targetFileFor('http://127.0.0.1:1')]);

  expect(code).toBe(2);
  expect(stderr).toBe(`the orders are at another target
  the run was against ${url}, target "fake-http" is at http://127.0.0.1:1
  fix: name the target of the run with --target
`);
});

test('of a run against the fake in its own process nothing is left', async () => {
  const out = join(emptyFolder(), 'run');
  await assay(['run', PROVIDE, '--out', out, '--quiet', '--reporter', 'json']);

  const { code, stderr } = await assay(['cleanup', out]);

  expect(code).toBe(2);
  expect(stderr).toBe(`nothing is left of the run in ${out}\n  its target was the fake in the process of the run\n`);
});

test('a target on another machine is only cleaned up with --yes', async () => {
  const { out, url } = await interrupted();
  const inputs = join(out, 'inputs.json');
  const far = 'http://gateway.example:8080';
  const text = readFileSync(inputs, 'utf8').replaceAll(url, far);
  writeFileSync(inputs, text);
  const credentials = targetFileFor(far, (file) =>
    file
      .replace('allow-hosts: [127.0.0.1]', 'allow-hosts: [gateway.example]')
      .replace(
        'tenants-from: fake',
        'tenants:\n  - { name: northwind-broadband, client-id: $env.ID, client-secret: $env.SECRET }',
      ),
  );

  const { code, stdout, stderr } = await assay(['cleanup', out, '--target', credentials], {
    env: { ID: 'some-client', SECRET: 'some-secret' },
  });

  expect(stdout).toContain(`would be asked of ${far}:\n  cancel order `);
  expect(stderr).toBe(`nothing was sent
  target "fake-http" at ${far} is not on this machine
  fix: add --yes to go ahead
`);
  expect(code).toBe(2);
});
