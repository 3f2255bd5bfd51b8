import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Problem } from '../model.ts';
import { fileProblem } from './file-problem.ts';

/** Makes the folder and those above it, where they are missing. Returns what went wrong, or null. */
export function ensureFolder(path: string): Problem | null {
  try {
    makeFolder(path);
    return null;
  } catch (error) {
    return fileProblem('create', path, error);
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
 * after a crash. Makes missing folders. Returns what went wrong, or null; then nothing is left behind.
 */
export function writeWhole(path: string, content: string | Uint8Array): Problem | null {
  try {
    writeInParts(path, (write) => write(content));
    return null;
  } catch (error) {
    if (error instanceof FileError) return error.problem;
    throw error;
  }
}

/** Thrown where a file cannot be written; with the problem to show for it. */
export class FileError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** Writes a whole file as `writeWhole` does, part by part; gives what `fill` gives. Throws a `FileError`. */
export function writeInParts<T>(path: string, fill: (write: (part: string | Uint8Array) => void) => T): T {
  const folder = dirname(path);
  const missing = ensureFolder(folder);
  if (missing) throw new FileError(missing);
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
    throw isOfFiles(error) ? new FileError(fileProblem('write', path, error)) : error;
  }
}

/** Everything else is our fault. */
function isOfFiles(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
