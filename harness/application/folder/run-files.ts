import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { displayPath } from '../../home.ts';
import { EnvironmentError } from '../../io/file-problem.ts';
import { fileProblem } from '../../source/file.ts';
import { ISSUED } from './folder.ts';

/** Files made of a sealed run, which its seal cannot cover. Files that begin with a dot are no artefacts either. */
const NOT_SEALED: ReadonlySet<string> = new Set(Object.values(ISSUED));

/** Every artefact in the folder of a run and below, by its relative path with `/`. */
export function readRunFiles(folder: string): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path).split(sep).join('/');
    if (!entry.isFile() || NOT_SEALED.has(name) || /(^|\/)\./.test(name)) continue;
    try {
      files.set(name, readFileSync(path));
    } catch (error) {
      throw new EnvironmentError(fileProblem('read', displayPath(path), error));
    }
  }
  return files;
}
