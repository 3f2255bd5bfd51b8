import type { Defect, Json, JsonObject, RequestTemplate, Target, WireRequest } from '../model.ts';
import { getAt, isObject, partsOf, removeAt, setAt } from '../values/pointer.ts';
import { filledPath } from './parameter.ts';
import { bytesIn, headersIn, jsonIn, mediaTypeIn, queryIn } from './spelling.ts';

/**
 * From a request with all its values known to the bytes on the wire, including the one defect it may carry.
 * Defects of structure change the request seen as `{headers, query, path, body}`; defects of form change its text.
 */
export function encodeRequest(template: RequestTemplate, target: Destination): WireRequest {
  const defective = defectiveView(template);
  const isInForm = template.auth === 'basic' && target.token?.credentials === 'form';
  const view = isInForm ? credentialsInForm(defective) : defective;
  const headers = fixedHeaders(target, Object.entries(view.headers));
  const body = view.body === undefined ? undefined : bodyText(view.body, template);
  if (
    body !== undefined &&
    template.contentType !== undefined &&
    !headers.some(([name]) => name.toLowerCase() === 'content-type')
  ) {
    const isWrong = template.defect?.kind === 'wrong-content-type';
    headers.push(['Content-Type', isWrong ? 'text/plain' : mediaTypeIn(template.contentType, template.spelling)]);
  }
  const query = queryText(view.query, template);
  return {
    method: template.method,
    url: `${target.baseUrl.replace(/\/+$/, '')}${filledPath(template.path, view.path)}${query === '' ? '' : `?${query}`}`,
    headers: headersIn(headers, body !== undefined, template.spelling),
    body: body === undefined ? null : bytesIn(body, template.spelling),
    ...(template.spelling === 'halved' ? { isHalved: true } : {}),
  };
}

/** Where a request goes, and how such requests are dressed there. */
type Destination = Pick<Target, 'baseUrl'> & Partial<Pick<Target, 'headers' | 'token'>>;

/**
 * Headers of a request, behind those that every request to the target carries. A request's own stands in place of such a
 * one.
 */
export function fixedHeaders(
  { headers }: Pick<Destination, 'headers'>,
  own: readonly (readonly [string, Json])[],
): [string, string][] {
  const written = own.map(([name, value]): [string, string] => [name, String(value)]);
  if (headers === undefined) return written;
  const names = new Set(own.map(([name]) => name.toLowerCase()));
  return [...Object.entries(headers).filter(([name]) => !names.has(name.toLowerCase())), ...written];
}

/**
 * Basic credentials moved into the form, right or wrong ones; where there are none, or none that can be read, nothing
 * moves.
 */
function credentialsInForm(view: RequestView): RequestView {
  const { Authorization: basic, ...headers } = view.headers;
  const [, encoded] = /^Basic ([A-Za-z0-9+/]+={0,2})$/.exec(String(basic)) ?? [];
  if (encoded === undefined || !isObject(view.body)) return view;
  const text = new TextDecoder().decode(Uint8Array.from(atob(encoded), (each) => each.charCodeAt(0)));
  const at = text.indexOf(':');
  const [id, secret] = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
  return { ...view, headers, body: { ...view.body, client_id: id, client_secret: secret } };
}

/** A request as defects and verb fields see it. Header names in any case; JSON in the query decoded, or as its text. */
export interface RequestView {
  readonly headers: JsonObject;
  readonly query: JsonObject;
  readonly path?: JsonObject;
  readonly body?: Json;
}

/** The parts of a request into which pointers lead. */
export function viewOf(template: RequestTemplate): RequestView {
  const { headers, query, pathParameters: path, body } = template;
  return { headers, query, ...(path ? { path } : {}), ...(body === undefined ? {} : { body }) };
}

/** A request with the defect that it may carry, unless that is one of its form alone. */
export function defectiveView(template: RequestTemplate): RequestView {
  return applyDefect(viewOf(template), template.defect);
}

