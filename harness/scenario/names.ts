import type { Json, JsonObject, Scenario } from '../model.ts';
import { below } from '../source/source.ts';
import { isObject } from '../values/pointer.ts';
import { errorAt, errorAtKey, type Reading, textsOf } from './reading.ts';
import { checkValues } from './texts.ts';
import { RESERVED } from './vocabulary.ts';

const NAME = /^[A-Za-z_][A-Za-z0-9_-]*$/;
const ROW_ID = /^[A-Za-z0-9][A-Za-z0-9_.-]*$/;

/** Reads the name after `as`; undefined, with a problem, when later steps could not say it. */
export function readName(reading: Reading, at: string, value: Json | undefined): string | undefined {
  if (typeof value !== 'string') return undefined;
  const wrong = nameProblem(value);
  if (wrong === undefined) return value;
  errorAt(reading, at, wrong.message, wrong);
  return undefined;
}

/** Reads `given`: values by name. */
export function readGiven(reading: Reading, at: string, value: Json | undefined): JsonObject {
  if (!isObject(value)) return {};
  for (const name of Object.keys(value)) {
    const wrong = nameProblem(name);
    if (wrong) errorAtKey(reading, below(at, name), wrong.message, wrong);
  }
  checkValues(reading, at, value);
  return value;
}

function nameProblem(
  name: string,
): { readonly message: string; readonly why: string; readonly fix?: string } | undefined {
  if (RESERVED.includes(name)) {
    return { message: `the name "${name}" is taken`, why: `${RESERVED.join(', ')} always mean the same` };
  }
  if (NAME.test(name)) return undefined;
  const why = 'a name starts with a letter and has letters, digits, - and _';
  return {
    message: `"${name}" is no name`,
    why,
    ...(name.startsWith('$') && NAME.test(name.slice(1)) ? { fix: `write "${name.slice(1)}"` } : {}),
  };
}

/**
 * Reads `for-each`: a map of row id to values, a list of maps with an `id`, or a list of plain values, which are their
 * own ids. Each row's id is among its values, as `$row.id`; `covers` is none of them.
 */
export function readRows(reading: Reading, at: string, value: Json | undefined): Scenario['rows'] {
  checkValues(reading, at, value);
  if (isObject(value)) {
    return Object.entries(value).flatMap(([id, row]) => {
      if (!isObject(row)) {
        errorAt(reading, below(at, id), `the row "${id}" is no map`, {
          why: 'a row holds values by name, which the steps read as $row.name',
        });
        return [];
      }
      checkRowId(reading, below(at, id), id, errorAtKey);
      return { id, ...rowOf(reading, below(at, id), { id, ...row }) };
    });
  }
  if (!Array.isArray(value)) return [];
  const seen = new Set<string>();
  return value.flatMap((row: Json, i) => {
    const id = isObject(row) ? row.id : row;
    const place = isObject(row) && id !== undefined ? below(at, i, 'id') : below(at, i);
    if (typeof id !== 'string' && typeof id !== 'number') {
      errorAt(reading, place, 'the row has no id', {
        why: 'a row is named in the reports by its id, which must stay the same when rows are added',
        fix: 'add "id: some-name"',
      });
      return [];
    }
    const name = String(id);
    checkRowId(reading, place, name, errorAt);
    if (seen.has(name))
      errorAt(reading, place, `the row id "${name}" stands twice`, { why: 'each row is a case of its own' });
    seen.add(name);
    return { id: name, ...rowOf(reading, below(at, i), isObject(row) ? row : { id }) };
  });
}

/** The values of a row, and what it covers beyond the scenario. */
function rowOf(reading: Reading, at: string, row: JsonObject): Omit<Scenario['rows'][number], 'id'> {
  const { covers, ...values } = row;
  if (covers === undefined) return { values };
  if (!Array.isArray(covers) || textsOf(covers).length !== covers.length) {
    errorAt(reading, below(at, 'covers'), 'the rows covered are no list of ids', {
      why: '"covers" of a row names rows of the register, like that of the scenario, for its case alone',
    });
  }
  return { values, covers: textsOf(covers) };
}

function checkRowId(reading: Reading, at: string, id: string, report: typeof errorAt): void {
  if (ROW_ID.test(id)) return;
  report(reading, at, `"${id}" is no row id`, { why: 'a row id is part of a case id: letters, digits, - . and _' });
}
