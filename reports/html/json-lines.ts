import type { Json } from '../../harness/model.ts';
import { getAt, isObject, partsOf, pointerOf } from '../../harness/values/pointer.ts';
import type { Mark } from '../story/marks.ts';

/** A line of JSON as it is shown. */
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

/** Of a longer marked value only so many lines are told from its beginning, and from its end. */
const MOST_OF_END = 12;

/** The marked lines with a few around them; in place of others between them stands how many they are. */
export function excerpt(lines: readonly JsonLine[], around = 3): (readonly JsonLine[] | number)[] {
  const isTold = (line: JsonLine | undefined) => line?.marked === true || line?.isMissing === true;
  const isInside = (i: number) =>
    i >= MOST_OF_END &&
    i + MOST_OF_END < lines.length &&
    lines.slice(i - MOST_OF_END, i + MOST_OF_END + 1).every(({ marked }) => marked);
  const kept = lines.map((_, i) => !isInside(i) && lines.slice(Math.max(0, i - around), i + around + 1).some(isTold));
  const told: (JsonLine[] | number)[] = [];
  for (const [i, line] of lines.entries()) {
    const last = told.at(-1);
    if (kept[i]) {
      if (Array.isArray(last)) last.push(line);
      else told.push([line]);
    } else if (typeof last === 'number') told[told.length - 1] = last + 1;
    else told.push(1);
  }
  return told;
}
