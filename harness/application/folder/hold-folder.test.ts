import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { assay, emptyFolder, startAssay } from '../../testing/command.ts';
import { assayKilledAt } from '../../testing/killed.ts';
import { holds, servedFake, targetFileFor } from '../../testing/target.ts';

const SCENARIO = 'scenarios/orders/provide-new-without-appointment.yaml';

test('while a run goes on, nobody else resumes it, runs into its folder, seals it or cancels its orders', async () => {
  const out = join(emptyFolder(), 'run');
  const target = targetFileFor(await servedFake(), (text) => text.replace('kci-delay: 0s', 'kci-delay: 5m'));
  const run = startAssay(['run', SCENARIO, '--target', target, '--out', out, '--reporter', 'json']);
  await holds(join(out, 'record.ndjson'), '"status":202');

  const others = await Promise.all(
    [
      ['run', '--resume', out],
      ['run', SCENARIO, '--out', out],
      ['seal', out],
      ['cleanup', out],
    ].map((words) => assay(words)),
  );

  for (const { code, stderr } of others) {
    expect(stderr).toBe(
      `${out} is in use\n  another assay is at work in it\n  fix: wait until it has ended, or end it; or name another folder\n`,
    );
    expect(code).toBe(2);
  }
  expect((await run.stop('SIGINT')).code).toBe(130);
  expect(readdirSync(out).sort()).toEqual(['inputs.json', 'plan.json', 'record.ndjson', 'verdict.json']);
  const { code, stderr } = await assay(['cleanup', out]);
  expect([code, stderr]).toEqual([0, '']);
});

test('a killed run holds nobody up', async () => {
  const out = join(emptyFolder(), 'run');
  const words = ['run', 'scenarios/cancellations', '--out', out, '--reporter', 'json', '--quiet'];
  expect((await assayKilledAt(words, out, 20_000)).code).toBeNull();
  expect(existsSync(join(out, '.in-use'))).toBe(true);

  const { code, stderr } = await assay(['run', '--resume', out, '--reporter', 'json', '--quiet']);

  // It may have been killed within a line.
  expect(stderr).toMatch(/^$|warning: the last line is torn off/);
  expect(code).toBe(0);
  expect(existsSync(join(out, '.in-use'))).toBe(false);
});
