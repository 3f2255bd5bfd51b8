import { compile, type JSONPathQuery, type JSONValue } from 'json-p3';
import type { Json } from '../model.ts';
import { remembered } from './once.ts';
import { isObject } from './pointer.ts';

interface Query {
  readonly all: (root: Json) => Json[];
  readonly first: (root: Json) => Json | undefined;
}

const MAX_PATHS = 10_000;

const queryOf = remembered(MAX_PATHS, (path: string): Query => {
  const steps = stepsOf(path);
  return steps ? (stepDown(steps) ?? walk(steps)) : evaluate(compile(path));
});

/** One segment of a path: keys, or children with a member of a given text (`[?@.name == 'x']`). */
type PathStep = readonly (string | number)[] | { readonly member: string; readonly is: string };

const SEGMENT =
  /\.([A-Za-z_]\w*)|\[(0|[1-9]\d{0,8})\]|\[('[\w-]+'(?:, *'[\w-]+')*)\]|\[\?@\.([A-Za-z_]\w*) *== *'([\w .:/-]*)'\]/y;

/** The steps of a path that only goes down; such paths, the usual case, need no query engine. */
function stepsOf(path: string): PathStep[] | undefined {
  const steps: PathStep[] = [];
  for (let at = 1; at < path.length; at = SEGMENT.lastIndex) {
    SEGMENT.lastIndex = at;
    const [, name, index, names = '', member, is = ''] = SEGMENT.exec(path) ?? [];
    if (SEGMENT.lastIndex === 0) return undefined;
    if (member !== undefined) steps.push({ member, is });
    else if (index !== undefined) steps.push([Number(index)]);
    else steps.push(name === undefined ? names.slice(1, -1).split(/', *'/) : [name]);
  }
  return path.startsWith('$') ? steps : undefined;
}

/** A query for a path without branches, the usual case; undefined for other paths. */
function stepDown(steps: readonly PathStep[]): Query | undefined {
  const keys: (string | number)[] = [];
  for (const step of steps) {
    const [key] = 'member' in step ? [] : step;
    if (key === undefined || ('length' in step && step.length > 1)) return undefined;
    keys.push(key);
  }
  const first = (root: Json): Json | undefined => {
    let node = root;
    for (const key of keys) {
      const child = childOf(node, key);
      if (child === undefined) return undefined;
      node = child;
    }
    return node;
  };
  const all = (root: Json): Json[] => {
    const found = first(root);
    return found === undefined ? [] : [found];
  };
  return { all, first };
}

function walk(steps: readonly PathStep[]): Query {
  return {
    all: (root) => {
      const found: Json[] = [];
      visit(root, steps, 0, (node) => {
        found.push(node);
        return false;
      });
      return found;
    },
    first: (root) => {
      let found: Json | undefined;
      visit(root, steps, 0, (node) => {
        found = node;
        return true;
      });
      return found;
    },
  };
}

/** Calls `isEnough` with each node at the end of the steps, in document order, until it returns true. */
function visit(node: Json, steps: readonly PathStep[], from: number, isEnough: (node: Json) => boolean): boolean {
  const step = steps[from];
  if (step === undefined) return isEnough(node);
  if ('member' in step) {
    const children = Array.isArray(node) ? node : isObject(node) ? Object.values(node) : [];
    for (const child of children) {
      if (memberOf(child, step.member) === step.is && visit(child, steps, from + 1, isEnough)) return true;
    }
    return false;
  }
  for (const key of step) {
    const child = childOf(node, key);
    if (child !== undefined && visit(child, steps, from + 1, isEnough)) return true;
  }
  return false;
}

function childOf(node: Json, key: string | number): Json | undefined {
  if (typeof key === 'string') return memberOf(node, key);
  return Array.isArray(node) ? node[key] : undefined;
}

function memberOf(node: Json, name: string): Json | undefined {
  return isObject(node) && Object.hasOwn(node, name) ? node[name] : undefined;
}

function evaluate(query: JSONPathQuery): Query {
  return {
    all: (root) => query.query(root as JSONValue).values() as Json[],
    first: (root) => query.match(root as JSONValue)?.value as Json | undefined,
  };
}

/** The values that an RFC 9535 path selects, in document order. Throws if `pathProblem` finds one. */
export function select(path: string, root: Json): Json[] {
  return queryOf(path).all(root);
}

/** Compiles a path to a function from a root to the first value selected; filters stop there. */
export function firstAt(path: string): (root: Json) => Json | undefined {
  return queryOf(path).first;
}

/** Why a path is not well formed, in the library's words; null if it is. */
export function pathProblem(path: string): string | null {
  try {
    queryOf(path);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
