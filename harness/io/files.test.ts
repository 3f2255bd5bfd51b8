import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { fileProblem } from './file-problem.ts';
import { ensureFolder, writeWhole } from './files.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('writing a whole file', () => {
  test('makes the folders it needs and leaves nothing else in them', () => {
    const path = join(folder, 'a/b/verdict.json');
    expect(writeWhole(path, '{"é":1}')).toBeNull();
    expect(readFileSync(path, 'utf8')).toBe('{"é":1}');
    expect(readdirSync(join(folder, 'a/b'))).toEqual(['verdict.json']);
  });

  test('replaces what was there', () => {
    const path = join(folder, 'twice');
    writeWhole(path, 'a longer first text');
    expect(writeWhole(path, new Uint8Array([65]))).toBeNull();
    expect(readFileSync(path, 'utf8')).toBe('A');
  });

  test('says what is in the way, and leaves nothing behind', () => {
    const path = join(folder, 'c/taken');
    mkdirSync(join(path, 'inner'), { recursive: true });
    expect(writeWhole(path, 'x')).toEqual({
      severity: 'error',
      message: `cannot write ${path}`,
      why: 'it is a folder',
      fix: 'name a file',
    });
    expect(readdirSync(join(folder, 'c'))).toEqual(['taken']);
  });
});

test('a folder that cannot be made is a problem', () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(ensureFolder(join(folder, 'new/one'))).toBeNull();
  expect(ensureFolder(join(file, 'below'))).toEqual({
    severity: 'error',
    message: `cannot create ${join(file, 'below')}`,
    why: 'a part of the path is a file, not a folder',
    fix: 'check the path',
  });
});

test.runIf(process.platform === 'linux')('where nobody can make a folder, that is a problem, too', () => {
  expect(ensureFolder('/proc/none/below')).toMatchObject({ message: 'cannot create /proc/none/below' });
});

test('a full disk is named as such', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  expect(fileProblem('write', 'out/record.ndjson', full)).toEqual({
    severity: 'error',
    message: 'cannot write out/record.ndjson',
    why: 'the disk is full',
    fix: 'free some space or choose another folder',
  });
});
