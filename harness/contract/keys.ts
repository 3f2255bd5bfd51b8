import type { Json } from '../model.ts';

/** From how authors write keys and values to how the types have them. A JSON Schema has vouched for their form. */

/** `problem-code` to `problemCode`. */
export function camel(name: string): string {
  return name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** `problemCode` to `problem-code`. */
export function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** A list as it is, one value as a list of it, nothing as an empty list. */
export function listOf(value: Json | undefined): readonly Json[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}
