import type { Json } from '../model.ts';
import { sameJson } from './equal.ts';
import { isObject, pointerOf } from './pointer.ts';

/** Where two JSON values differ: pointers to the smallest values that are different, or in only one of them. */
export function differences(one: Json | undefined, other: Json | undefined, at = ''): readonly string[] {
  if (one === undefined || other === undefined) return one === other ? [] : [at];
  if (sameJson(one, other)) return [];
  if (Array.isArray(one) !== Array.isArray(other)) return [at];
  const [a, b] = [membersOf(one), membersOf(other)];
  if (a === undefined || b === undefined) return [at];
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].flatMap((name) => differences(a[name], b[name], at + pointerOf([name])));
}

function membersOf(value: Json): Readonly<Record<string, Json>> | undefined {
  return Array.isArray(value) ? Object.fromEntries(value.entries()) : isObject(value) ? value : undefined;
}
