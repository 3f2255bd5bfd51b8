import type { CapturedBody, Headers, Json, JsonObject, Observation, Plan, RequestSent } from '../model.ts';
import { isObject, itemsOf, objectOf } from '../values/pointer.ts';
import { captureBody } from '../wire/capture.ts';
import { bytesOf, headerOf } from '../wire/wire.ts';
import type { SeenTraffic } from './seen.ts';

/**
 * HTTP Archive 1.2 (http://www.softwareishard.com/blog/har-12-spec/). The format allows our own members with a leading
 * underscore. `_assay` holds what the record of a run knows of an entry beyond the wire; for the whole file, the plan that
 * was followed and all other observations. `_base64` marks a request body that is no text.
 */

/** A plan, and the record of its run. */
export interface AskedTraffic {
  readonly plan: Plan;
  readonly record: readonly Observation[];
}

/** The webhook's address in an entry: a record has only its path. */
const WEBHOOK = 'http://webhook.invalid';

/** A HAR of the exchanges and deliveries of a record, one entry a line. Secrets are hidden, as they are in the record. */
export function* writeHar({ plan, record }: AskedTraffic, version: string): Iterable<string> {
  const over = record.filter((each) => each.type === 'response-received' || each.type === 'exchange-broke');
  const ended = new Map(over.map((each) => [each.exchange, each]));
  const entries = record.flatMap((each): Json[] => {
    if (each.type === 'delivery-received') {
      const request = requestOf({ ...each, url: `${WEBHOOK}${each.path}` });
      const answer = responseOf(each.answered, [], NOTHING);
      return [{ ...entryOf(each.at, 0, request, answer), _assay: { delivery: offWire(each) } }];
    }
    if (each.type !== 'request-sent') return [];
    const end = ended.get(each.exchange);
    const response =
      end?.type === 'response-received' ? responseOf(end.status, end.headers, end.body) : responseOf(0, [], NOTHING);
    const tookMs = end ? end.at - each.at : 0;
    const comment = end?.type === 'exchange-broke' ? { comment: end.detail } : {};
    const known = { sent: offWire(each), ...(end && { ended: offWire(end) }) };
    return [{ ...entryOf(each.at, tookMs, requestOf(each), response), ...comment, _assay: known }];
  });
  const own = { plan, beside: record.filter((each) => !('exchange' in each || 'delivery' in each)) };
  yield `{"log":{"version":"1.2","creator":${JSON.stringify({ name: 'Assay', version })},"_assay":${JSON.stringify(own)},"entries":[\n`;
  for (const [i, entry] of entries.entries()) yield `${i === 0 ? '' : ',\n'}${JSON.stringify(entry)}`;
  yield '\n]}}\n';
}

const ON_WIRE: readonly string[] = ['method', 'url', 'path', 'headers', 'status', 'answered'];

/** The members of an observation that a HAR has no place for. */
function offWire(seen: Observation): JsonObject {
  const known = Object.entries(seen).filter(([name]) => !ON_WIRE.includes(name));
  // The length of a body that was cut, or held a secret, is not that of its text.
  const size = (body: CapturedBody | null) => body && { sizeBytes: body.sizeBytes, ...(body.cut && { cut: true }) };
  return Object.fromEntries(known.map(([name, value]) => [name, name === 'body' ? size(value) : value]));
}

/** What was on the wire, with Assay's own members. */
function withOwn(onWire: SeenTraffic, own: JsonObject | undefined): SeenTraffic & { readonly seq?: number } {
  const body = own?.body && 'body' in onWire ? { body: { ...onWire.body, ...objectOf(own.body) } } : {};
  return { ...onWire, ...own, ...body } as SeenTraffic;
}

const NOTHING: CapturedBody = { sizeBytes: 0 };

function entryOf(at: number, tookMs: number, request: JsonObject, response: JsonObject): JsonObject {
  const timings = { send: 0, wait: tookMs, receive: 0 };
  return { startedDateTime: new Date(at).toISOString(), time: tookMs, request, response, cache: {}, timings };
}

function requestOf({ method, url, headers, body }: HarRequest): JsonObject {
  const at = url.indexOf('?');
  const query = at < 0 ? [] : [...new URLSearchParams(url.slice(at + 1))];
  const { text = '', base64 } = body ?? {};
  const mimeType = headerOf(headers, 'content-type') ?? '';
  const own = base64 === undefined ? {} : { _base64: true };
  return {
    method,
    url,
    ...common(headers, body?.sizeBytes ?? 0),
    queryString: named(query),
    ...(body ? { postData: { mimeType, text: base64 ?? text, ...own } } : {}),
  };
}

