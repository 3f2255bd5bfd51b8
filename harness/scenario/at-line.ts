import type { Json, Scenario } from '../model.ts';
import { parseSource } from '../source/source.ts';
import { getAt, isObject } from '../values/pointer.ts';
import { slugOf } from '../values/slug.ts';

/**
 * Names of the cases at a line of a scenario: those of the line's row of `for-each`, or row of a matrix. None if the line
 * belongs to all cases.
 */
export function casesAt(text: string, { file, id }: Pick<Scenario, 'file' | 'id'>, line: number): readonly string[] {
  const source = parseSource(text, file);
  const around = enclosing(text.split('\n'), line);
  const isHere = (pointer: string): boolean => around.has(source.keySpanOf(pointer).line);
  const rows = getAt(source.value, '/for-each');
  const names = Array.isArray(rows)
    ? rows.map((row, i) => [`/for-each/${i}`, isObject(row) ? row.id : row] as const)
    : Object.keys(isObject(rows) ? rows : {}).map((name) => [`/for-each/${name}`, name] as const);
  const matrices = itemsAt(source.value, '/steps').flatMap((step, i) =>
    isObject(step) && step.matrix !== undefined ? [`/steps/${i}/matrix`] : [],
  );
  const row = names.find(([pointer]) => isHere(pointer));
  if (row) return [`${id}#${row[1]}`, ...(matrices.length > 0 ? [`${id}#${row[1]}~*`] : [])];
  const step = matrices.length > 1 ? '*.' : '';
  return matrices.flatMap((matrix) =>
    itemsAt(source.value, `${matrix}/rows`).flatMap((each, n) =>
      isObject(each) && typeof each.title === 'string' && isHere(`${matrix}/rows/${n}`)
        ? [`${id}*~${step}${slugOf(each.title)}`]
        : [],
    ),
  );
}

function itemsAt(value: Json, pointer: string): readonly Json[] {
  const found = getAt(value, pointer);
  return Array.isArray(found) ? found : [];
}

/** The lines of YAML that enclose a line, by their lesser indentation, and the line itself. Counted from 1. */
function enclosing(lines: readonly string[], line: number): ReadonlySet<number> {
  const found = new Set<number>();
  let deep = Number.POSITIVE_INFINITY;
  for (let at = line; at > 0 && deep > 0; at -= 1) {
    const indent = lines[at - 1]?.search(/[^\s]/) ?? -1;
    if (indent < 0 || indent >= deep || lines[at - 1]?.trimStart().startsWith('#')) continue;
    found.add(at);
    deep = indent;
  }
  return found;
}
