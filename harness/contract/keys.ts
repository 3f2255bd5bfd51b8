import type { Json, JsonObject } from '../model.ts';
import { parseDuration } from '../values/duration.ts';

/** From how authors write keys and values to how the types have them. A JSON Schema has vouched for their form. */

/** `problem-code` to `problemCode`. */
export function camel(name: string): string {
  return name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** `problemCode` to `problem-code`. */
export function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The same map with its own keys in camel case; what lies deeper stays. */
export function camelKeys(map: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(map).map(([name, value]) => [camel(name), value]));
}

/** A duration as ms. */
export function ms(text: Json | undefined): number {
  return parseDuration(String(text)) ?? 0;
}

/** A list as it is, one value as a list of it, nothing as an empty list. */
export function listOf(value: Json | undefined): readonly Json[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}
