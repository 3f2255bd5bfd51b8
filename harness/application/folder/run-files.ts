import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { shown } from '../../home.ts';
import { EnvironmentError } from '../../io/file-problem.ts';
import { fileProblem } from '../../source/file.ts';
import { ISSUED } from './folder.ts';

/** What is made of a sealed run cannot be in its seal, and files that begin with a dot are nobody's artefacts. */
const NOT_SEALED: ReadonlySet<string> = new Set(Object.values(ISSUED));

/** Every artefact in the folder of a run and below, by its path there, with `/`. */
export function readRunFiles(folder: string): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path).split(sep).join('/');
    if (!entry.isFile() || NOT_SEALED.has(name) || /(^|\/)\./.test(name)) continue;
    try {
      files.set(name, readFileSync(path));
    } catch (error) {
      throw new EnvironmentError(fileProblem('read', shown(path), error));
    }
  }
  return files;
}
