import { readFileSync } from 'node:fs';
import { displayPath } from '../home.ts';
import type { Problem } from '../model.ts';

/** Reads text files, and words problems with files. */

const words: Readonly<Record<string, { readonly why: string; readonly fix?: string }>> = {
  ENOENT: { why: 'there is no such file or folder', fix: 'check the path' },
  EACCES: { why: 'permission denied', fix: 'choose a place this user may use' },
  EPERM: { why: 'the operation is not permitted', fix: 'choose a place this user may use' },
  EROFS: { why: 'the file system is read-only', fix: 'choose another folder' },
  ENOSPC: { why: 'the disk is full', fix: 'free some space or choose another folder' },
  EDQUOT: { why: 'the disk quota is used up', fix: 'free some space or choose another folder' },
  EISDIR: { why: 'it is a folder', fix: 'name a file' },
  ENOTDIR: { why: 'a part of the path is a file, not a folder', fix: 'check the path' },
  EEXIST: { why: 'a file of that name is in the way', fix: 'remove it or choose another name' },
  EMFILE: { why: 'too many files are open' },
  EFBIG: { why: 'the file would become too large' },
  ENXIO: { why: 'it is a pipe or a socket, and nobody reads from it', fix: 'start its reader first, or name a file' },
  EPIPE: { why: 'whoever read from it has gone' },
  ELOOP: { why: 'its links lead in a circle', fix: 'name a file' },
  EISBLK: { why: 'it is a disk', fix: 'name a file' },
  ERR_ENCODING_INVALID_ENCODED_DATA: { why: 'it is not UTF-8 text; have it saved as UTF-8' },
  EIO: { why: 'the device reported an error' },
};

/** A problem with a file, in words: `cannot write out/verdict.json`, because `the disk is full`. */
export function fileProblem(action: 'read' | 'write' | 'create', path: string, error: unknown): Problem {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const { why, fix } = words[code] ?? { why: error instanceof Error ? error.message : String(error) };
  return { severity: 'error', message: `cannot ${action} ${path}`, why, fix };
}

/** The text of a file, or the problem of reading it. */
export function readText(file: string): { readonly text?: string; readonly problems: Problem[] } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file)), problems: [] };
  } catch (error) {
    return { problems: [fileProblem('read', displayPath(file), error)] };
  }
}
