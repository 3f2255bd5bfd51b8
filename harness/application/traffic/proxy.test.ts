import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freePort } from '../../io/free-port.ts';
import { assay, emptyFolder } from '../../testing/command.ts';
import { servedFake, targetFileFor } from '../../testing/target.ts';
import { loadAim, loadSpec } from '../inputs.ts';
import { runProxy } from './proxy.ts';

test('the runner and the fake meet over a proxy that judges both, webhooks too', { timeout: 60_000 }, async () => {
  const out = join(emptyFolder(), 'proxied');
  const [port, webhookPort, receiverPort] = await Promise.all([freePort(), freePort(), freePort()]);
  const gateway = await servedFake({ kciDelay: 20 });
  const stop = Promise.withResolvers<void>();
  const aim = loadAim({ target: targetFileFor(gateway) }, loadSpec());
  const options = {
    command: 'npx assay proxy',
    outlets: [{ reporter: 'json' } as const],
    quiet: true,
  };
  const webhook = `http://127.0.0.1:${receiverPort}/agreed/kcis`;
  const proxied = runProxy(aim, { ...options, out, host: '127.0.0.1', port, webhook, webhookPort }, () => stop.promise);
  const target = targetFileFor(`http://127.0.0.1:${port}`, (text) =>
    text.replace(/listen: .*/, `listen: 127.0.0.1:${receiverPort}\n  public-url: http://127.0.0.1:${webhookPort}`),
  );
  const words = ['run', '--target', target, '--only', 'orders/cease', '--only', 'availability/new-line', '-q'];
  const ran = await assay([...words, '--out', join(out, '../ran')], {});
  stop.resolve();
  const ended = await proxied;
  expect(ran).toMatchObject({ code: 0 });
  const read = (...names: string[]) => JSON.parse(readFileSync(join(out, ...names), 'utf8'));
  const verdict = read('verdict.json');
  const own = JSON.parse(readFileSync(join(out, '../ran/verdict.json'), 'utf8'));
  expect(verdict).toMatchObject({ watched: true, outcome: 'passed' });
  expect(verdict.counts.deliveries).toBe(own.counts.deliveries);
  expect(own.counts.deliveries).toBeGreaterThan(1);
  // As a client, the runner keeps its side, from the first request on by which it looks whether somebody is there.
  expect(read('client', 'verdict.json')).toMatchObject({
    watched: true,
    side: 'client',
    outcome: 'passed',
    findings: [],
  });
  expect(existsSync(join(out, 'client', 'record.ndjson'))).toBe(true);
  expect(ended).toBe(0);
  expect(readFileSync(join(out, 'record.ndjson'), 'utf8')).not.toMatch(/Bearer (?!\[secret)/);
});
