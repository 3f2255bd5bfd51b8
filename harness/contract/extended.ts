import { dirname, resolve } from 'node:path';
import { displayPath } from '../home.ts';
import type { Json, Problem } from '../model.ts';
import { parseSource, type Source } from '../source/source.ts';
import { merge } from '../values/members.ts';
import { getAt, isObject, setAt } from '../values/pointer.ts';
import { isVariable } from './environment.ts';
import { isPath, loadFixture, TARGETS } from './fixture.ts';

/** Places of a target that hold a name or the path of a file. */
const NAMED = ['/profile', '/world', '/tenants-from'];

/** Places of a target that hold the path of a PEM file, or its content. */
export const PEM_PLACES: readonly string[] = ['/tls', '/webhook/tls', '/webhook/authentication'].flatMap((at) =>
  ['ca', 'cert', 'key'].map((name) => `${at}/${name}`),
);

/** Whether a text is the content of a PEM file, and not its path. */
export const isPem = (text: string): boolean => text.includes('-----BEGIN ');

/** A source, and the files that it extends. */
type Extended = Source & { readonly bases?: readonly string[] };

/**
 * A target file merged over the file that it `extends`: maps member by member, everything else as a whole. Each place is in
 * the file that says it.
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
      return wrong({ severity: 'error', span, message, why: [...around, other].map(displayPath).join(' extends ') });
    }
    return extended(parseSource(text, displayPath(other)), other, around);
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

/** The content with its paths made independent of the file's folder. */
function anchored(value: Json, file: string): Json {
  const named = NAMED.filter((pointer) => isPath(String(getAt(value, pointer))));
  return withPaths(value, file, [...named, ...PEM_PLACES]);
}

/** A target with the paths in these places resolved against the folder of its file. */
export function withPaths(value: Json, file: string, places: readonly string[]): Json {
  return places.reduce((so, pointer) => {
    const path = getAt(so, pointer);
    if (typeof path !== 'string' || isVariable(path) || isPem(path)) return so;
    return setAt(so, pointer, resolve(dirname(file), path));
  }, value);
}
