import type { Json } from '../../model.ts';

/**
 * Why a value is not as the component schema of that name says, or null. Where the journeys of a load need any, the
 * bundle has the schemas of its contract as code in the place of this file.
 */
export function isSchema(name: string, _value: Json): string | null {
  throw new Error(`the schema "${name}" was not bundled`);
}
