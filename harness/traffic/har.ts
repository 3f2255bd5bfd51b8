import type { CapturedBody, FaultKind, Headers, Json, JsonObject, Observation } from '../model.ts';
import { isObject } from '../values/pointer.ts';
import { captureBody } from '../wire/capture.ts';
import { bytesOf, headerOf } from '../wire/wire.ts';
import type { Seen } from './seen.ts';

/**
 * HTTP Archive 1.2 (http://www.softwareishard.com/blog/har-12-spec/). Members that begin with an underscore are our own,
 * as the format allows: `_webhook` marks what the gateway sent to the client, `_order` puts what happened within one
 * millisecond in order, `_fault` says why there is no answer, `_base64` and `_cut` how much of a request's body is there.
 */

/** Where webhooks go, in the address of an entry: a record holds their paths alone. */
const WEBHOOK = 'http://webhook.invalid';

/** A HAR of the exchanges and deliveries of a record, one entry a line. Secrets are hidden in a record, and so they are here. */
export function* writeHar(record: readonly Observation[], version: string): Iterable<string> {
  const ended = new Map(
    record.flatMap((each) =>
      each.type === 'response-received' || each.type === 'exchange-broke' ? [[each.exchange, each] as const] : [],
    ),
  );
  const entries = record.flatMap((each): Json[] => {
    if (each.type === 'delivery-received') {
      const { at, seq, method, path, headers, body, answered, expectedPath } = each;
      const request = requestOf({ method, url: `${WEBHOOK}${path}`, headers, body });
      const own = { _webhook: expectedPath ? 'delivery' : 'elsewhere', _order: [seq] };
      return [{ ...entryOf(at, 0, request, responseOf(answered, [], NOTHING)), ...own }];
    }
    if (each.type !== 'request-sent') return [];
    const end = ended.get(each.exchange);
    const response =
      end?.type === 'response-received' ? responseOf(end.status, end.headers, end.body) : responseOf(0, [], NOTHING);
    const fault = end?.type === 'exchange-broke' ? { _fault: end.fault, comment: end.detail } : {};
    const order = { _order: [each.seq, ...(end ? [end.seq] : [])] };
    const tookMs = end ? end.at - each.at : 0;
    return [{ ...entryOf(each.at, tookMs, requestOf(each), response), ...fault, ...order }];
  });
  yield `{"log":{"version":"1.2","creator":${JSON.stringify({ name: 'Assay', version })},"entries":[\n`;
  for (const [i, entry] of entries.entries()) yield `${i === 0 ? '' : ',\n'}${JSON.stringify(entry)}`;
  yield '\n]}}\n';
}

const NOTHING: CapturedBody = { sizeBytes: 0 };

function entryOf(at: number, tookMs: number, request: JsonObject, response: JsonObject): JsonObject {
  const timings = { send: 0, wait: tookMs, receive: 0 };
  return { startedDateTime: new Date(at).toISOString(), time: tookMs, request, response, cache: {}, timings };
}

function requestOf(sent: {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: CapturedBody | null;
}): JsonObject {
  const { method, url, headers, body } = sent;
  const at = url.indexOf('?');
  const query = at < 0 ? [] : [...new URLSearchParams(url.slice(at + 1))];
  const { text = '', base64 } = body ?? {};
  const mimeType = headerOf(headers, 'content-type') ?? '';
  const own = { ...(base64 === undefined ? {} : { _base64: true }), ...(body?.cut ? { _cut: true } : {}) };
  return {
    method,
    url,
    ...common(headers, body?.sizeBytes ?? 0),
    queryString: named(query),
    ...(body && body.sizeBytes > 0 ? { postData: { mimeType, text: base64 ?? text, ...own } } : {}),
  };
}

function responseOf(status: number, headers: Headers, { text, base64, sizeBytes, cut }: CapturedBody): JsonObject {
  const mimeType = headerOf(headers, 'content-type') ?? 'x-unknown';
  const encoding = base64 === undefined ? {} : { encoding: 'base64' };
  return {
    status,
    statusText: '',
    ...common(headers, sizeBytes),
    content: { size: sizeBytes, mimeType, text: base64 ?? text ?? '', ...encoding, ...(cut ? { _cut: true } : {}) },
    redirectURL: headerOf(headers, 'location') ?? '',
  };
}

const common = (headers: Headers, bodySize: number): JsonObject => ({
  httpVersion: 'HTTP/1.1',
  cookies: [],
  headers: named(headers),
  headersSize: -1,
  bodySize,
});

