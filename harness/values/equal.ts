import type { Json } from '../model.ts';
import { isObject } from './pointer.ts';

/** Whether two JSON values are equal. Order matters in lists, not in objects (RFC 8259, 4). */
export function sameJson(a: Json, b: Json): boolean {
  if (a === b) return true;
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((each, i) => isSameAs(each, b[i]));
  }
  if (!isObject(a) || !isObject(b)) return false;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => isSameAs(a[name], b[name]));
}

function isSameAs(a: Json | undefined, b: Json | undefined): boolean {
  return a === undefined || b === undefined ? a === b : sameJson(a, b);
}
