import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadContract } from '../../contract/contract.ts';
import { FIXTURES } from '../../contract/fixture.ts';
import { Refusal } from '../say.ts';
import { readUnderLoad } from './under-load.ts';

const { contract } = loadContract(join(FIXTURES, 'contract'));
const RUN = { target: 'acme', baseUrl: 'https://gateway.example' };

let folders: string[];
beforeEach(() => {
  folders = [];
});
afterEach(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** The folder of a load of availability and orders, with these outcomes of its thresholds. */
function load(
  outcome: string,
  thresholds: Readonly<Record<string, string>>,
  of: Readonly<Record<string, string>> = RUN,
): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-under-load-'));
  folders.push(folder);
  const counts = { availability: 10, order: 3, 'kci.received': 9 };
  const written = Object.entries(thresholds).map(([metric, its]) => ({ metric, text: 'p95 < 1s', outcome: its }));
  const verdict = { ...of, outcome, traffic: 'busy-hour', thresholds: written, metrics: { counts } };
  writeFileSync(join(folder, 'load.json'), JSON.stringify(verdict));
  return folder;
}

function parts(...loads: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(readUnderLoad(loads, contract, RUN).map(({ tag, outcome }) => [tag, outcome]));
}

test('a part is safe that a load pressed, measured and found within its threshold', () => {
  const held = load('held', { availability: 'passed', 'kci.missing': 'passed', order: 'unmeasured', orders: 'passed' });
  expect(parts(held)).toEqual({
    Availability: 'safe',
    Booking: 'not-applicable',
    // How many there were says nothing of how they were borne.
    Orders: 'unproven',
    Amendments: 'not-applicable',
    Cancellations: 'not-applicable',
    KCI: 'safe',
    'Token and access': 'not-applicable',
  });
});

test('what crossed a threshold blocks its part, and all that was pressed where it is of no part', () => {
  const own = parts(load('crossed', { availability: 'failed', order: 'passed', 'kci.lag': 'passed' }));
  expect(own).toMatchObject({ Availability: 'blocked', Orders: 'safe', KCI: 'safe' });
  const all = parts(load('crossed', { availability: 'passed', order: 'passed', 'unexpected-status': 'failed' }));
  expect(all).toMatchObject({ Availability: 'blocked', Orders: 'blocked', KCI: 'blocked', Booking: 'not-applicable' });
});

test('a load that was not made whole proves nothing, and of several the worst is told', () => {
  expect(parts(load('incomplete', { availability: 'passed' }))).toMatchObject({ Availability: 'unproven' });
  const both = [load('held', { availability: 'passed' }), load('crossed', { availability: 'failed' })];
  expect(parts(...both)).toMatchObject({ Availability: 'blocked' });
});

test('a folder without a load, and a load of another gateway, are refused', () => {
  const elsewhere = load('held', {}, { ...RUN, baseUrl: 'https://other.example' });
  expect(() => parts(elsewhere)).toThrow(Refusal);
  expect(() => parts(tmpdir())).toThrow(Refusal);
});
