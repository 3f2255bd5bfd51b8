import type { Json } from '../../harness/model.ts';
import { getAt, isObject, partsOf, pointerOf } from '../../harness/pointer.ts';

/** A place in JSON that is worth a look. */
export interface Mark {
  readonly pointer: string;
  /** What is said of it: `expected a string`. */
  readonly note?: string;
}

export interface JsonLine {
  readonly text: string;
  /** Belongs to a value that is marked, or can hold no line of its own for one that is missing. */
  readonly marked: boolean;
  /** Stands where a member should be that is missing. */
  readonly isMissing?: true;
  /** What is said of the marked value, at its end. */
  readonly note?: string;
}

/** JSON as indented lines, with those marked that a pointer leads to; where it leads nowhere, the place where it should. */
export function jsonLines(value: Json, marks: readonly Mark[] = []): JsonLine[] {
  const lines: JsonLine[] = [];
  const exact = marks.filter(({ pointer }) => getAt(value, pointer) !== undefined);
  const missing = marks
    .filter((mark) => !exact.includes(mark))
    .map((mark) => ({ ...mark, ...nearest(value, mark.pointer) }));
  const write = (node: Json, at: string, depth: number, before: string, after: string, inside: boolean) => {
    const mark = exact.find(({ pointer }) => pointer === at);
    const lost = missing.filter(({ parent }) => parent === at);
    const here = inside || mark !== undefined;
    const opening = here || lost.length > 0;
    const pad = '  '.repeat(depth);
    const note = mark?.note === undefined ? {} : { note: mark.note };
    const put = (text: string, marked: boolean, more: Partial<JsonLine> = {}) =>
      lines.push({ text: pad + text, marked, ...more });
    if (node === null || typeof node !== 'object' || (Object.keys(node).length === 0 && lost.length === 0)) {
      const instead = lost.find((each) => each.note !== undefined)?.note;
      put(`${before}${JSON.stringify(node)}${after}`, opening, instead === undefined ? note : { note: instead });
      return;
    }
    const isArray = Array.isArray(node);
    put(`${before}${isArray ? '[' : '{'}`, here);
    for (const { name, note: said } of lost) {
      const text = `  ${isObject(node) ? `${JSON.stringify(name)}: ` : ''}…`;
      put(text, false, { isMissing: true, ...(said === undefined ? {} : { note: said }) });
    }
    const members = Object.entries(node);
    members.forEach(([name, child], i) => {
      const comma = i < members.length - 1 ? ',' : '';
      write(child, at + pointerOf([name]), depth + 1, isArray ? '' : `${JSON.stringify(name)}: `, comma, here);
    });
    put(`${isArray ? ']' : '}'}${after}`, here, note);
  };
  write(value, '', 0, '', '', false);
  return lines;
}

/** The longest beginning of a pointer that leads to a value, and the name of what is missing there. */
function nearest(value: Json, pointer: string): { readonly parent: string; readonly name: string } {
  const parts = partsOf(pointer);
  let name = '';
  while (parts.length > 0 && getAt(value, pointerOf(parts)) === undefined) name = parts.pop() ?? '';
  return { parent: pointerOf(parts), name };
}

/** A stretch of lines, or how many were left out between two. */
export type Stretch = readonly JsonLine[] | number;

/** The marked lines with a few around them; what is left out in between is counted. */
export function excerpt(lines: readonly JsonLine[], around = 3): Stretch[] {
  const isTold = (line: JsonLine | undefined) => line?.marked === true || line?.isMissing === true;
  const kept = lines.map((_, i) => lines.slice(Math.max(0, i - around), i + around + 1).some(isTold));
  const stretches: (JsonLine[] | number)[] = [];
  for (const [i, line] of lines.entries()) {
    const last = stretches.at(-1);
    if (kept[i]) {
      if (Array.isArray(last)) last.push(line);
      else stretches.push([line]);
    } else if (typeof last === 'number') stretches[stretches.length - 1] = last + 1;
    else stretches.push(1);
  }
  return stretches;
}
