import { compile, type JSONPathQuery, type JSONValue } from 'json-p3';
import type { Json } from './model.ts';

const compiled = new Map<string, JSONPathQuery>();

function queryOf(path: string): JSONPathQuery {
  let query = compiled.get(path);
  if (!query) {
    query = compile(path);
    compiled.set(path, query);
  }
  return query;
}

const PLAIN = /^\$(?:\.[A-Za-z_][A-Za-z0-9_]*)+$/;

/** The values an RFC 9535 path selects, in document order. Throws on a path that `pathProblem` would name. */
export function select(path: string, root: Json): Json[] {
  // Most paths only walk down members; those need no query engine.
  if (PLAIN.test(path)) {
    let value: Json | undefined = root;
    for (const name of path.slice(2).split('.')) {
      if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, name)) return [];
      value = (value as Readonly<Record<string, Json>>)[name];
    }
    return value === undefined ? [] : [value];
  }
  return queryOf(path)
    .query(root as JSONValue)
    .values() as Json[];
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
