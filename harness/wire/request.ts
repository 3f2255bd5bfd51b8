import type { Defect, Json, JsonObject, RequestTemplate, Target, WireRequest } from '../model.ts';
import { getAt, isObject, partsOf, removeAt, setAt } from '../values/pointer.ts';
import { filledPath } from './parameter.ts';
import { bytesIn, headersIn, jsonIn, mediaTypeIn, queryIn } from './spelling.ts';

/**
 * Encodes a request whose values are all known as bytes on the wire, with its defect, if it has one. Defects of structure
 * change the request as `{headers, query, path, body}`; malformations change its text.
 */
export function encodeRequest(template: RequestTemplate, target: Destination): WireRequest {
  const defective = defectiveView(template);
  const isInForm = template.auth === 'basic' && target.token?.credentials === 'form';
  const view = isInForm ? credentialsInForm(defective) : defective;
  const headers = fixedHeaders(target, Object.entries(view.headers));
  const body = view.body === undefined ? undefined : bodyText(view.body, template);
  // Also where a defect has left out the body, so that nothing but that is wrong.
  if (template.contentType !== undefined && !headers.some(([name]) => name.toLowerCase() === 'content-type')) {
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

/** Where a request goes, and what the target wants in each. */
type Destination = Pick<Target, 'baseUrl'> & Partial<Pick<Target, 'headers' | 'token'>>;

/**
 * The headers of a request, after those that every request to the target carries. A header of the request replaces one of
 * these.
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

/** Moves Basic credentials, right or wrong, into the form; changes nothing if there are none that can be read. */
function credentialsInForm(view: RequestView): RequestView {
  const { Authorization: basic, ...headers } = view.headers;
  const [, encoded] = /^Basic ([A-Za-z0-9+/]+={0,2})$/.exec(String(basic)) ?? [];
  if (encoded === undefined || !isObject(view.body)) return view;
  const text = new TextDecoder().decode(Uint8Array.from(atob(encoded), (each) => each.charCodeAt(0)));
  const at = text.indexOf(':');
  const [id, secret] = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
  return { ...view, headers, body: { ...view.body, client_id: id, client_secret: secret } };
}

/** A request as defects and verb fields see it. Header names in any case; JSON in the query as its value, or as text. */
export interface RequestView {
  readonly headers: JsonObject;
  readonly query: JsonObject;
  readonly path?: JsonObject;
  readonly body?: Json;
}

/** The parts of a request into which pointers lead. */
export function templateView(template: RequestTemplate): RequestView {
  const { headers, query, pathParameters: path, body } = template;
  return { headers, query, ...(path ? { path } : {}), ...(body === undefined ? {} : { body }) };
}

/** A request with its defect, unless that is a malformation of the text. */
export function defectiveView(template: RequestTemplate): RequestView {
  return applyDefect(templateView(template), template.defect);
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

/** The value converted to another type. */
function converted(own: Json | undefined, to: NonNullable<Defect['as']>): Json {
  if (to === 'text') return String(own);
  if (to === 'list') return [own ?? null];
  // The largest integers have no digit left for a fraction.
  if (to === 'fraction') return (Number.isInteger(Number(own) + 0.5) ? Number(own) % 1e9 : Number(own)) + 0.5;
  return /^(0|[1-9]\d{0,14})$/.test(String(own)) ? Number(own) : 42;
}

function emptyOf(value: Json | undefined): Json {
  if (Array.isArray(value)) return [];
  return isObject(value) ? {} : '';
}

function queryText(query: JsonObject, { defect, spelling }: RequestTemplate): string {
  const parameters = Object.entries(query);
  // The order of parameters has no meaning.
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
      // Characters that HTTP does not allow in a target would keep the request from being sent.
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

/** Ways to break JSON inside, by sign: a trailing comma, an invalid number, a comment. */
const BREAKS: Readonly<Record<string, (text: string) => string>> = {
  ',': (text) => text.replace(/[\]}]?$/, ',$&'),
  NaN: (text) => text.replace(/^\{/, '{"further":NaN,'),
  '/**/': (text) => text.replace(/^\{/, '{/**/'),
};

/** JSON made invalid: the first colon removed, one of the signs put in, or a text appended. */
function malformed(text: string, sign: Json | undefined): string {
  if (sign === undefined) return text.includes(':') ? text.replace(':', '') : `${text}}`;
  return BREAKS[String(sign)]?.(text) ?? text + String(sign);
}

function truncated(text: string): string {
  return text.slice(0, Math.max(1, Math.floor(text.length / 2)));
}
