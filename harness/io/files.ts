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

/** Makes the folder and its missing parents. Throws an `EnvironmentError`. */
export function ensureFolder(path: string): void {
  try {
    makeFolder(path);
  } catch (error) {
    throw new EnvironmentError(fileProblem('create', path, error));
  }
}

/** Node's own recursion never ends where missing folders cannot be made, as below /proc. */
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
 * Writes a whole file atomically: even after a crash, the path holds either its former content or all of `content`. Makes
 * missing folders. Throws an `EnvironmentError`; then nothing is left behind.
 */
export function writeWhole(path: string, content: string | Uint8Array): void {
  writeInParts(path, (write) => write(content));
}

/**
 * Writes a whole file as `writeWhole` does, part by part; returns the result of `fill`. A link stays, and its destination
 * is written. What a file cannot replace (a pipe, a terminal, an open file of this process) is written to directly.
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

/** Throws an error like the system's for anything that must not be written to. */
export function refuseUnwritable(there: Pick<Stats, 'isDirectory' | 'isBlockDevice'>): void {
  const code = there.isDirectory() ? 'EISDIR' : there.isBlockDevice() ? 'EISBLK' : undefined;
  if (code !== undefined) throw Object.assign(new Error(code), { code, syscall: 'open' });
}

/** Where links lead, whether or not it exists. `statSync` has already found circular links. */
function endOf(path: string): string {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink();
  return isLink && openAs(path) === undefined ? endOf(resolve(dirname(path), readlinkSync(path))) : path;
}

/** The number of the open file of this process that a path names, as `/dev/stdout` does in the end. */
function openAs(path: string): number | undefined {
  const folder = dirname(path);
  const isOpen = existsSync(path) && [`/proc/${process.pid}/fd`, '/dev/fd'].includes(realpathSync(folder));
  return isOpen ? Number(basename(path)) : undefined;
}

/** Writes to something that is not a file: a pipe, a terminal. */
function writeThrough<T>(path: string, fill: (write: (part: string | Uint8Array) => void) => T): T {
  // Opened like this, a pipe without a reader is an error; otherwise opening would block this process.
  const probe = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  let file: number;
  try {
    file = openSync(path, constants.O_WRONLY);
  } finally {
    // Not earlier: the reader of the pipe would take it for the end.
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
  // In the same folder, because a rename is atomic only within one file system. The process id keeps two runs apart.
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

/** Any other error is a bug of ours. */
function isOfFiles(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
