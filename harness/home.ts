import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of Assay. */
export const HOME: string = fileURLToPath(new URL('..', import.meta.url));

/** The path of a file or folder that comes with Assay. */
export const shippedPath = (...parts: readonly string[]): string => join(HOME, ...parts);

/** A path as messages and records show it: relative to the working folder if that is shorter, always with `/`. */
export function displayPath(path: string): string {
  const near = relative(process.cwd(), path);
  const short = near.startsWith('..') || isAbsolute(near) ? path : near || '.';
  return short.split(sep).join('/');
}

/** The name of a shipped file: its path from `scenarios` or `fixtures` on; undefined for any other file. */
export function homeName(file: string): string | undefined {
  const name = relative(HOME, resolve(file));
  return /^(scenarios|fixtures)([\\/]|$)/.test(name) ? name : undefined;
}

/** A path that a user named; if there is nothing, the shipped file of that name: `scenarios/token`. */
export function named(path: string): string {
  const own = join(HOME, path);
  return !existsSync(path) && homeName(own) !== undefined && existsSync(own) ? displayPath(own) : path;
}

/** The files next to a path, each written in the same way. */
export function besides(path: string, base = '.'): string[] {
  const folder = dirname(resolve(base, path));
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(folder).map((name) => path.slice(0, path.length - basename(path).length) + name);
}
