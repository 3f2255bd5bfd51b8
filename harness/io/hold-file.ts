import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

const BUSY = 5;

/**
 * Holds a file for this process, so that no other can hold it meanwhile; null where one does. The operating system lets go
 * of it however the process ends: what a killed one leaves behind holds nobody up. What is returned lets go and removes
 * the file. Where it cannot be made, or a file system knows no locks, nothing is held.
 */
export function holdFile(path: string): (() => void) | null {
  let file: DatabaseSync | undefined;
  try {
    // Node has no lock of its own; the one that SQLite takes on its files is the system's.
    file = new DatabaseSync(path);
    file.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    file?.close();
    return isBusy(error) ? null : () => {};
  }
  const held = file;
  return () => {
    // First, for who opens it between the two would hold a file that is gone.
    rmSync(path, { force: true });
    held.close();
  };
}

/** Whether another holds a file. It is only looked at: whoever is about to hold it is not kept from it. */
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
