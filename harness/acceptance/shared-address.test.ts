import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shippedPath } from '../home.ts';
import type { Verdict } from '../model.ts';
import { assay, emptyFolder } from '../testing/command.ts';

const SECRET = 'the-same-in-each-run';

/** A run against a fake whose acknowledgments are about orders that the run did not place. */
async function run(webhook: string): Promise<{ readonly folder: string; readonly unexpected: string[] }> {
  const folder = emptyFolder();
  const target = join(folder, 'target.yaml');
  const fake = readFileSync(shippedPath('fixtures/targets/fake.yaml'), 'utf8');
  writeFileSync(target, fake.replace('webhook:\n', `webhook:\n${webhook}`));
  const out = join(folder, 'run');
  const fault = ['--fault', 'kci-unknown-order'];
  await assay(['run', 'scenarios/orders/minimal-order.yaml', '--target', target, ...fault, '--out', out, '-q']);
  const { findings } = JSON.parse(readFileSync(join(out, 'verdict.json'), 'utf8')) as Verdict;
  const unexpected = findings.filter(({ check }) => check === 'kci.unexpected');
  return { folder: out, unexpected: unexpected.map(({ result }) => result.outcome) };
}

test('an event about nobody’s order is only observed at an address that earlier runs had, too', async () => {
  const { folder, unexpected } = await run(`  path-secret: ${SECRET}\n`);
  expect(new Set(unexpected)).toEqual(new Set(['observed']));

  const again = await assay(['judge', folder]);
  expect(again.stdout).toBe(readFileSync(join(folder, 'verdict.json'), 'utf8'));
  const kept = ['inputs.json', 'plan.json', 'record.ndjson'].map((file) => readFileSync(join(folder, file), 'utf8'));
  expect(kept.join()).not.toContain(SECRET);
});

test('it is a failure at an address that is new in this run', async () => {
  expect(new Set((await run('')).unexpected)).toEqual(new Set(['failed']));
});
