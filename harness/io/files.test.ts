import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Problem } from '../model.ts';
import { fileProblem } from '../source/file.ts';
import { EnvironmentError } from './file-problem.ts';
import { ensureFolder, refuseUnwritable, writeWhole } from './files.ts';

/** The problem of what is thrown, or null. */
function failure(act: () => void): Problem | null {
  try {
    act();
    return null;
  } catch (error) {
    if (error instanceof EnvironmentError) return error.problem;
    throw error;
  }
}

const folder = mkdtempSync(join(tmpdir(), 'assay-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('writing a whole file', () => {
  test('makes the folders it needs and leaves nothing else in them', () => {
    const path = join(folder, 'a/b/verdict.json');
    expect(failure(() => writeWhole(path, '{"é":1}'))).toBeNull();
    expect(readFileSync(path, 'utf8')).toBe('{"é":1}');
    expect(readdirSync(join(folder, 'a/b'))).toEqual(['verdict.json']);
  });

  test('replaces what was there', () => {
    const path = join(folder, 'twice');
    writeWhole(path, 'a longer first text');
    expect(failure(() => writeWhole(path, new Uint8Array([65])))).toBeNull();
    expect(readFileSync(path, 'utf8')).toBe('A');
  });

  test('says what is in the way, and leaves nothing behind', () => {
    const path = join(folder, 'c/taken');
    mkdirSync(join(path, 'inner'), { recursive: true });
    expect(failure(() => writeWhole(path, 'x'))).toEqual({
      severity: 'error',
      message: `cannot write ${path}`,
      why: 'it is a folder',
      fix: 'name a file',
    });
    expect(readdirSync(join(folder, 'c'))).toEqual(['taken']);
  });
});

describe.skipIf(process.platform === 'win32')('what is no plain file', () => {
  const here = (name: string): string => join(folder, name);

  test('a link stays, and the file that it leads to is replaced at once', () => {
    mkdirSync(here('links'));
    writeFileSync(here('links/report'), 'old');
    symlinkSync('links/report', here('near'));
    symlinkSync(here('near'), here('far'));
    const before = openSync(here('links/report'), 'r');
    expect(failure(() => writeWhole(here('far'), 'new'))).toBeNull();
    expect([lstatSync(here('far')).isSymbolicLink(), lstatSync(here('near')).isSymbolicLink()]).toEqual([true, true]);
    expect(readFileSync(here('links/report'), 'utf8')).toBe('new');
    // Whoever had it open before reads what was there.
    expect(readFileSync(before, 'utf8')).toBe('old');
    closeSync(before);
    expect(readdirSync(here('links'))).toEqual(['report']);
  });

  test('of a link that leads nowhere yet, the file is made there', () => {
    symlinkSync('later/report', here('ahead'));
    expect(failure(() => writeWhole(here('ahead'), 'made'))).toBeNull();
    expect(lstatSync(here('ahead')).isSymbolicLink()).toBe(true);
    expect(readFileSync(here('later/report'), 'utf8')).toBe('made');
  });

  test('links in a circle, and a link to a folder, are problems', () => {
    symlinkSync('circle', here('circle'));
    symlinkSync('.', here('whole'));
    expect([
      failure(() => writeWhole(here('circle'), 'x'))?.why,
      failure(() => writeWhole(here('whole'), 'x'))?.why,
    ]).toEqual(['its links lead in a circle', 'it is a folder']);
    expect([lstatSync(here('circle')), lstatSync(here('whole'))].every((each) => each.isSymbolicLink())).toBe(true);
  });

  test('a pipe gets all of it, to one who reads slowly, and stays a pipe', async () => {
    execFileSync('mkfifo', [here('pipe')]);
    const text = 'many more bytes than a pipe holds\n'.repeat(20_000);
    symlinkSync('pipe', here('to-pipe'));
    for (const name of ['pipe', 'to-pipe']) {
      // Into a file, for while this process writes it reads nothing.
      const reader = spawn('sh', ['-c', 'exec 3<"$1"; sleep 0.2; cat <&3 >"$2"', 'sh', here('pipe'), here('read')]);
      const ended = once(reader, 'close');
      expect(await retried(() => failure(() => writeWhole(here(name), text)))).toBeNull();
      await ended;
      expect(readFileSync(here('read'), 'utf8') === text).toBe(true);
    }
    expect([lstatSync(here('pipe')).isFIFO(), lstatSync(here('to-pipe')).isSymbolicLink()]).toEqual([true, true]);
  });

  test('a pipe that nobody reads is told instead of waited for', () => {
    execFileSync('mkfifo', [here('unread')]);
    expect(failure(() => writeWhole(here('unread'), 'x'))).toEqual({
      severity: 'error',
      message: `cannot write ${here('unread')}`,
      why: 'it is a pipe or a socket, and nobody reads from it',
      fix: 'start its reader first, or name a file',
    });
    expect(lstatSync(here('unread')).isFIFO()).toBe(true);
  });

  test('a file that this process has open is written where it stands, and keeps what it has', () => {
    const file = openSync(here('log'), 'a');
    writeFileSync(file, 'before\n');
    const name = existsSync('/proc/self/fd') ? `/proc/self/fd/${file}` : `/dev/fd/${file}`;
    symlinkSync(name, here('to-log'));
    expect([name, here('to-log')].map((to, i) => failure(() => writeWhole(to, ['one\n', 'two\n'][i] ?? '')))).toEqual([
      null,
      null,
    ]);
    writeFileSync(file, 'after\n');
    closeSync(file);
    expect(readFileSync(here('log'), 'utf8')).toBe('before\none\ntwo\nafter\n');
  });

  test('a disk is not written to, and a terminal may be', () => {
    const is = (isBlockDevice: boolean) => ({ isDirectory: () => false, isBlockDevice: () => isBlockDevice });
    expect(() => refuseUnwritable(is(true))).toThrow('EISBLK');
    expect(() => refuseUnwritable(is(false))).not.toThrow();
  });
});

/** A pipe has no reader until one has begun to open it. */
async function retried(write: () => Problem | null): Promise<Problem | null> {
  for (;;) {
    const failed = write();
    if (failed?.why?.includes('nobody reads') !== true) return failed;
    await new Promise((done) => setTimeout(done, 5));
  }
}

test('a folder that cannot be made is a problem', () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(failure(() => ensureFolder(join(folder, 'new/one')))).toBeNull();
  expect(failure(() => ensureFolder(join(file, 'below')))).toEqual({
    severity: 'error',
    message: `cannot create ${join(file, 'below')}`,
    why: 'a part of the path is a file, not a folder',
    fix: 'check the path',
  });
});

test.runIf(process.platform === 'linux')('where nobody can make a folder, that is a problem, too', () => {
  expect(failure(() => ensureFolder('/proc/none/below'))).toMatchObject({ message: 'cannot create /proc/none/below' });
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