function applyDefect(view: RequestView, defect: Defect | undefined): RequestView {
  if (!defect) return view;
  const root = view as unknown as JsonObject;
  const put = (value: Json): RequestView => setAt(root, defect.at, value) as unknown as RequestView;
  switch (defect.kind) {
    case 'omit':
    case 'no-header':
    case 'no-bearer':
      return removeAt(root, defect.at) as unknown as RequestView;
    case 'null':
      return put(null);
    case 'empty':
      return put(emptyOf(getAt(root, defect.at)));
    case 'empty-header':
      return put('');
    case 'array-for-object':
      return put([getAt(root, defect.at) ?? null]);
    case 'bad-token':
      return put(`Bearer ${String(defect.value ?? 'not-a-token')}`);
    case 'bad-credentials':
      return put(`Basic ${String(defect.value ?? 'bm90LWEtY2xpZW50Om5vdC1hLXNlY3JldA==')}`);
    case 'set':
    case 'wrong-type':
    case 'not-in-enum':
    case 'not-a-date':
      return put(defect.as === undefined ? (defect.value ?? null) : converted(getAt(root, defect.at), defect.as));
    default:
      return view;
  }
}

/** The value that belongs there, in another type. */
function converted(own: Json | undefined, to: NonNullable<Defect['as']>): Json {
  if (to === 'text') return String(own);
  if (to === 'list') return [own ?? null];
  // The largest whole numbers have no digit left for a half.
  if (to === 'fraction') return (Number.isInteger(Number(own) + 0.5) ? Number(own) % 1e9 : Number(own)) + 0.5;
  return /^(0|[1-9]\d{0,14})$/.test(String(own)) ? Number(own) : 42;
}

function emptyOf(value: Json | undefined): Json {
  if (Array.isArray(value)) return [];
  return isObject(value) ? {} : '';
}

function queryText(query: JsonObject, { defect, spelling }: RequestTemplate): string {
  const parameters = Object.entries(query);
  // Their order says nothing.
  return (spelling === 'members-reversed' ? parameters.reverse() : parameters)
    .map(([name, value]) => {
      const isHere = defect !== undefined && partsOf(defect.at)[1] === name && defect.at.startsWith('/query/');
      const text = typeof value === 'string' ? value : jsonIn(value, spelling);
      return `${encodeURIComponent(name)}=${isHere ? deformQuery(text, defect) : queryIn(text, spelling)}`;
    })
    .join('&');
}

function deformQuery(text: string, defect: Defect): string {
  switch (defect.kind) {
    case 'malformed-json':
      return encodeURIComponent(malformed(text, defect.value));
    case 'truncated-json':
      return encodeURIComponent(truncated(text));
    case 'not-encoded':
      // What HTTP has no place for in a target would keep the request from being sent at all.
      return text.replaceAll(/[^!-~]+/g, encodeURIComponent);
    case 'doubly-encoded':
      return encodeURIComponent(encodeURIComponent(text));
    default:
      return encodeURIComponent(text);
  }
}

function bodyText(body: Json, { contentType, defect, spelling }: RequestTemplate): string {
  const isForm = contentType?.startsWith('application/x-www-form-urlencoded') ?? false;
  const text =
    isForm && isObject(body)
      ? formText(body)
      : typeof body === 'string' && contentType === undefined
        ? body
        : jsonIn(body, spelling);
  if (defect?.kind === 'malformed-json' && defect.at === '/body') return malformed(text, defect.value);
  if (defect?.kind === 'truncated-json' && defect.at === '/body') return truncated(text);
  return text;
}

function formText(body: JsonObject): string {
  return Object.entries(body)
    .map(
      ([name, value]) =>
        `${encodeURIComponent(name)}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`,
    )
    .join('&');
}

/** How JSON is broken within, by the sign that does it: a comma behind the last member, what is no number, a comment. */
const BREAKS: Readonly<Record<string, (text: string) => string>> = {
  ',': (text) => text.replace(/[\]}]?$/, ',$&'),
  NaN: (text) => text.replace(/^\{/, '{"further":NaN,'),
  '/**/': (text) => text.replace(/^\{/, '{/**/'),
};

/**
 * What no reader can take for JSON: the same with the first colon lost, with one of these signs, or with a text behind it.
 */
function malformed(text: string, sign: Json | undefined): string {
  if (sign === undefined) return text.includes(':') ? text.replace(':', '') : `${text}}`;
  return BREAKS[String(sign)]?.(text) ?? text + String(sign);
}

function truncated(text: string): string {
  return text.slice(0, Math.max(1, Math.floor(text.length / 2)));
}
