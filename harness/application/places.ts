import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of Assay itself, where its scenarios and fixtures lie. */
const HOME = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** A file or folder that comes with Assay. */
export function own(...parts: readonly string[]): string {
  return join(HOME, ...parts);
}

/** A path as messages and records show it: relative to where the user stands, where that is shorter, always with `/`. */
export function shown(path: string): string {
  const near = relative(process.cwd(), path);
  const short = near.startsWith('..') || isAbsolute(near) ? path : near || '.';
  return short.split(sep).join('/');
}
