import { cpSync, readdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { shippedPath } from '../../home.ts';
import { assay, emptyFolder } from '../../testing/command.ts';
import { RUN_FOLDER, verdictIn } from '../../testing/run-folder.ts';
import { gone, holds, servedFake, targetFileFor } from '../../testing/target.ts';
import { startWorkbench } from '../../testing/workbench.ts';
import type { Choices, ListedCase, RunDetail, RunEntry } from '../../workbench/protocol.ts';

/** The status of a call with just these headers, which no browser and no `fetch` would make. */
function statusOf(port: string, path: string, headers: Readonly<Record<string, string>>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port, path, headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    call.on('error', reject);
    call.end();
  });
}

describe('assay ui', () => {
  test('serves its page to anybody on this computer, and all else to whoever has its token', async () => {
    const { url, port, token, call, stop } = await startWorkbench(emptyFolder());

    const page = await fetch(url);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("require-trusted-types-for 'script'");
    const html = await page.text();
    expect(html).toMatch(/"default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; /);
    expect(html).not.toContain(token);
    expect((await fetch(`${url}/api/runs`)).status).toBe(403);
    expect((await call('/api/runs')).status).toBe(200);
    const right = { 'X-Assay-Token': token };
    expect(await statusOf(port, '/api/runs', { ...right, Host: `127.0.0.1:${port}` })).toBe(200);
    expect(await statusOf(port, '/api/runs', { ...right, Host: `rebound.example:${port}` })).toBe(403);
    expect(await statusOf(port, '/', { Host: `rebound.example:${port}` })).toBe(403);
    expect(await statusOf(port, '/api/runs', { ...right, Origin: 'http://attacker.example' })).toBe(403);

    expect(await stop('SIGINT')).toMatchObject({ code: 0, stderr: '' });
  });

  test('offers what comes with Assay, what lies in the working folder, and what its command line named', async () => {
    const cwd = emptyFolder();
    cpSync(shippedPath('fixtures/targets/fake.yaml'), join(cwd, 'acme.yaml'));
    cpSync(shippedPath('fixtures/kci/tmf641.yaml'), join(cwd, 'ours.yaml'));
    writeFileSync(join(cwd, 'rush.yaml'), '# Ours.\ntraffic: "A rush"\n');
    writeFileSync(join(cwd, 'known.yaml'), 'waivers: []\n');
    const mine = shippedPath('scenarios/token');
    const { call, stop } = await startWorkbench('runs', [mine, '--profile', 'generic', '--var', 'A=b'], { cwd });
    const choices = (await (await call('/api/choices')).json()) as Choices;
    expect(choices).toMatchObject({ given: { target: 'fake', profile: 'generic', var: 'A=b' }, paths: [mine] });
    expect(choices.targets).toContainEqual({ name: './acme.yaml', isEmbedded: true });
    expect(choices.profiles).toContain('./ours.yaml');
    expect(choices.traffic).toContainEqual({ name: 'smoke', title: 'A few seconds of everything' });
    expect(choices.traffic).toContainEqual({ name: './rush.yaml', title: 'A rush' });
    expect(choices.waivers).toEqual(['./known.yaml']);
    expect(choices.targets).toContainEqual({ name: 'fake', isEmbedded: true });
    expect(choices.targets).toContainEqual({ name: 'fake-http', isEmbedded: false });
    expect(choices.faults).toContainEqual(expect.objectContaining({ name: 'kci-lost-completion', isLegal: false }));
    const cases = (await (await call('/api/cases?target=fake&profile=generic')).json()) as readonly ListedCase[];
    expect(new Set(cases.map(({ scenario }) => scenario.split('/')[0]))).toEqual(new Set(['token']));
    await stop('SIGTERM');
  });

  test('takes no call that is longer than a page could make', async () => {
    const { call, stop } = await startWorkbench(emptyFolder());
    const answer = await call('/api/start', { method: 'POST', body: 'x'.repeat(300_000) });
    expect(answer.status).toBe(413);
    await stop('SIGINT');
  });

  test('says so where its port is taken by another', async () => {
    const { port, stop } = await startWorkbench(emptyFolder());
    expect(await assay(['ui', '--port', port])).toEqual({
      code: 3,
      stdout: '',
      stderr: `cannot listen on 127.0.0.1:${port}\n  port ${port} is in use by another program\n  fix: end that program, choose another port, or port 0 for any free one\n`,
    });
    await stop('SIGINT');
  });
});

describe('a run of the workbench', () => {
  /** A gateway whose events are minutes apart: a run against it is sure to wait. */
  const slow = async (): Promise<string> =>
    targetFileFor(await servedFake(), (text) => text.replace('kci-delay: 0s', 'kci-delay: 5m'));
  const only = ['orders/provide-new-without-appointment'];

  test('ends cleanly when the workbench is ended: what was recorded is judged and reported', async () => {
    const root = emptyFolder();
    const { start, stop } = await startWorkbench(root);
    const run = await start({ target: await slow(), only });
    await holds(join(root, run, 'record.ndjson'), '"status":202');

    const { code, stderr } = await stop('SIGINT');

    expect(stderr).toBe('stopping the run that is under way; once more ends it at once\n');
    expect(code).toBe(0);
    expect(readdirSync(join(root, run)).sort()).toEqual(RUN_FOLDER);
    expect(verdictIn(join(root, run)).outcome).toBe('incomplete');
  });

  test('ends in order when the workbench is killed, and can be gone on with by the next', {
    timeout: 60_000,
  }, async () => {
    const root = emptyFolder();
    const first = await startWorkbench(root);
    const run = await first.start({ target: await slow(), only });
    await holds(join(root, run, 'record.ndjson'), '"status":202');

    expect(await first.stop('SIGKILL')).toMatchObject({ code: null });

    await holds(join(root, run, 'verdict.json'), '"incomplete"');
    await holds(join(root, run, 'ctrf.json'), '}');
    const next = await startWorkbench(root);
    await gone(join(root, run, '.in-use'));
    const [entry] = (await (await next.call('/api/runs')).json()) as readonly RunEntry[];
    expect(entry).toMatchObject({ name: run, outcome: 'incomplete', isResumable: true });
    const resumed = await next.call('/api/resume', { method: 'POST', body: JSON.stringify({ run }) });
    expect(await resumed.json()).toEqual({ run });
    await holds(join(root, run, 'plan.json'), '"resumedAt"');
    expect(await next.stop('SIGINT')).toMatchObject({ code: 0 });
  });

  test('that is stopped before it has begun ends with its reports, too', async () => {
    const root = emptyFolder();
    const { call, start, stop } = await startWorkbench(root);
    const run = await start({ target: await slow(), only });

    expect(await (await call('/api/stop', { method: 'POST' })).json()).toEqual({ stopped: true });

    await holds(join(root, run, 'verdict.json'), '"incomplete"');
    expect(verdictIn(join(root, run)).cases.map(({ outcome }) => outcome)).toEqual(['inconclusive']);
    await stop('SIGINT');
  });

  test('is stopped from the page, with its open orders counted, and the workbench goes on', async () => {
    const root = emptyFolder();
    const { call, start, stop } = await startWorkbench(root);
    const run = await start({ target: await slow(), only });
    await holds(join(root, run, 'record.ndjson'), '"status":202');
    expect((await call('/api/start', { method: 'POST', body: '{}' })).status).toBe(400);

    expect(await (await call('/api/stop', { method: 'POST' })).json()).toEqual({ stopped: true });

    await holds(join(root, run, 'verdict.json'), '"incomplete"');
    const [entry] = (await (await call('/api/runs')).json()) as readonly RunEntry[];
    expect(entry).toMatchObject({ name: run, kind: 'run', outcome: 'incomplete' });

    const detail = (await (await call(`/api/run?name=${run}`)).json()) as RunDetail;
    expect(detail.openOrders).toBe(1);
    expect(await stop('SIGINT')).toMatchObject({ code: 0 });
  });
});
