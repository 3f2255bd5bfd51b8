import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RUN_FILES } from '../application/folder/folder.ts';

/**
 * The command tries cases of every scenario and of each kind of mistake twice, as on two machines: other time zone, other
 * language, other width.
 */

const ROOT = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'assay-same-bytes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function runAs(name: string, environment: Readonly<Record<string, string>>): number | null {
  const words = [
    'run',
    '--depth',
    'quick',
    '--seed',
    '7',
    '--quiet',
    '--reporter',
    'json',
    '--out',
    join(folder, name),
  ];
  const env = { ...process.env, ...environment };
  return spawnSync(process.execPath, ['harness/cli/assay.js', ...words], { cwd: ROOT, env, stdio: 'ignore' }).status;
}

const bytesOf = (name: string, file: string): Buffer => readFileSync(join(folder, name, file));

describe('the same seed twice', () => {
  let statuses: readonly unknown[] = [];
  beforeAll(() => {
    statuses = [
      runAs('here', { TZ: 'Europe/London', LANG: 'C.UTF-8', COLUMNS: '80' }),
      runAs('there', { TZ: 'Pacific/Auckland', LANG: 'de_DE.UTF-8', COLUMNS: '200' }),
    ];
  });

  test('ends with exit code 0 both times', () => {
    expect(statuses).toEqual([0, 0]);
  });

  test.each(Object.values(RUN_FILES))('gives the same bytes of %s', (file) => {
    const once = bytesOf('here', file);
    expect(once.length).toBeGreaterThan(1_000);
    expect(once.equals(bytesOf('there', file))).toBe(true);
  });
});
