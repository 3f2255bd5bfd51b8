import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { shippedPath } from '../home.ts';
import type { Verdict } from '../model.ts';
import { certifyFake } from '../testing/certify.ts';
import { assay, emptyFolder } from '../testing/command.ts';

/**
 * KCI profiles of gateways that nobody here has seen. `assay prove --profile … --fault …` tries all their faults in all
 * cases.
 */
const FOLDER = shippedPath('fixtures/strangers/kci');

const CASES = ['orders/provide-new*', 'orders/free-texts#apostrophes', 'cancellations/provide*', 'amendments/details*'];

interface Faults {
  readonly faults: readonly { readonly fault: string; readonly breaks?: readonly string[]; readonly legal?: true }[];
}

/** The faults of a profile, each as the text of a file that holds it alone. */
function faultsOf(name: string): readonly (readonly [fault: string, text: string, breaks: readonly string[]])[] {
  const { faults, ...rest } = parse(readFileSync(join(FOLDER, 'faults', `${name}.yaml`), 'utf8')) as Faults;
  return faults.map((each) => [each.fault, stringify({ ...rest, faults: [each] }), each.breaks ?? []]);
}

/** Its legal variants, all at once. */
function legalOf(name: string): string {
  const { faults, ...rest } = parse(readFileSync(join(FOLDER, 'faults', `${name}.yaml`), 'utf8')) as Faults;
  return stringify({ ...rest, faults: faults.filter(({ legal }) => legal) });
}

function failedRows({ cases, findings }: Verdict): string[] {
  const failed = [...cases.flatMap((each) => each.findings), ...findings].filter(
    ({ result }) => result.outcome === 'failed',
  );
  return [...new Set(failed.flatMap(({ requirements }) => requirements))].sort();
}

async function rowsFailed(name: string, fault?: string): Promise<string[]> {
  const profile = join(FOLDER, `${name}.yaml`);
  const file = join(emptyFolder(), 'fault.yaml');
  if (fault !== undefined) writeFileSync(file, fault);
  const faults = fault === undefined ? [] : [file];
  const { verdict } = await certifyFake({ profile, faults, only: CASES });
  expect(verdict.counts.cases.passed + verdict.counts.cases.failed).toBeGreaterThan(5);
  return failedRows(verdict);
}

describe.each(['parcels', 'ledger', 'courier'])('a gateway with the profile %s', (name) => {
  test('is certified', async () => {
    expect(await rowsFailed(name)).toEqual([]);
  });

  test.each(faultsOf(name).filter(([, , breaks]) => breaks.length > 0))('is caught: %s', async (_, text, breaks) => {
    const rows = await rowsFailed(name, text);
    expect(rows.some((row) => breaks.includes(row))).toBe(true);
  });

  test('may differ in all that its profile leaves open', async () => {
    expect(await rowsFailed(name, legalOf(name))).toEqual([]);
  });

  test('has samples that its profile maps, and no other does', async () => {
    const { code, stdout } = await assay([
      'profile',
      'test',
      join(FOLDER, `${name}.yaml`),
      join(FOLDER, 'samples', name),
    ]);
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`the profile ${name} fits best: (\\d+) without anything wrong, \\1 mapped\n$`));
    expect(stdout).not.toContain('ambiguous');
  });
});
