import type { Json, JsonObject } from '../model.ts';
import { isObject } from '../pointer.ts';

/**
 * The schema of a response with null allowed for every member that it does not require. The spec does not say whether
 * a member without a value is left out or null (SIL-31), so both pass.
 */
export function withNullForAbsent(schema: JsonObject): JsonObject {
  const relaxed: Record<string, Json> = {};
  for (const [name, value] of Object.entries(schema)) {
    if (name === 'properties' && isObject(value)) relaxed[name] = properties(value, requiredOf(schema, value));
    else if ((name === 'items' || name === 'then') && isObject(value)) relaxed[name] = withNullForAbsent(value);
    else if (name === 'allOf' && Array.isArray(value)) {
      relaxed[name] = value.map((each) => (isObject(each) ? withNullForAbsent(each) : each));
    } else relaxed[name] = value;
  }
  return relaxed;
}

/** The members whose absence breaks a sentence; that of one with `x-required-by` breaks none, and is only observed. */
function requiredOf(schema: JsonObject, members: JsonObject): ReadonlySet<string> {
  const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
  return new Set(required.filter((name) => (members[name] as JsonObject | undefined)?.['x-required-by'] === undefined));
}

function properties(members: JsonObject, required: ReadonlySet<string>): JsonObject {
  const relaxed = Object.entries(members).map(([name, value]) => {
    const member = isObject(value) ? withNullForAbsent(value) : value;
    return [name, required.has(name) || !isObject(member) ? member : nullable(member)] as const;
  });
  return Object.fromEntries(relaxed);
}

function nullable(schema: JsonObject): JsonObject {
  const { type, enum: values } = schema;
  return {
    ...schema,
    ...(typeof type === 'string' ? { type: [type, 'null'] } : {}),
    ...(Array.isArray(values) ? { enum: [...values, null] } : {}),
  };
}
