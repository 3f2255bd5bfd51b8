import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findK6 } from '../../load/k6/binary.ts';
import { type Aftermath, commands, echoing, leaksIn, withSecrets } from '../../testing/aftermath.ts';
import { ENCODINGS, filesBelow } from '../../testing/canaries.ts';
import { emptyFolder } from '../../testing/command.ts';
import { targetFileFor } from '../../testing/target.ts';

const found = await findK6(process.env);
const ENGINES = [
  { engine: 'native', skipped: '' },
  { engine: 'k6', skipped: 'message' in found ? ` (skipped: ${found.message})` : '' },
] as const;

const trafficFor = ({ seconds, rate }: { readonly seconds: number; readonly rate: number }): string => `traffic: Little
mix: { orders/minimal-order: 50, appointments/book-two: 50 }
arrivals: [{ for: ${seconds}s, rate: ${rate}/s }]
drain: 1s
thresholds: { failed: 0 }
`;

/** Of as many new secrets k6 may not have told Assay yet: those of a second or so. Its load goes on long beyond them. */
const NEWEST_BY_K6 = 300;
/** How long a load goes on, at which rate, and how many secrets there are then at least, however busy the machine. */
const LOADS = { native: { seconds: 2, rate: 80, issued: 50 }, k6: { seconds: 6, rate: 40, issued: 500 } };

/**
 * A load by an engine against the gateway that repeats everything, one in segments, joined; and, where it hides secrets,
 * the files for others to run.
 */
async function aftermathOf(engine: keyof typeof LOADS, isRedacted = true): Promise<Aftermath> {
  const folder = emptyFolder();
  const traffic = join(folder, 'little.yaml');
  writeFileSync(traffic, trafficFor(LOADS[engine]));
  const { printed, command } = commands({ isRedacted });
  const load = ['load', traffic, '--engine', engine, '--judge', 'all'];
  // What one process was given, the next does not know for a secret.
  const gateway = (): ReturnType<typeof echoing> => echoing('usable', engine === 'k6' ? NEWEST_BY_K6 : undefined);
  const gateways = [await gateway(), await gateway(), await gateway()] as const;
  const [target, another, third] = gateways.map(({ url }) => targetFileFor(url, withSecrets)) as [
    string,
    string,
    string,
  ];
  const segment = join(folder, 'segment');
  await command(...load, '--target', target, '--out', join(folder, 'load'));
  await command(...load, '--target', another, '--out', segment, '--segment', '1/1', '--nonce', 'build-1');
  await command('load', 'merge', segment, '--out', join(folder, 'merged'));
  if (isRedacted) {
    await command('load', traffic, '--target', third, '--print-script', join(folder, 'script'));
    await command('load', traffic, '--target', third, '--kubernetes', join(folder, 'kubernetes'));
  }
  const issued = gateways.reduce((sum, each) => sum + each.issued.length, 0);
  return { told: [...printed, ...filesBelow(folder)], issued };
}

for (const { engine, skipped } of ENGINES) {
  test.skipIf(skipped !== '')(
    `no secret is in anything that a load by ${engine} writes or prints${skipped}`,
    async () => {
      const aftermath = await aftermathOf(engine);

      const names = aftermath.told.map(({ name }) => name);
      for (const file of ['load/load.json', 'load/index.html', 'load/failed.ndjson', 'merged/load.json'])
        expect(names).toContain(file);
      for (const file of ['segment/walked.ndjson', 'segment/deliveries.ndjson', 'segment/segment.json'])
        expect(names).toContain(file);
      for (const file of ['script.js', 'assay.ts', 'journeys.tsv', 'README.md'])
        expect(names).toEqual(expect.arrayContaining([`script/${file}`, `kubernetes/${file}`]));
      expect(aftermath.issued).toBeGreaterThan(LOADS[engine].issued);
      expect(leaksIn(aftermath).slice(0, 5)).toEqual([]);
    },
  );
}

test('where nothing takes secrets out of a load, they are found in what it writes, in every encoding', async () => {
  const aftermath = await aftermathOf('native', false);

  const leaks = leaksIn(aftermath);
  const files = new Set(leaks.map(({ where }) => where));
  for (const file of [
    'load/failed.ndjson',
    'segment/walked.ndjson',
    'segment/deliveries.ndjson',
    'merged/failed.ndjson',
  ])
    expect(files).toContain(file);
  const seen = ENCODINGS.map(
    (each) => new Set(leaks.flatMap(({ encoding, canary }) => (encoding === each ? [canary] : []))),
  );
  for (const canaries of seen) expect(canaries.size).toBeGreaterThan(LOADS.native.issued);
});
