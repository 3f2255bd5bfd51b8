import type { Contract, Json, JsonObject } from '../model.ts';
import { isValue } from '../values/bind.ts';
import { getAt, isObject, partsOf, pointerOf } from '../values/pointer.ts';

/** A place in a request, with its part of the contract. */
export interface RequestPlace {
  /** JSON Pointer into `{headers, query, path, body}`. */
  readonly at: string;
  /** With composition resolved for this request: `allOf`, `if`, `oneOf` folded in. */
  readonly schema: JsonObject;
  readonly required: boolean;
  /** The value of the valid request there, if known. */
  readonly value?: Json;
}

/**
 * The members of a value that its schema describes, outermost first, and the first, middle and last element of each list.
 * For a value not known yet, the required members, which a valid one has.
 */
export function placesIn(schema: JsonObject, value: Json, at: string): RequestPlace[] {
  const whole = settle(schema, value);
  if (Array.isArray(value)) {
    const { items } = whole;
    if (value.length === 0 || !isObject(items)) return [];
    const ends = new Set([0, Math.floor(value.length / 2), value.length - 1]);
    return [...ends].flatMap((i): RequestPlace[] => {
      const element: Json = value[i] ?? null;
      const schema = settle(items, element);
      return [
        { at: `${at}/${i}`, schema, required: false, value: element },
        ...placesIn(schema, element, `${at}/${i}`),
      ];
    });
  }
  const isUnknown = typeof value === 'string' && isValue(value);
  if (!isObject(value) && !isUnknown) return [];
  const required = namesIn(whole.required);
  const members = isObject(whole.properties) ? Object.entries(whole.properties) : [];
  return members.flatMap(([name, written]) => {
    const isRequired = required.includes(name);
    const member = isObject(value) ? value[name] : isRequired ? value : undefined;
    if (member === undefined || !isObject(written)) return [];
    const place = pointerOf([...partsOf(at), name]);
    const inner = settle(written, member);
    return [{ at: place, schema: inner, required: isRequired, value: member }, ...placesIn(inner, member, place)];
  });
}

/** A schema as one plain schema: parts, conditions and alternatives that hold for this value are folded in. */
export function settle(schema: JsonObject, value: Json): JsonObject {
  const { allOf, oneOf, anyOf, if: condition, then: yes, else: no, ...rest } = schema;
  const alternatives = [...schemasIn(oneOf), ...schemasIn(anyOf)];
  const branch = isObject(condition) ? (fits(condition, value) ? yes : no) : undefined;
  const parts = [
    ...schemasIn(allOf),
    ...alternatives.filter((each) => fits(each, value)).slice(0, 1),
    ...(isObject(branch) ? [branch] : []),
  ];
  return parts.map((part) => settle(part, value)).reduce(merge, rest);
}

function merge(one: JsonObject, other: JsonObject): JsonObject {
  const properties: Record<string, Json> = { ...(isObject(one.properties) ? one.properties : {}) };
  for (const [name, schema] of Object.entries(isObject(other.properties) ? other.properties : {})) {
    const before = properties[name];
    properties[name] = isObject(before) && isObject(schema) ? { allOf: [before, schema] } : schema;
  }
  const required = [...new Set([...namesIn(one.required), ...namesIn(other.required)])];
  return {
    ...one,
    ...other,
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
    ...(required.length === 0 ? {} : { required }),
  };
}

/** Whether a value may match an alternative, by its constants and required members. */
function fits(schema: JsonObject, value: Json): boolean {
  const { properties, required, const: only, enum: any, not } = settle({ ...schema, oneOf: [], anyOf: [] }, value);
  if (only !== undefined && only !== value) return false;
  if (Array.isArray(any) && !any.includes(value)) return false;
  if (isObject(not) && fits(not, value)) return false;
  if (!isObject(value)) return true;
  return (
    namesIn(required).every((name) => Object.hasOwn(value, name)) &&
    Object.entries(isObject(properties) ? properties : {}).every(([name, member]) => {
      const actual = value[name];
      return actual === undefined || !isObject(member) || fits(member, actual);
    })
  );
}

function schemasIn(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter((each): each is JsonObject => isObject(each)) : [];
}

function namesIn(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

const bodyOf = ({ operations: { order } }: Pick<Contract, 'operations'>): JsonObject => order.body?.schema ?? {};

/** The order types in the contract. */
export function orderTypesOf(contract: Pick<Contract, 'operations'>): string[] {
  const listed = getAt(bodyOf(contract), '/properties/orderType/enum');
  return Array.isArray(listed) ? listed.map(String) : [];
}

/**
 * Whether the specification has a member in orders of a type: it is in `x-carries`, or, without such a list, not required
 * only in orders of other types.
 */
export function isMemberOf(contract: Pick<Contract, 'operations'>, orderType: string, member: string): boolean {
  const has = (type: string, list: string): boolean | undefined => {
    const names = settle(bodyOf(contract), { orderType: type })[list];
    return Array.isArray(names) ? names.includes(member) : undefined;
  };
  const isOwed = (type: string): boolean => has(type, 'required') === true;
  return has(orderType, 'x-carries') ?? (isOwed(orderType) || !orderTypesOf(contract).some(isOwed));
}
