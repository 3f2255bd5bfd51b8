import type { Defect, DefectKind, Json, JsonObject, ScenarioMatrixRow, ScenarioStep } from '../model.ts';
import { didYouMean } from '../source/nearest.ts';
import { listed } from '../source/schema.ts';
import { below } from '../source/source.ts';
import { isObject } from '../values/pointer.ts';
import { readExpectation } from './expectation.ts';
import { errorAt, errorAtKey, optional, type Reading } from './reading.ts';
import { checkValues } from './texts.ts';
import { DERIVED_KINDS, WRITTEN_KINDS } from './vocabulary.ts';

type Matrix = NonNullable<ScenarioStep['matrix']>;

/** Reads `matrix: {derive: [omit, …] | all, rows: [{title, set: {/body/orderType: FOO}}]}`. */
export function readMatrix(reading: Reading, at: string, value: Json | undefined): Matrix | undefined {
  if (!isObject(value)) return undefined;
  const rows = Array.isArray(value.rows) ? (value.rows as readonly Json[]) : [];
  return {
    derive: readKinds(reading, below(at, 'derive'), value.derive),
    ...optional('cases', value.cases === 'kind' ? ('kind' as const) : undefined),
    rows: rows.flatMap((row, i) => readRow(reading, below(at, 'rows', i), row) ?? []),
    span: reading.source.keySpanOf(at),
  };
}

function readKinds(reading: Reading, at: string, value: Json | undefined): DefectKind[] {
  if (value === 'all') return [...DERIVED_KINDS];
  const items = Array.isArray(value) ? (value as readonly Json[]) : value === undefined ? [] : [value];
  return items.flatMap((item, i) => {
    // An unquoted null in YAML is no text.
    const word = item === null ? 'null' : item;
    const kind = DERIVED_KINDS.find((each) => each === word);
    if (kind !== undefined) return kind;
    errorAt(reading, Array.isArray(value) ? below(at, i) : at, `unknown kind of defect ${JSON.stringify(word)}`, {
      why: `a matrix can derive all, or a list of ${listed(DERIVED_KINDS, DERIVED_KINDS.length)}`,
      ...didYouMean(String(word), ['all', ...DERIVED_KINDS]),
    });
    return [];
  });
}

function readRow(reading: Reading, at: string, row: Json): ScenarioMatrixRow | undefined {
  if (!isObject(row)) return undefined;
  const kinds = WRITTEN_KINDS.filter((kind) => Object.hasOwn(row, kind));
  const [kind, second] = kinds;
  if (kind === undefined) {
    errorAt(reading, at, 'the row has no defect', {
      why: `a row has a title and one of ${listed(WRITTEN_KINDS, WRITTEN_KINDS.length)}`,
    });
    return undefined;
  }
  if (second !== undefined) {
    errorAtKey(reading, below(at, second), `a second defect "${second}" in one row`, {
      why: `a row has one defect, so that the answer can be laid to it; this one already has "${kind}"`,
      fix: 'write a row for each',
    });
  }
  const defect = readDefect(reading, below(at, kind), kind, row[kind] ?? null);
  if (defect === undefined || typeof row.title !== 'string') return undefined;
  return {
    title: row.title,
    defect,
    ...optional('expect', readExpectation(reading, below(at, 'expect'), row.expect)),
    span: reading.source.spanOf(at),
  };
}

function readDefect(reading: Reading, at: string, kind: DefectKind, value: Json): Defect | undefined {
  switch (kind) {
    case 'set':
    case 'wrong-type':
    case 'not-in-enum':
    case 'not-a-date':
      return isObject(value) ? readPut(reading, at, kind, value) : undefined;
    case 'no-header':
    case 'empty-header':
      return typeof value === 'string' ? { kind, at: below('/headers', value) } : undefined;
    case 'no-bearer':
    case 'bad-token':
    case 'bad-credentials':
      return readWhole(reading, at, kind, '/headers/Authorization', value);
    case 'wrong-content-type':
      return readWhole(reading, at, kind, '/headers/Content-Type', value);
    case 'malformed-json':
    case 'truncated-json':
    case 'array-for-object':
      return typeof value === 'string'
        ? readPlace(reading, at, kind, value)
        : readWhole(reading, at, kind, '/body', value);
    default:
      return typeof value === 'string' ? readPlace(reading, at, kind, value) : undefined;
  }
}

/** `{/body/orderType: FOO}`. */
function readPut(reading: Reading, at: string, kind: DefectKind, value: JsonObject): Defect | undefined {
  const [place, second] = Object.entries(value);
  if (place === undefined || second !== undefined) {
    errorAtKey(reading, at, `"${kind}" names ${second === undefined ? 'no place' : 'several places'}`, {
      why: `it takes one pointer and the value put there: "${kind}: { /body/orderType: FOO }"`,
    });
    return undefined;
  }
  checkValues(reading, at, value);
  const [pointer, put] = place;
  const defect = readPlace(reading, below(at, pointer), kind, pointer);
  if (defect === undefined) return undefined;
  // Setting null is a kind of its own, with its own answer in the contract.
  return kind === 'set' && put === null ? { kind: 'null', at: pointer } : { ...defect, value: put };
}

/** A kind that has only one place, switched on by `true`. */
function readWhole(reading: Reading, at: string, kind: DefectKind, place: string, value: Json): Defect | undefined {
  if (value === true) return { kind, at: place };
  if (value === false)
    errorAt(reading, at, `"${kind}: false" is no defect`, { fix: 'leave the row out, or write true' });
  return undefined;
}

function readPlace(reading: Reading, at: string, kind: DefectKind, pointer: string): Defect | undefined {
  if (/^\/(body(\/.*)?|(query|path|headers)\/.+)$/.test(pointer)) return { kind, at: pointer };
  errorAtKey(reading, at, `"${pointer}" leads to no part of a request`, {
    why: 'a place is a JSON Pointer that starts with /body, /query/ or /headers/',
  });
  return undefined;
}
