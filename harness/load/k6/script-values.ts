/** What a load's script makes of values that answers gave, for later requests: copied beside it as `values.ts`. */
import type { Json } from '../../model.ts';

/** Texts and values in a row; undefined where one of the values is. */
export function joined(...parts: readonly (Json | undefined)[]): string | undefined {
  if (parts.includes(undefined)) return undefined;
  return parts.map((part) => (typeof part === 'string' ? part : JSON.stringify(part))).join('');
}

/** The elements of a list, or the members of an object; of anything else none. */
export function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : typeof value === 'object' && value !== null ? Object.values(value) : [];
}

/** JSON without what is undefined. */
export function known<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