function responseOf(status: number, headers: Headers, { text, base64, sizeBytes }: CapturedBody): JsonObject {
  const mimeType = headerOf(headers, 'content-type') ?? 'x-unknown';
  const encoding = base64 === undefined ? {} : { encoding: 'base64' };
  return {
    status,
    statusText: '',
    ...common(headers, sizeBytes),
    content: { size: sizeBytes, mimeType, text: base64 ?? text ?? '', ...encoding },
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

/** What a HAR contains, in chronological order, and the run behind it if Assay wrote it. */
export interface ToldByHar {
  readonly seen: readonly SeenTraffic[];
  readonly asked?: AskedTraffic;
}

/** Reads a HAR; undefined if it is none. `isWebhook` recognises deliveries in HARs of others. */
export function readHar(har: Json, isWebhook: (request: HarRequest) => boolean): ToldByHar | undefined {
  const log = objectOf(objectOf(har).log);
  if (!Array.isArray(log.entries)) return undefined;
  const seen = log.entries.filter(isObject).flatMap((entry, i) => readEntry(entry, i + 1, isWebhook));
  seen.sort((a, b) => a.at - b.at || (a.seq ?? 0) - (b.seq ?? 0));
  const { plan, beside } = objectOf(log._assay) as unknown as Partial<{ plan: Plan; beside: readonly Observation[] }>;
  const known = seen.filter((each): each is Observation & SeenTraffic => each.seq !== undefined);
  // For watched traffic, there is no plan of what was asked.
  if (!plan || plan.watched || !beside || known.length < seen.length) return { seen };
  return { seen, asked: { plan, record: [...beside, ...known].sort((a, b) => a.seq - b.seq) } };
}

/** The request of an entry. */
export type HarRequest = Pick<RequestSent, 'method' | 'url' | 'headers' | 'body'>;

function readEntry(
  entry: JsonObject,
  nth: number,
  isWebhook: (request: HarRequest) => boolean,
): (SeenTraffic & { readonly seq?: number })[] {
  const at = Date.parse(String(entry.startedDateTime));
  const request = objectOf(entry.request);
  if (Number.isNaN(at) || entry.request === undefined) return [];
  const { sent, ended, delivery } = objectOf(entry._assay) as Readonly<Record<string, JsonObject>>;
  const tookMs = Math.max(0, Math.round(Number(entry.time) || 0));
  const told = objectOf(entry.response);
  const status = Number(told.status) || 0;
  const url = String(request.url);
  const asked = {
    method: String(request.method),
    url,
    headers: headersIn(request.headers),
    body: postedIn(request.postData),
  };
  if (delivery !== undefined || isWebhook(asked)) {
    const { pathname, search } = new URL(url, WEBHOOK);
    const path = url.startsWith(WEBHOOK) ? url.slice(WEBHOOK.length) : `${pathname}${search}`;
    const { url: _, body, ...came } = asked;
    const heard = { ...came, body: body ?? NOTHING, answered: status, path, expectedPath: true, delivery: nth };
    return [withOwn({ type: 'delivery-received', at, ...heard }, delivery)];
  }
  const over = { exchange: nth, at: at + tookMs, tookMs };
  const answer = { status, headers: headersIn(told.headers), body: contentIn(told.content) };
  const detail = String(entry.comment ?? told._error ?? 'the capture has no answer');
  return [
    withOwn({ type: 'request-sent', exchange: nth, at, ...asked }, sent),
    status === 0
      ? withOwn({ type: 'exchange-broke', fault: 'aborted', detail, ...over }, ended)
      : withOwn({ type: 'response-received', ...answer, ...over }, ended),
  ];
}

/** Without the pseudo-headers of HTTP/2 (RFC 9113, 8.3). */
function headersIn(headers: Json | undefined): Headers {
  const all = itemsOf(headers).map(objectOf);
  return all.map(({ name, value }) => [String(name), String(value)] as const).filter(([name]) => !name.startsWith(':'));
}

function postedIn(data: Json | undefined): CapturedBody | null {
  if (!isObject(data)) return null;
  const { text, params, _base64 } = data;
  const pairs = itemsOf(params).map(objectOf);
  const form = new URLSearchParams(pairs.map(({ name, value }) => [String(name), String(value ?? '')])).toString();
  return bodyOf(typeof text === 'string' ? text : form, _base64 === true);
}

/** A body that the capture left out counts as cut, so that it is not judged. */
function contentIn(content: Json | undefined): CapturedBody {
  if (!isObject(content)) return NOTHING;
  const { text, encoding, size } = content;
  if (typeof text === 'string') return bodyOf(text, encoding === 'base64');
  return Number(size) > 0 ? { sizeBytes: Number(size), cut: true } : NOTHING;
}

const bodyOf = (text: string, isBase64: boolean): CapturedBody =>
  captureBody(isBase64 ? Buffer.from(text, 'base64') : bytesOf(text));
