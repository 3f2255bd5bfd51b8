import type { Json, JsonObject, Operation, RequestTemplate, VerbField } from '../model.ts';
import { isValue } from '../values/bind.ts';
import { isObject, setAt } from '../values/pointer.ts';
import { isPartOf } from '../wire/answer.ts';
import { PARTS } from '../wire/parameter.ts';
import type { RequestView } from '../wire/request.ts';

/** The request of a verb: its fields placed as the contract says, and the usual headers. */
export function verbRequest(
  operation: Operation,
  fields: JsonObject,
  usual: JsonObject,
  defaultOf: (written: Json) => Json,
): RequestTemplate {
  const { headers, query, path, body } = fillRequest(operation, fields, defaultOf);
  return {
    verb: operation.verb,
    method: operation.method,
    path: operation.path,
    headers: { ...usual, ...headers },
    query,
    ...(path ? { pathParameters: path } : {}),
    ...(operation.body && body !== undefined ? { contentType: operation.body.contentType, body } : {}),
    auth: operation.auth,
  };
}

/**
 * A request that the author wrote out. Its headers replace the usual ones; a header that is null is left out, and
 * `Authorization: null` sends no token. A text body is sent unchanged.
 */
export function httpRequest(fields: JsonObject, usual: JsonObject): RequestTemplate {
  const written = Object.entries(isObject(fields.headers) ? fields.headers : {});
  const replaced = new Set(written.map(([name]) => name.toLowerCase()));
  const kept = Object.entries(usual).filter(([name]) => !replaced.has(name.toLowerCase()));
  const contentType = written.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const { body } = fields;
  return {
    verb: 'http',
    method: String(fields.method ?? 'GET'),
    path: String(fields.path ?? '/'),
    headers: Object.fromEntries([...kept, ...written.filter(([, value]) => value !== null)]),
    query: isObject(fields.query) ? fields.query : {},
    ...(body === undefined || typeof body === 'string'
      ? {}
      : { contentType: String(contentType ?? 'application/json') }),
    ...(body === undefined ? {} : { body }),
    auth: replaced.has('authorization') ? 'none' : 'bearer',
  };
}

/**
 * Places the fields of a verb as the contract says. `$values` that are not known yet stay: `take` and `pick` become paths,
 * resolved at run time.
 * @param defaultOf returns a field's default with its values filled in.
 */
export function fillRequest(operation: Operation, fields: JsonObject, defaultOf: (written: Json) => Json): RequestView {
  let view: Json = operation.body ? { headers: {}, query: {}, body: {} } : { headers: {}, query: {} };
  for (const rule of operation.fields) {
    const value = Object.hasOwn(fields, rule.field) ? fields[rule.field] : rule.default && defaultOf(rule.default);
    if (value === undefined || (rule.when && !isPartOf(rule.when, (view as JsonObject).body))) continue;
    const shaped = shape(rule, value);
    if (shaped !== undefined) view = setAt(view, rule.to, shaped);
  }
  const named = new Set(operation.fields.map(({ field }) => field));
  for (const [name, value] of Object.entries(fields)) {
    if (!named.has(name)) view = setAt(view, placeOf(operation, name), value);
  }
  return view as unknown as RequestView;
}

/** Where a field goes that the verb does not define: to the parameter or body member of that name. */
function placeOf(operation: Operation, name: string): string {
  const parameter = operation.parameters.find((each) => each.name === name);
  const part = parameter ? PARTS[parameter.in] : operation.body ? 'body' : 'query';
  return `/${part}/${name}`;
}

function shape({ take, pick, pairs }: VerbField, value: Json): Json | undefined {
  if (take !== undefined) return memberOf(value, take);
  if (pick !== undefined) return picked(value, pick);
  if (pairs && isObject(value)) return Object.entries(value).map(([name, each]) => ({ name, value: pairText(each) }));
  return value;
}

/** A member of an object, or its path if the object is not known yet; any other value unchanged. */
function memberOf(value: Json, name: string): Json | undefined {
  if (typeof value === 'string' && isValue(value)) {
    // A member of an optional value is optional, too.
    const isOptional = [value, name].some((each) => each.endsWith('?'));
    return `${withoutMark(value)}.${withoutMark(name)}${isOptional ? '?' : ''}`;
  }
  return isObject(value) ? value[name] : value;
}

const withoutMark = (text: string): string => text.replace(/\?$/, '');

function picked(value: Json, names: readonly string[]): Json {
  const isKnown = isObject(value);
  if (!isKnown && !(typeof value === 'string' && isValue(value))) return value;
  // `name?` in the contract marks an optional member.
  const members = names.map(
    (name) => [withoutMark(name), memberOf(value, isKnown ? withoutMark(name) : name)] as const,
  );
  return Object.fromEntries(members.filter((member): member is [string, Json] => member[1] !== undefined));
}

/** Characteristics are texts; YAML reads `12` and `true` as other types. */
function pairText(value: Json): Json {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}
