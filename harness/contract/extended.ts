import { dirname, resolve } from 'node:path';
import type { Json, Problem } from '../model.ts';
import { parseSource, type Source } from '../source/source.ts';
import { merge } from '../values/members.ts';
import { getAt, isObject, setAt } from '../values/pointer.ts';
import { isVariable } from './environment.ts';
import { isPath, loadFixture, shown, TARGETS } from './fixture.ts';

/** Places of a target that hold the path of a file, or a name that may be one. */
const NAMED = ['/profile', '/world', '/tenants-from'];
const PATHS = ['/tls', '/webhook/tls', '/webhook/authentication'].flatMap((at) =>
  ['ca', 'cert', 'key'].map((name) => `${at}/${name}`),
);

/** A source, and the files below it that it extends. */
type Extended = Source & { readonly bases?: readonly string[] };

/**
 * A target file with what it says in place of what the file that it `extends` says: maps member by member, all else as a
 * whole. Each place is that of the file which says it.
 */
export function extended(source: Source, file: string, under: readonly string[] = []): Extended {
  const reference = getAt(source.value, '/extends');
  if (typeof reference !== 'string' || !isObject(source.value)) return source;
  const span = source.spanOf('/extends');
  const wrong = (problem: Problem): Extended => ({ ...source, problems: [...source.problems, problem] });
  const read = (text: string, other: string): Extended => {
    const around = [...under, file];
    if (around.includes(other)) {
      const message = `"${reference}" extends this target in turn`;
      return wrong({ severity: 'error', span, message, why: [...around, other].map(shown).join(' extends ') });
    }
    return extended(parseSource(text, shown(other)), other, around);
  };
  const base = loadFixture(TARGETS, reference, (text, other) => ({ ...read(text, other), from: other }), file, span);
  if (!('from' in base)) return { ...source, problems: [...source.problems, ...base.problems] };
  if (base.problems.length > 0 || !isObject(base.value)) return { ...source, problems: base.problems };
  const { extends: _, ...value } = source.value;
  const ownOf = (pointer: string): Source =>
    getAt(value, pointer) === undefined && getAt(base.value, pointer) !== undefined ? base : source;
  const below = anchored(base.value, base.from);
  return {
    ...source,
    bases: [base.from, ...(base.bases ?? [])],
    value: merge(isObject(below) ? below : {}, value),
    spanOf: (pointer) => ownOf(pointer).spanOf(pointer),
    keySpanOf: (pointer) => ownOf(pointer).keySpanOf(pointer),
  };
}

/** With its paths as they are seen from anywhere. */
function anchored(value: Json, file: string): Json {
  return [...NAMED, ...PATHS].reduce((so, pointer) => {
    const path = getAt(so, pointer);
    const isFile = typeof path === 'string' && !isVariable(path) && !path.includes('-----BEGIN ');
    if (!isFile || (NAMED.includes(pointer) && !isPath(path))) return so;
    return setAt(so, pointer, resolve(dirname(file), path));
  }, value);
}