const named = (pairs: Headers): Json => pairs.map(([name, value]) => ({ name, value }));

/** What a HAR tells, in the order in which it happened; undefined where it is none. `isWebhook` knows the deliveries of others. */
export function readHar(har: Json, isWebhook: (request: HarRequest) => boolean): readonly Seen[] | undefined {
  const entries = isObject(har) && isObject(har.log) && har.log.entries;
  if (!Array.isArray(entries)) return undefined;
  const all = entries.filter(isObject).flatMap((entry, i) => readEntry(entry, i + 1, isWebhook));
  let deliveries = 0;
  return all
    .sort((a, b) => a.seen.at - b.seen.at || (a.order ?? 0) - (b.order ?? 0))
    .map(({ seen }) => (seen.type === 'delivery-received' ? { ...seen, delivery: ++deliveries } : seen));
}

/** A request as an entry tells it. */
export interface HarRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: CapturedBody | null;
}

interface Placed {
  readonly seen: Seen;
  readonly order: number | undefined;
}

function readEntry(entry: JsonObject, exchange: number, isWebhook: (request: HarRequest) => boolean): Placed[] {
  const at = Date.parse(String(entry.startedDateTime));
  const { request, response } = entry;
  if (Number.isNaN(at) || !isObject(request)) return [];
  const [first, last] = Array.isArray(entry._order) ? entry._order.map(Number) : [];
  const tookMs = Math.max(0, Math.round(Number(entry.time) || 0));
  const told = isObject(response) ? response : {};
  const status = Number(told.status) || 0;
  const asked = { method: String(request.method), url: String(request.url), headers: headersIn(request.headers) };
  const sent = { ...asked, body: postedIn(request.postData) };
  if (entry._webhook !== undefined || isWebhook(sent)) {
    const { pathname, search } = new URL(sent.url, WEBHOOK);
    const body = sent.body ?? NOTHING;
    const came = {
      path: `${decodedPath(pathname)}${search}`,
      expectedPath: entry._webhook !== 'elsewhere',
      delivery: 0,
    };
    const { method, headers } = sent;
    const seen = { type: 'delivery-received', at, method, headers, body, answered: status, ...came } as const;
    return [{ seen, order: first }];
  }
  const over = { exchange, at: at + tookMs, tookMs };
  const answer = { status, headers: headersIn(told.headers), body: contentIn(told.content) };
  const detail = String(entry.comment ?? told._error ?? 'the capture has no answer');
  const fault = String(entry._fault ?? 'aborted') as FaultKind;
  return [
    { seen: { type: 'request-sent', exchange, at, ...sent }, order: first },
    status === 0
      ? { seen: { type: 'exchange-broke', fault, detail, ...over }, order: last }
      : { seen: { type: 'response-received', ...answer, ...over }, order: last },
  ];
}

/** The path with what stands for its secret as the record has it. */
const decodedPath = (path: string): string => path.replaceAll('%5B', '[').replaceAll('%5D', ']');

/** Without those of HTTP/2 that are none (RFC 9113, 8.3). */
function headersIn(headers: Json | undefined): Headers {
  const all = Array.isArray(headers) ? headers.filter(isObject) : [];
  return all.map(({ name, value }) => [String(name), String(value)] as const).filter(([name]) => !name.startsWith(':'));
}

function postedIn(data: Json | undefined): CapturedBody | null {
  if (!isObject(data)) return null;
  const { text, params, _base64, _cut } = data;
  const pairs = Array.isArray(params) ? params.filter(isObject) : [];
  const form = new URLSearchParams(pairs.map(({ name, value }) => [String(name), String(value ?? '')])).toString();
  return bodyOf(typeof text === 'string' ? text : form, _base64 === true, _cut === true);
}

/** A body that the capture left out is longer than what was kept: nobody can judge it. */
function contentIn(content: Json | undefined): CapturedBody {
  if (!isObject(content)) return NOTHING;
  const { text, encoding, size, _cut } = content;
  if (typeof text === 'string') return bodyOf(text, encoding === 'base64', _cut === true);
  return Number(size) > 0 ? { sizeBytes: Number(size), cut: true } : NOTHING;
}

function bodyOf(text: string, isBase64: boolean, isCut: boolean): CapturedBody {
  const body = captureBody(isBase64 ? Buffer.from(text, 'base64') : bytesOf(text));
  return isCut ? { ...body, cut: true } : body;
}
