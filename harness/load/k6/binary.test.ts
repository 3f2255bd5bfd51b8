import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { findK6 } from './binary.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-binary-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const fix = 'install k6 with "go install go.k6.io/k6/v2@v2.2.0" (Go 1.25 or later), or take --engine native';

/** A program that says something, in the place of k6. */
function program(name: string, says: string, mode = 0o755): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\necho '${says}'\n`);
  chmodSync(path, mode);
  return path;
}

describe('k6 is looked for', () => {
  test('where K6_BIN says, then in the folders of PATH', async () => {
    const named = program('my-k6', 'k6 v2.3.1 (go1.26.8, linux/amd64)');
    const onPath = program('k6', 'k6 v2.2.0 (go1.26.8, linux/amd64)');
    const path = ['/no/such/folder', folder].join(delimiter);

    expect(await findK6({ K6_BIN: named, PATH: path })).toEqual({ path: named, version: '2.3.1' });
    expect(await findK6({ PATH: path })).toEqual({ path: onPath, version: '2.2.0' });
    // k6 runs in another folder than where it was looked for.
    expect(await findK6({ K6_BIN: relative(process.cwd(), named) })).toMatchObject({ path: named });
    expect(await findK6({ PATH: relative(process.cwd(), folder) })).toMatchObject({ path: onPath });
  });

  test('in vain: one line says how to get it, and what else will do', async () => {
    expect(await findK6({ PATH: '/no/such/folder' })).toEqual({
      severity: 'error',
      message: 'k6 was not found',
      why: 'K6_BIN is not set, and no folder of PATH holds it',
      fix,
    });
  });

  test('and not there', async () => {
    expect(await findK6({ K6_BIN: '/no/such/k6' })).toEqual({
      severity: 'error',
      message: 'there is no k6 at /no/such/k6',
      why: 'K6_BIN names it',
      fix,
    });
  });

  test('and cannot be executed', async () => {
    const path = program('plain', '', 0o644);
    expect(await findK6({ K6_BIN: path })).toMatchObject({ message: `${path} is not an executable file` });
  });

  test('and of another major version', async () => {
    const path = program('old', 'k6 v1.8.1 (go1.25, linux/amd64)');
    expect(await findK6({ K6_BIN: path })).toEqual({
      severity: 'error',
      message: `${path} is k6 1.8.1`,
      why: 'K6_BIN names it; the script needs k6 2, whose Go module is go.k6.io/k6/v2',
      fix,
    });
  });

  test('and is something else', async () => {
    const path = program('other', 'hello');
    expect(await findK6({ K6_BIN: path })).toMatchObject({
      message: `${path} is not k6`,
      why: 'to "k6 version" it said "hello"',
    });
  });
});
