import { compile, type JSONPathQuery, type JSONValue } from 'json-p3';
import type { Json } from './model.ts';
import { isObject } from './pointer.ts';

type Query = (root: Json) => Json[];

const compiled = new Map<string, Query>();

function queryOf(path: string): Query {
  let query = compiled.get(path);
  if (!query) {
    // Most paths only walk down members; those need no query engine.
    query = PLAIN.test(path) ? walk(path.slice(2).split('.')) : evaluate(compile(path));
    compiled.set(path, query);
  }
  return query;
}

const PLAIN = /^\$(?:\.[A-Za-z_][A-Za-z0-9_]*)+$/;

function walk(names: readonly string[]): Query {
  return (root) => {
    let value: Json | undefined = root;
    for (const name of names) {
      if (!isObject(value) || !Object.hasOwn(value, name)) return [];
      value = value[name];
    }
    return value === undefined ? [] : [value];
  };
}

function evaluate(query: JSONPathQuery): Query {
  return (root) => query.query(root as JSONValue).values() as Json[];
}

/** The values an RFC 9535 path selects, in document order. Throws on a path that `pathProblem` would name. */
export function select(path: string, root: Json): Json[] {
  return queryOf(path)(root);
}

/** What is wrong with a path, in the library's words, or null when it is well formed. */
export function pathProblem(path: string): string | null {
  try {
    queryOf(path);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
