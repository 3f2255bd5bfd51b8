import type { Json, JsonObject, Operation, RequestTemplate } from '../model.ts';
import { isObject } from '../values/pointer.ts';
import { fillRequest } from './template.ts';

/** The request of a verb: its fields where the contract says they go, over the usual headers. */
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
 * A request that the author wrote out. Its headers stand over the usual ones; one that is null is left out, and where
 * that is `Authorization` no token is sent. A text body is sent as it stands.
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
