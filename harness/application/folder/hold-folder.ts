import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { displayPath } from '../../home.ts';
import { ensureFolder } from '../../io/files.ts';
import { holdFile, isHeld } from '../../io/hold-file.ts';
import { inputError, say } from '../say.ts';
import { clearFolder, foreignIn, newFolder } from './folder.ts';
import { refuseSealed } from './sealed.ts';

/** Begins with a dot, since it is no artefact. */
const LOCK = '.in-use';

const held = new Map<string, () => void>();

/**
 * Holds the folder of a run for this command until it ends; makes the folder if it is missing. Ends the command if another
 * process is at work in the folder.
 */
export function holdFolder(named: string): void {
  const folder = resolve(named);
  if (held.has(folder)) return;
  ensureFolder(named);
  const letGo = holdFile(join(folder, LOCK));
  if (!letGo) {
    const fix = 'wait until it has ended, or end it; or name another folder';
    throw inputError(`${displayPath(folder)} is in use`, 'another assay is at work in it', fix);
  }
  if (held.size === 0) process.once('exit', releaseFolders);
  held.set(folder, letGo);
}

/** Releases every held folder, when the command has ended. */
export function releaseFolders(): void {
  process.off('exit', releaseFolders);
  for (const letGo of held.values()) letGo();
  held.clear();
}

/** Whether another process is at work in a folder. */
export function isInUse(folder: string): boolean {
  return isHeld(join(folder, LOCK));
}

/** Refuses a folder with foreign files and no run: reports could overwrite files of the same name. */
function refuseForeign(named: string | undefined): void {
  const [first] = named === undefined ? [] : foreignIn(named);
  if (named === undefined || first === undefined) return;
  throw inputError(
    `${displayPath(resolve(named))} holds files, such as ${first}, and no run`,
    undefined,
    'name a folder that is new, empty, or of a run',
  );
}

/** Holds the folder of a run to come or to go on, if it exists. Refuses sealed and foreign folders. */
export function holdForRun(named: string | undefined): void {
  refuseSealed(named);
  refuseForeign(named);
  holdWhereThere(named);
}

/** Holds a folder that the user named, if it exists. A new one is made only after the target has answered. */
export function holdWhereThere(named: string | undefined): void {
  if (named !== undefined && existsSync(named)) holdFolder(named);
}

/** The folder of a run or load that begins: held, and without files of an earlier one. */
export function folderForRun(
  name: string,
  { out, quiet }: { readonly out?: string | undefined; readonly quiet?: boolean | undefined },
): string {
  const folder = newFolder(out, name, new Date());
  holdFolder(folder);
  const had = clearFolder(folder);
  if (had !== undefined && !quiet) say(`replacing the ${had} that was in ${folder}`);
  return folder;
}
