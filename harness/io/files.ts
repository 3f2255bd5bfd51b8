import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Problem } from '../model.ts';
import { fileProblem } from './file-problem.ts';

/** Makes the folder and those above it, where they are missing. Returns what went wrong, or null. */
export function ensureFolder(path: string): Problem | null {
  try {
    mkdirSync(path, { recursive: true });
    return null;
  } catch (error) {
    return fileProblem('create', path, error);
  }
}

/**
 * Writes a whole file: under its name there is either what was there before or all of `content`, never a part, also
 * after a crash. Makes missing folders. Returns what went wrong, or null; then nothing is left behind.
 */
export function writeWhole(path: string, content: string | Uint8Array): Problem | null {
  const folder = dirname(path);
  const missing = ensureFolder(folder);
  if (missing) return missing;
  // In the same folder, for a rename is atomic only within one file system; the process id keeps two runs apart.
  const unfinished = join(folder, `.${basename(path)}.${process.pid}.tmp`);
  try {
    const file = openSync(unfinished, 'w');
    try {
      writeFileSync(file, content);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(unfinished, path);
    return null;
  } catch (error) {
    rmSync(unfinished, { force: true });
    return fileProblem('write', path, error);
  }
}
