import { closeSync, openSync, readSync } from 'node:fs';

/** Reads a file of lines while it grows. */
export interface Tail {
  /** The whole lines that came since the last look; none while the file is not there. */
  read(): readonly string[];
  close(): void;
}

const BLOCK = 1024 * 1024;
const LINE_BREAK = 0x0a;

/** Follows a file that another process writes, from its beginning. What follows the last line break waits for the rest of its line. */
export function tail(path: string): Tail {
  let file: number | undefined;
  let rest: Buffer = Buffer.alloc(0);
  const block = Buffer.alloc(BLOCK);
  const readMore = (): string[] => {
    file ??= open(path);
    if (file === undefined) return [];
    const length = readSync(file, block, 0, BLOCK, null);
    if (length === 0) return [];
    const bytes = Buffer.concat([rest, block.subarray(0, length)]);
    const end = bytes.lastIndexOf(LINE_BREAK) + 1;
    rest = Buffer.from(bytes.subarray(end));
    const lines = end === 0 ? [] : bytes.toString('utf8', 0, end - 1).split('\n');
    return length < BLOCK ? lines : [...lines, ...readMore()];
  };
  return {
    read: readMore,
    close: () => {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}

function open(path: string): number | undefined {
  try {
    return openSync(path, 'r');
  } catch {
    return undefined;
  }
}
