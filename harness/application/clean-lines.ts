import { writeInParts } from '../io/files.ts';
import { linesOf } from '../io/lines.ts';

/** Writes a file of lines anew, with what became known for a secret after they were written taken out. */
export function cleanLines(path: string, clean: (text: string) => string): void {
  writeInParts(path, (write) => {
    for (const line of linesOf(path)) write(`${clean(line)}\n`);
  });
}
