import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { SEAL_FILE, type Seal } from '../../evidence/seal.ts';
import { displayPath } from '../../home.ts';
import { inputError } from '../say.ts';

/** Whether a folder has a seal, right or wrong. */
export function isSealed(folder: string): boolean {
  return existsSync(join(folder, SEAL_FILE));
}

/** Ends the command if the folder of a new or resumed run is sealed. */
export function refuseSealed(folder: string | undefined): void {
  if (folder === undefined || !isSealed(folder)) return;
  const why = `${SEAL_FILE} vouches for the files of the run in it, and they would be replaced`;
  const fix = `name another folder, or remove ${SEAL_FILE} if nobody needs that run any more`;
  throw inputError(`${displayPath(folder)} is sealed`, why, fix);
}

/**
 * Passes on the pieces written to a file. At the end, ends the command if the seal in its folder vouches for other bytes.
 */
export function* unlessSealed<T extends string | Uint8Array>(path: string, pieces: Iterable<T>): Generator<T> {
  const folder = dirname(path);
  const sealed = isSealed(folder) ? filesOf(join(folder, SEAL_FILE)) : [];
  const was = sealed.find(({ file }) => file === basename(path));
  const digest = createHash('sha256');
  for (const piece of pieces) {
    if (was) digest.update(piece);
    yield piece;
  }
  if (!was || was.sha256 === digest.digest('hex')) return;
  const why = `${displayPath(join(folder, SEAL_FILE))} vouches for it as it was, and it would be another`;
  const fix = `write it elsewhere, or remove ${SEAL_FILE} if nobody needs it any more`;
  throw inputError(`${displayPath(path)} is sealed`, why, fix);
}

/** The files that a seal names; none if it cannot be read. */
function filesOf(path: string): Seal['files'] {
  try {
    return (JSON.parse(readFileSync(path, 'utf8')) as Seal).files;
  } catch {
    return [];
  }
}
