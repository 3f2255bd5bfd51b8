import {
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileProblem } from '../source/file.ts';
import { EnvironmentError } from './file-problem.ts';

/** Makes the folder and those above it, where they are missing. Throws an `EnvironmentError`. */
export function ensureFolder(path: string): void {
  try {
    makeFolder(path);
  } catch (error) {
    throw new EnvironmentError(fileProblem('create', path, error));
  }
}

/** Node's own recursion never ends where folders are said to be missing that nobody can make, as below /proc. */
function makeFolder(path: string): void {
  const above = dirname(path);
  if (above !== path && !existsSync(above)) makeFolder(above);
  try {
    mkdirSync(path);
  } catch (error) {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/**
 * Writes a whole file: under its name there is either what was there before or all of `content`, never a part, also
 * after a crash. Makes missing folders. Throws an `EnvironmentError`; then nothing is left behind.
 */
export function writeWhole(path: string, content: string | Uint8Array): void {
  writeInParts(path, (write) => write(content));
}

/**
 * Writes a whole file as `writeWhole` does, part by part; gives what `fill` gives. A link stays, and
 * what it leads to is written; what no file can take the place of (a pipe, a terminal, an open file of this process) is
 * written to as it stands.
 */
export function writeInParts<T>(path: string, fill: (write: (part: string | Uint8Array) => void) => T): T {
  try {
    const there = statSync(path, { throwIfNoEntry: false });
    if (there) refuseUnwritable(there);
    const end = endOf(path);
    const own = there?.isFile() ? openAs(end) : undefined;
    if (own !== undefined) return fill((part) => writeFileSync(own, part));
    return there && !there.isFile() ? writeThrough(path, fill) : writeBeside(end, fill);
  } catch (error) {
    throw isOfFiles(error) ? new EnvironmentError(fileProblem('write', path, error)) : error;
  }
}

/** Throws, as the system does where it cannot write, on what must not be written to. */
export function refuseUnwritable(there: Pick<Stats, 'isDirectory' | 'isBlockDevice'>): void {
  const code = there.isDirectory() ? 'EISDIR' : there.isBlockDevice() ? 'EISBLK' : undefined;
  if (code !== undefined) throw Object.assign(new Error(code), { code, syscall: 'open' });
}

/** Where links lead, one by one, be there something or not. `statSync` has found those that lead in a circle. */
function endOf(path: string): string {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink();
  return isLink && openAs(path) === undefined ? endOf(resolve(dirname(path), readlinkSync(path))) : path;
}

/** The number of the open file of this process that a path is a name for, as `/dev/stdout` is in the end. */
function openAs(path: string): number | undefined {
  const folder = dirname(path);
  const isOpen = existsSync(path) && [`/proc/${process.pid}/fd`, '/dev/fd'].includes(realpathSync(folder));
  return isOpen ? Number(basename(path)) : undefined;
}

/** Writes to what is there and no file: a pipe, a terminal. */
function writeThrough<T>(path: string, fill: (write: (part: string | Uint8Array) => void) => T): T {
  // Opened so, a pipe that nobody reads is an error; opened as usual, it would stop this process until somebody does.
  const probe = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  let file: number;
  try {
    file = openSync(path, constants.O_WRONLY);
  } finally {
    // Not before: whoever reads the pipe would take it for the end.
    closeSync(probe);
  }
  try {
    return fill((part) => writeFileSync(file, part));
  } finally {
    closeSync(file);
  }
}

function writeBeside<T>(path: string, fill: (write: (part: string | Uint8Array) => void) => T): T {
  const folder = dirname(path);
  ensureFolder(folder);
  // In the same folder, for a rename is atomic only within one file system; the process id keeps two runs apart.
  const unfinished = join(folder, `.${basename(path)}.${process.pid}.tmp`);
  try {
    const file = openSync(unfinished, 'w');
    let filled: T;
    try {
      filled = fill((part) => writeFileSync(file, part));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(unfinished, path);
    return filled;
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

/** Everything else is our fault. */
function isOfFiles(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
