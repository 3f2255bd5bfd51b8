import { compile, type JSONPathQuery, type JSONValue } from 'json-p3';
import type { Json } from './model.ts';
import { isObject } from './pointer.ts';

interface Query {
  all(root: Json): Json[];
  first(root: Json): Json | undefined;
}

const compiled = new Map<string, Query>();

function queryOf(path: string): Query {
  let query = compiled.get(path);
  if (!query) {
    const steps = stepsOf(path);
    query = steps ? walk(steps) : evaluate(compile(path));
    compiled.set(path, query);
  }
  return query;
}

/** The keys that one segment of a path leads through. */
type Step = readonly (string | number)[];

const SEGMENT = /\.([A-Za-z_]\w*)|\[(0|[1-9]\d{0,8})\]|\[('[\w-]+'(?:, *'[\w-]+')*)\]/y;

/** The steps of a path that only walks down members and elements, as most do: those need no query engine. */
function stepsOf(path: string): Step[] | undefined {
  const steps: Step[] = [];
  for (let at = 1; at < path.length; at = SEGMENT.lastIndex) {
    SEGMENT.lastIndex = at;
    const [, name, index, names = ''] = SEGMENT.exec(path) ?? [];
    if (SEGMENT.lastIndex === 0) return undefined;
    if (index !== undefined) steps.push([Number(index)]);
    else steps.push(name === undefined ? names.slice(1, -1).split(/', *'/) : [name]);
  }
  return path.startsWith('$') ? steps : undefined;
}

function walk(steps: readonly Step[]): Query {
  const all = (root: Json): Json[] => {
    let nodes: Json[] = [root];
    for (const keys of steps) {
      nodes = nodes.flatMap((node) => keys.map((key) => childOf(node, key)).filter((child) => child !== undefined));
    }
    return nodes;
  };
  return { all, first: (root) => all(root)[0] };
}

function childOf(node: Json, key: string | number): Json | undefined {
  if (typeof key === 'number') return Array.isArray(node) ? node[key] : undefined;
  return isObject(node) && Object.hasOwn(node, key) ? node[key] : undefined;
}

function evaluate(query: JSONPathQuery): Query {
  return {
    all: (root) => query.query(root as JSONValue).values() as Json[],
    first: (root) => query.match(root as JSONValue)?.value as Json | undefined,
  };
}

/** The values an RFC 9535 path selects, in document order. Throws on a path that `pathProblem` would name. */
export function select(path: string, root: Json): Json[] {
  return queryOf(path).all(root);
}

/** The first value that a path selects; a filter stops looking there. */
export function selectFirst(path: string, root: Json): Json | undefined {
  return queryOf(path).first(root);
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
