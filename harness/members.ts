import type { Json, JsonObject } from './model.ts';

/**
 * The object with each member changed, without those for which there is no value any more. Where nothing changes it is
 * the object itself: most of a template is literal, and a run fills many.
 */
export function mapMembers(object: JsonObject, change: (value: Json, name: string) => Json | undefined): JsonObject {
  let isChanged = false;
  const members: [string, Json][] = [];
  for (const [name, value] of Object.entries(object)) {
    const changed = change(value, name);
    if (changed !== value) isChanged = true;
    if (changed !== undefined) members.push([name, changed]);
  }
  // Unlike an assignment, this defines an own member, also for `__proto__`.
  return isChanged ? Object.fromEntries(members) : object;
}
