import type { Json } from '../../harness/model.ts';
import { getAt, partsOf, pointerOf } from '../../harness/pointer.ts';

export interface JsonLine {
  readonly text: string;
  /** Belongs to the value that a finding points at. */
  readonly marked: boolean;
}

/** JSON as indented lines, with those marked that a pointer leads to; where it leads nowhere, the line of its parent. */
export function jsonLines(value: Json, pointer?: string): JsonLine[] {
  const lines: JsonLine[] = [];
  const target = pointer === undefined ? undefined : nearestAt(value, pointer);
  const exact = target === pointer;
  const write = (node: Json, at: string, depth: number, before: string, after: string, inside: boolean) => {
    const here = inside || (exact && at === target);
    const pad = '  '.repeat(depth);
    const put = (text: string, marked = here) => lines.push({ text: pad + text, marked });
    const opening = here || at === target;
    if (node === null || typeof node !== 'object' || Object.keys(node).length === 0) {
      put(`${before}${JSON.stringify(node)}${after}`, opening);
      return;
    }
    const isArray = Array.isArray(node);
    put(`${before}${isArray ? '[' : '{'}`, opening);
    const members = Object.entries(node);
    members.forEach(([name, child], i) => {
      const comma = i < members.length - 1 ? ',' : '';
      write(child, at + pointerOf([name]), depth + 1, isArray ? '' : `${JSON.stringify(name)}: `, comma, here);
    });
    put(`${isArray ? ']' : '}'}${after}`);
  };
  write(value, '', 0, '', '', false);
  return lines;
}

/** The longest beginning of a pointer that leads to a value. */
function nearestAt(value: Json, pointer: string): string {
  const parts = partsOf(pointer);
  while (parts.length > 0 && getAt(value, pointerOf(parts)) === undefined) parts.pop();
  return pointerOf(parts);
}
