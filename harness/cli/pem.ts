import { readFileSync } from 'node:fs';
import { problem, Refusal } from './say.ts';

/** Reads certificate and key files; a file that cannot be read stops the command. */
export function readPem({ cert, key }: { readonly cert: string; readonly key: string }): { readonly cert: string; readonly key: string } {
  const read = (path: string): string => {
    try {
      return readFileSync(path, 'utf8');
    } catch (error) {
      throw new Refusal([problem(`cannot read ${path}`, error instanceof Error ? error.message : String(error), 'name a PEM file')]);
    }
  };
  return { cert: read(cert), key: read(key) };
}
