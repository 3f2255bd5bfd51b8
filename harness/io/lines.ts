import { closeSync, openSync, readSync } from 'node:fs';

const LINE_BREAK = 0x0a;
const BLOCK = 256 * 1024;

/**
 * Reads the complete lines of a file, a block at a time; null at its end. Text after the last line break is kept until its
 * line is complete.
 */
function reader(file: number): () => readonly string[] | null {
  const block = Buffer.alloc(BLOCK);
  let rest: Buffer = Buffer.alloc(0);
  return () => {
    const length = readSync(file, block, 0, BLOCK, null);
    if (length === 0) return null;
    const bytes = Buffer.concat([rest, block.subarray(0, length)]);
    const end = bytes.lastIndexOf(LINE_BREAK) + 1;
    rest = bytes.subarray(end);
    return end === 0 ? [] : bytes.toString('utf8', 0, end - 1).split('\n');
  };
}

/**
 * The lines of a file, one after the other, with at most a block of them in memory. An incomplete last line is left out.
 */
export function* readLines(path: string): Generator<string> {
  const file = openSync(path, 'r');
  try {
    const read = reader(file);
    for (let lines = read(); lines; lines = read()) yield* lines;
  } finally {
    closeSync(file);
  }
}

/** Follows a file that another process writes, from its beginning. */
export function tail(path: string) {
  let open: { readonly file: number; readonly read: () => readonly string[] | null } | undefined;
  return {
    /** The complete lines added since the last call; empty while the file does not exist. */
    read: (): readonly string[] => {
      if (!open) {
        try {
          const file = openSync(path, 'r');
          open = { file, read: reader(file) };
        } catch {
          return [];
        }
      }
      const lines: string[] = [];
      for (let more = open.read(); more; more = open.read()) for (const line of more) lines.push(line);
      return lines;
    },
    close: (): void => {
      if (open) closeSync(open.file);
      open = undefined;
    },
  };
}
