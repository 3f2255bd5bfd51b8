import { closeSync, openSync, readSync } from 'node:fs';

const LINE_BREAK = 0x0a;
const BLOCK = 256 * 1024;

/** The lines of a file, one after the other, without holding more than one. A torn last line is left out. */
export function* linesOf(path: string): Generator<string> {
  const file = openSync(path, 'r');
  try {
    const block = Buffer.alloc(BLOCK);
    let rest: Buffer[] = [];
    for (;;) {
      const length = readSync(file, block, 0, BLOCK, null);
      if (length === 0) return;
      let start = 0;
      for (let at = block.indexOf(LINE_BREAK); at >= 0 && at < length; at = block.indexOf(LINE_BREAK, start)) {
        rest.push(block.subarray(start, at));
        yield Buffer.concat(rest).toString('utf8');
        rest = [];
        start = at + 1;
      }
      // The block is filled again.
      rest.push(Buffer.from(block.subarray(start, length)));
    }
  } finally {
    closeSync(file);
  }
}
