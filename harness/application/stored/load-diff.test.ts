import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { displayPath } from '../../home.ts';
import { assay, emptyFolder } from '../../testing/command.ts';

const TRAFFIC = `traffic: A few orders
mix: { orders/provide-new: 100 }
arrivals:
  - { for: 4s, rate: 5/s }
drain: 10m
thresholds:
  kci.missing: 0
`;

test('a gateway that got worse under load is told from one that did not', { timeout: 60_000 }, async () => {
  const folder = emptyFolder();
  const profile = join(folder, 'few.yaml');
  writeFileSync(profile, TRAFFIC);
  const load = async (name: string, ...words: readonly string[]): Promise<string> => {
    await assay(['simulate', profile, '--quiet', '--out', join(folder, name), ...words]);
    return join(folder, name);
  };
  const good = await load('good');
  const bad = await load('bad', '--fault', 'kci-lost-completion');

  const worse = await assay(['diff', good, bad]);
  expect(worse.stdout).toMatch(/^NEW FAILURE {2}\d+\n {2}kci\.missing: 0: 0 → 20\n/);
  expect(worse.stdout).toMatch(
    /\n\nWORSE {2}Thresholds met, 20 journeys, on .* → Thresholds crossed, 20 journeys, on [^\n]*\n$/,
  );
  expect(worse.code).toBe(1);

  const better = await assay(['diff', bad, good, '--json']);
  expect(JSON.parse(better.stdout)).toMatchObject({ newFailures: [], beside: [] });
  expect(JSON.parse(better.stdout).fixed[0]).toBe('kci.missing: 0: 20 → 0');
  expect(better.code).toBe(0);

  expect(await assay(['diff', good, folder])).toMatchObject({
    code: 2,
    stderr: `there is no load in ${displayPath(folder)}\n  load.json is missing\n  fix: name the folder of a load\n`,
  });
});
