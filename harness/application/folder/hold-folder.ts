import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { shown } from '../../home.ts';
import { ensureFolder } from '../../io/files.ts';
import { holdFile, isHeld } from '../../io/hold-file.ts';
import { inputError, say } from '../say.ts';
import { clearFolder, foreignIn, newFolder } from './folder.ts';
import { refuseSealed } from './sealed.ts';

/** A name that begins with a dot, for it is no artefact. */
const LOCK = '.in-use';

const held = new Map<string, () => void>();

/**
 * Keeps the folder of a run, which is made where it is missing, for this command until it ends; ends the command where
 * another is at work in it.
 */
export function holdFolder(named: string): void {
  const folder = resolve(named);
  if (held.has(folder)) return;
  ensureFolder(named);
  const letGo = holdFile(join(folder, LOCK));
  if (!letGo) {
    const fix = 'wait until it has ended, or end it; or name another folder';
    throw inputError(`${shown(folder)} is in use`, 'another assay is at work in it', fix);
  }
  if (held.size === 0) process.once('exit', releaseFolders);
  held.set(folder, letGo);
}

/** Gives back every folder that was held: the command has ended. */
export function releaseFolders(): void {
  process.off('exit', releaseFolders);
  for (const letGo of held.values()) letGo();
  held.clear();
}

/** Whether another process is at work in a folder. */
export function isInUse(folder: string): boolean {
  return isHeld(join(folder, LOCK));
}

/** A folder with somebody's files and no run is no place for one: reports would be written over what is called alike. */
function refuseForeign(named: string | undefined): void {
  const [first] = named === undefined ? [] : foreignIn(named);
  if (named === undefined || first === undefined) return;
  throw inputError(
    `${shown(resolve(named))} holds files, such as ${first}, and no run`,
    undefined,
    'name a folder that is new, empty, or of a run',
  );
}

/** The same for the folder of a run to come, or to go on; one that is sealed is not touched. */
export function holdForRun(named: string | undefined): void {
  refuseSealed(named);
  refuseForeign(named);
  holdWhereThere(named);
}

/** The same before anything is sent, for a folder that the user named: it is not made before the target has answered. */
export function holdWhereThere(named: string | undefined): void {
  if (named !== undefined && existsSync(named)) holdFolder(named);
}

/** The folder of a run that begins, held for it and without what an earlier run left there. */
export function folderForRun(
  target: string,
  { out, quiet }: { readonly out?: string | undefined; readonly quiet?: boolean | undefined },
): string {
  const folder = newFolder(out, target, new Date());
  holdFolder(folder);
  if (clearFolder(folder) && !quiet) say(`replacing the run that was in ${folder}`);
  return folder;
}
