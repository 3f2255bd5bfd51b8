import type { Json, JsonObject } from '../model.ts';
import { remembered } from './once.ts';

/** Splits a JSON Pointer (RFC 6901) into its unescaped parts; the empty pointer has none. */
export function partsOf(pointer: string): string[] {
  if (pointer === '') return [];
  const parts = pointer.slice(1).split('/');
  return pointer.includes('~') ? parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~')) : parts;
}

/** Joins parts to a JSON Pointer, escaping `~` and `/`. */
export function pointerOf(parts: readonly (string | number)[]): string {
  let pointer = '';
  for (const part of parts) pointer += `/${typeof part === 'number' ? part : escaped(part)}`;
  return pointer;
}

function escaped(part: string): string {
  return /[~/]/.test(part) ? part.replaceAll('~', '~0').replaceAll('/', '~1') : part;
}

/** True for a JSON object, as opposed to an array, a scalar or nothing. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value if it is an object, else an empty object. */
export function objectOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** The value if it is a list, else an empty list. */
export function itemsOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function childOf(value: Json | undefined, part: string): Json | undefined {
  if (Array.isArray(value)) return value[Number(part)];
  return isObject(value) && Object.hasOwn(value, part) ? value[part] : undefined;
}

/** The value at a pointer; undefined if there is none. */
export function getAt(root: Json, pointer: string): Json | undefined {
  let value: Json | undefined = root;
  for (const part of knownParts(pointer)) value = childOf(value, part);
  return value;
}

/** Every text and number in a JSON value with its pointer, in document order. */
export function leavesOf(value: Json | undefined, at = ''): readonly Leaf[] {
  const leaves: Leaf[] = [];
  const collect = (inside: Json | undefined, below: string): void => {
    if (typeof inside === 'string' || typeof inside === 'number') leaves.push([below, inside]);
    else if (typeof inside === 'object' && inside !== null)
      for (const name in inside) collect((inside as JsonObject)[name], below + pointerOf([name]));
  };
  collect(value, at);
  return leaves;
}

type Leaf = readonly [at: string, value: string | number];

const MAX_SPLIT = 1_000;
/** Cached, since the same few pointers are used for many bodies. */
const knownParts = remembered(MAX_SPLIT, (pointer: string): readonly string[] => partsOf(pointer));

/** A copy of `root` with `value` at the pointer; creates missing objects on the way, and leaves the original unchanged. */
export function setAt(root: Json, pointer: string, value: Json): Json {
  const parts = knownParts(pointer);
  const put = (node: Json | undefined, depth: number): Json => {
    const head = parts[depth];
    if (head === undefined) return value;
    if (Array.isArray(node)) {
      const at = head === '-' ? node.length : Number(head);
      return Object.assign([...node], { [at]: put(node[at], depth + 1) });
    }
    const child = put(childOf(node, head), depth + 1);
    // A computed key defines an own member, even `__proto__`, but costs several times an assignment.
    if (head === '__proto__') return { ...(isObject(node) ? node : {}), [head]: child };
    const copy: Record<string, Json> = isObject(node) ? { ...node } : {};
    copy[head] = child;
    return copy;
  };
  return put(root, 0);
}

/** A copy of `root` without the member or element at the pointer; `root` itself if there is none. */
export function removeAt(root: Json, pointer: string): Json {
  const drop = (node: Json | undefined, parts: readonly string[]): Json | undefined => {
    const [head, ...rest] = parts;
    if (head === undefined) return undefined;
    const child = childOf(node, head);
    if (child === undefined || node === undefined) return node;
    const kept = drop(child, rest);
    if (Array.isArray(node)) {
      return kept === undefined ? node.filter((_, i) => i !== Number(head)) : node.with(Number(head), kept);
    }
    if (!isObject(node)) return node;
    if (kept !== undefined) return { ...node, [head]: kept };
    return Object.fromEntries(Object.entries(node).filter(([name]) => name !== head));
  };
  return drop(root, partsOf(pointer)) ?? null;
}

/** Whether a pointer is the same as another, or leads below it. */
export function isWithin(pointer: string, outer: string): boolean {
  return pointer === outer || pointer.startsWith(`${outer}/`);
}
