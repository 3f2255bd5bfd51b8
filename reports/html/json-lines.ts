import type { Json } from '../../harness/model.ts';
import { getAt, isObject, partsOf, pointerOf } from '../../harness/values/pointer.ts';
import type { Mark } from '../story/marks.ts';

/** A line of displayed JSON. */
export interface JsonLine {
  readonly text: string;
  /** Whether it belongs to a marked value, or to a scalar that lacks a required member. */
  readonly marked: boolean;
  /** Takes the place of a missing member. */
  readonly isMissing?: true;
  /** The note on the marked value, at its end. */
  readonly note?: string;
}

/**
 * JSON as indented lines. Lines of values that a pointer leads to are marked; if it leads nowhere, the nearest place is.
 */
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

/** The longest prefix of a pointer that leads to a value, and the name of the missing member there. */
function nearest(value: Json, pointer: string): { readonly parent: string; readonly name: string } {
  const parts = partsOf(pointer);
  let name = '';
  while (parts.length > 0 && getAt(value, pointerOf(parts)) === undefined) name = parts.pop() ?? '';
  return { parent: pointerOf(parts), name };
}

/** How many lines of a longer marked value are shown from its beginning, and from its end. */
const MAX_OF_END = 12;

/** The marked lines with a few around them; the lines left out are replaced by their number. */
export function excerpt(lines: readonly JsonLine[], around = 3): (readonly JsonLine[] | number)[] {
  const isTold = (line: JsonLine | undefined) => line?.marked === true || line?.isMissing === true;
  const isInside = (i: number) =>
    i >= MAX_OF_END &&
    i + MAX_OF_END < lines.length &&
    lines.slice(i - MAX_OF_END, i + MAX_OF_END + 1).every(({ marked }) => marked);
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
