import { readFileSync } from 'node:fs';
import { isPem } from '../../contract/extended.ts';
import { displayPath } from '../../home.ts';
import { fileProblem } from '../../source/file.ts';
import { inputError, Refusal } from '../say.ts';

/** The text of a PEM file; a PEM text is returned as it is. Ends the command if the file cannot be read or is no PEM. */
export function readPemFile(path: string): string {
  if (isPem(path)) return path;
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new Refusal([fileProblem('read', displayPath(path), error)]);
  }
  if (isPem(text)) return text;
  throw inputError(`${displayPath(path)} is no PEM file`, 'there is no "-----BEGIN" in it', 'convert it with openssl');
}

/** Reads certificate and key. */
export function readPem({ cert, key }: { readonly cert: string; readonly key: string }): {
  readonly cert: string;
  readonly key: string;
} {
  return { cert: readPemFile(cert), key: readPemFile(key) };
}
