import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

const BUSY = 5;

/**
 * Locks a file for this process; null if another process holds it. The operating system releases the lock however the
 * process ends, so a killed one blocks nobody. The returned function releases the lock and removes the file. If the file
 * cannot be made, or the file system has no locks, nothing is held.
 */
export function holdFile(path: string): (() => void) | null {
  let file: DatabaseSync | undefined;
  try {
    // Node has no file locks; SQLite takes one of the system on its files.
    file = new DatabaseSync(path);
    file.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    file?.close();
    return isBusy(error) ? null : () => {};
  }
  const held = file;
  return () => {
    // Removed first: a process that opens the file between the two steps would hold a removed file.
    rmSync(path, { force: true });
    held.close();
  };
}

/** Whether another process holds a file. Only looks: it does not block a process that is about to hold the file. */
export function isHeld(path: string): boolean {
  let file: DatabaseSync | undefined;
  try {
    file = new DatabaseSync(path, { readOnly: true });
    file.exec('PRAGMA busy_timeout = 0; SELECT name FROM sqlite_schema');
    return false;
  } catch (error) {
    return isBusy(error);
  } finally {
    file?.close();
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === BUSY;
}
