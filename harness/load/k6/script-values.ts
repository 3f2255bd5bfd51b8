/** What a load's script does with values from answers, for later requests: copied beside it as `values.ts`. */
import type { Json } from '../../model.ts';

/** Texts and values joined to one text; undefined if one of the values is. */
export function joined(...parts: readonly (Json | undefined)[]): string | undefined {
  if (parts.includes(undefined)) return undefined;
  return parts.map((part) => (typeof part === 'string' ? part : JSON.stringify(part))).join('');
}

/** The elements of a list, or the members of an object; otherwise empty. */
export function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : typeof value === 'object' && value !== null ? Object.values(value) : [];
}

/** A copy without undefined members. */
export function known<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
