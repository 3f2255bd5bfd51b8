import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freePort } from '../../io/free-port.ts';
import { assay, emptyFolder, startAssay } from '../../testing/command.ts';
import { servedFake, targetFileFor } from '../../testing/target.ts';

describe.each([
  [
    'orders/provide-new#residential',
    ['timeslot: $slots.availableTimeslots[0]', 'appointment: $booking', '$fake.contact'],
  ],
  ['orders/cease', ['serviceId: $site.serviceId', '$fake.completionDateTime']],
  ['amendments/details', ['order: $placed', 'outcome: ORDER_IN_PROGRESS', 'until: begun', '$fake.completionDate']],
  ['cancellations/provide', ['reasonCode: CUSTOMER_CHANGED_MIND', 'CANCELLED']],
  ['appointments/slot-taken', ['expect: 409']],
])('a recording of %s', (name, texts) => {
  test('is a scenario that passes the check, and runs', { timeout: 60_000 }, async () => {
    const folder = emptyFolder();
    const at = (file: string): string => join(folder, file);
    await assay(['run', '-q', '--only', name, '--out', at('ran')]);
    const har = await assay(['har', at('ran')]);
    writeFileSync(at('capture.har'), har.stdout);
    const recorded = await assay(['record', at('capture.har')]);
    expect(recorded).toMatchObject({ code: 0 });
    for (const text of texts) expect(recorded.stdout).toContain(text);
    expect(recorded.stdout).not.toMatch(/\b\d{6,}\b|@|secret|Bearer/);
    writeFileSync(at('mine.yaml'), recorded.stdout);
    const checked = await assay(['check', at('mine.yaml')]);
    expect(checked.stdout + checked.stderr).toContain('no mistakes found');
    const again = await assay(['run', at('mine.yaml'), '-q', '--out', at('again')]);
    expect(again).toMatchObject({ code: 0, stderr: '' });
  });
});

test('what comes by is a scenario in one step, which runs against the same gateway', { timeout: 60_000 }, async () => {
  const folder = emptyFolder();
  const at = (file: string): string => join(folder, file);
  const [port, webhookPort, receiverPort] = await Promise.all([freePort(), freePort(), freePort()]);
  const gateway = await servedFake({ kciDelay: 20 });
  const target = (url: string, heardAt: number): string =>
    targetFileFor(url, (text) =>
      text.replace(/listen: .*/, `listen: 127.0.0.1:${receiverPort}\n  public-url: http://127.0.0.1:${heardAt}`),
    );
  const webhook = ['--webhook', `http://127.0.0.1:${receiverPort}/agreed/kcis`, '--webhook-port', `${webhookPort}`];
  const recording = startAssay(['record', '--target', targetFileFor(gateway), '--port', `${port}`, ...webhook]);
  await recording.printed(/Ctrl-C ends it/);
  const asked = ['-q', '--target', target(`http://127.0.0.1:${port}`, webhookPort), '--out', at('ran')];
  expect(await assay(['run', '--only', 'orders/provide-new#residential', ...asked])).toMatchObject({ code: 0 });
  const { code, stdout } = await recording.stop('SIGINT');
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('appointment: $booking') });
  expect(stdout).toContain('COMPLETED');
  writeFileSync(at('mine.yaml'), stdout);
  expect(await assay(['check', at('mine.yaml')])).toMatchObject({ code: 0 });
  const same = ['-q', '--target', target(gateway, receiverPort), '--out', at('again')];
  expect(await assay(['run', at('mine.yaml'), ...same])).toMatchObject({ code: 0 });
});

test('what Assay did to give an address back is no step of a recording, and shown as its own', {
  timeout: 60_000,
}, async () => {
  const folder = emptyFolder();
  const at = (file: string): string => join(folder, file);
  const head = 'world: one\ntitle: One\ntime-zone: Europe/London\nservice: { id: fttp, name: FTTP }\n';
  writeFileSync(
    at('one.yaml'),
    `${head}roles: { newLine: { use: once, sites: [{ id: '900100000001', type: UPRN }] } }\n`,
  );
  writeFileSync(at('t.yaml'), 'target: t\nextends: fake\nworld: ./one.yaml\nrestore: { by: [cancel] }\n');
  const same = ['--target', at('t.yaml')];
  const only = 'orders/minimal-order';
  expect(await assay(['run', '-q', ...same, '--only', only, '--out', at('ran')])).toMatchObject({ code: 0 });
  expect((await assay(['show', at('ran'), only])).stdout).toMatch(
    /no part of the case: clears away order \d+\n[\s\S]*⇐ CANCELLED [\s\S]*newLine UPRN 900100000001: given back/,
  );
  writeFileSync(at('capture.har'), (await assay(['har', at('ran'), only])).stdout);
  for (const file of ['capture.har', 'ran/record.ndjson'])
    expect((await assay(['record', at(file), ...same])).stdout).not.toMatch(/cancel|kci/i);
});
