import { bind } from './bind.ts';
import { isDate, isDateTime, isInstant, momentOf } from './iso8601.ts';
import { merge } from './merge.ts';
import type {
  CapturedBody,
  Headers,
  Json,
  JsonObject,
  KciEvent,
  KciEventRule,
  KciLifecycle,
  KciProfile,
  Locator,
} from './model.ts';
import { selectFirst } from './path.ts';
import { isObject } from './pointer.ts';
import { type Mismatch, mismatches } from './shape.ts';
import { headerOf, type JsonRead, jsonOf, parseJson } from './wire.ts';

/** Deliveries to canonical events and back, as a KCI profile says. No event name and no member of a payload stands here. */

const HEADER = 'header:';

/** The value at a locator: the first alternative that leads to one, the first node of several. */
export function locate(locator: Locator, headers: Headers, body: Json | undefined): Json | undefined {
  for (const each of typeof locator === 'string' ? [locator] : locator) {
    const found = each.startsWith(HEADER)
      ? headerOf(headers, each.slice(HEADER.length))
      : body === undefined
        ? undefined
        : selectFirst(each, body);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Where a delivery is not as locators and their shapes say; each `pointer` is the locator. */
export function departures(shapes: JsonObject, headers: Headers, body: Json | undefined): Mismatch[] {
  return Object.entries(shapes).flatMap(([locator, shape]) =>
    mismatches(shape, locate(locator, headers, body)).map((each) => ({ ...each, pointer: locator + each.pointer })),
  );
}

/** The lifecycle of an order type; undefined where the profile has none. */
export function lifecycleOf(profile: KciProfile, orderType: string): KciLifecycle | undefined {
  return profile.lifecycles.find((each) => each.orders.includes(orderType));
}

/** What a delivery says. */
export interface DeliveryRead {
  readonly event: KciEvent;
  /** Its body as JSON; absent where it is none, or longer than what was kept. */
  readonly json?: Json;
}

const alreadyRead = new WeakMap<CapturedBody, DeliveryRead & { readonly of: KciProfile; readonly headers: Headers }>();

/** Reads a delivery, once: the inbox, the books of a load and the judge all want to know what the same one says. */
export function readDelivery(
  profile: KciProfile,
  { headers, body }: { readonly headers: Headers; readonly body: CapturedBody },
): DeliveryRead {
  const known = alreadyRead.get(body);
  if (known?.of === profile && known.headers === headers) return known;
  const parsed = jsonOf(body);
  const event = eventIn(profile, headers, parsed, body.sizeBytes === 0);
  const { json } = parsed;
  const read = { event, of: profile, headers, ...(json === undefined ? {} : { json }) };
  alreadyRead.set(body, read);
  return read;
}

/** A delivery as a canonical event. Never fails: what cannot be read is absent, or named in `malformed` or `unreadable`. */
export function readEvent(profile: KciProfile, headers: Headers, bodyText: string | undefined): KciEvent {
  return eventIn(profile, headers, parseJson(bodyText ?? ''), !bodyText);
}

function eventIn(profile: KciProfile, headers: Headers, parsed: JsonRead, isEmpty: boolean): KciEvent {
  const unreadable = isEmpty ? 'there is no body' : wordBody(parsed);
  const body = parsed.json;
  const malformed: { field: string; text: string }[] = [];
  const { read } = profile;

  // Members are put into one object, instead of many small ones together: a load reads millions of deliveries.
  const put = (
    into: Record<string, Json>,
    name: string,
    locator: Locator | undefined,
    as: (value: Json) => Json | undefined,
    called = name,
  ): void => {
    const found = locator === undefined ? undefined : locate(locator, headers, body);
    if (found === undefined || found === null) return;
    const value = as(found);
    if (value === undefined) malformed.push({ field: called, text: JSON.stringify(found) });
    else into[name] = value;
  };

  const fields: Record<string, Json> = {};
  put(fields, 'wireName', read.event, textOf);
  put(fields, 'orderId', read.orderId, idOf);
  put(fields, 'order', read.order, (value) => value);
  put(fields, 'status', read.status, (value) => canonicalStatus(profile, textOf(value)));
  put(fields, 'tenant', read.tenant, textOf);
  put(fields, 'conversation', read.conversation, textOf);
  put(fields, 'sequence', read.sequence, numberOf);
  put(fields, 'issuedAt', read.issuedAt, (value) => timeOf(profile, value));
  put(fields, 'deliveryId', read.deliveryId, textOf);
  put(fields, 'problemCode', read.problemCode, textOf);
  put(fields, 'text', read.text, textOf);
  put(fields, 'supplierReference', read.supplierReference, textOf);
  put(fields, 'amendmentId', read.amendmentId, idOf);
  put(fields, 'cancellationId', read.cancellationId, idOf);
  const dates: Record<string, Json> = {};
  for (const [name, locator] of Object.entries(read.dates ?? {})) {
    put(dates, name, locator, (value) => dateOf(profile, value), `dates.${name}`);
  }
  const ordered: Record<string, Json> = {};
  const places = Object.entries(read.ordered ?? {});
  for (const [name, locator] of places) put(ordered, name, locator, (value) => value);
  const name = unreadable === undefined ? nameOf(profile, headers, body, fields.wireName) : undefined;
  return {
    ...(name === undefined ? {} : { name }),
    ...(fields as Partial<KciEvent>),
    dates: dates as Record<string, string>,
    ...(places.length === 0 ? {} : { ordered }),
    ...(malformed.length === 0 ? {} : { malformed }),
    ...(unreadable === undefined ? {} : { unreadable }),
    ...(parsed.isTooMuch ? { isTooMuch: true } : {}),
  };
}

function wordBody({ json, problem, isTooMuch }: JsonRead): string | undefined {
  if (isTooMuch) return problem;
  if (problem !== undefined) return `the body is not JSON: ${problem}`;
  return isObject(json) ? undefined : 'the body is no JSON object';
}

/** The first event of the profile, in its order, of which an alternative fits. */
function nameOf(
  profile: KciProfile,
  headers: Headers,
  body: Json | undefined,
  wireName: Json | undefined,
): string | undefined {
  return Object.entries(profile.events).find(([, rule]) => looksLike(rule, headers, body, wireName))?.[0];
}

/** Whether a delivery looks like an event; `wireName` is what stands where the event's name belongs. */
export function looksLike(
  { when }: KciEventRule,
  headers: Headers,
  body: Json | undefined,
  wireName: Json | undefined,
): boolean {
  return when.some((each) =>
    typeof each === 'string' ? each === wireName : departures(each, headers, body).length === 0,
  );
}

function textOf(value: Json): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/** The ids of requests are integers, which some gateways fill up with zeros: `000123` is 123. */
function idOf(value: Json): string | undefined {
  return textOf(value)?.replace(/^0+(?=\d+$)/, '');
}

function numberOf(value: Json): number | undefined {
  const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

function timeOf(profile: KciProfile, value: Json): number | undefined {
  if (profile.times !== 'iso-8601') {
    const number = numberOf(value);
    const ms = number === undefined || profile.times === 'epoch-ms' ? number : number * 1000;
    return ms !== undefined && isInstant(ms) ? ms : undefined;
  }
  return typeof value === 'string' ? momentOf(value) : undefined;
}

/** A date as text: ISO 8601 as it stands, a moment since the epoch where times are written so. An empty text is none. */
function dateOf(profile: KciProfile, value: Json): string | undefined {
  if (typeof value === 'string' && (value === '' || isDate(value) || isDateTime(value))) return value;
  const time = profile.times === 'iso-8601' ? undefined : timeOf(profile, value);
  return time === undefined ? undefined : new Date(time).toISOString();
}

function canonicalStatus(profile: KciProfile, wire: string | undefined): string | undefined {
  return wire !== undefined && Object.hasOwn(profile.statuses, wire) ? profile.statuses[wire] : wire;
}

/** What the fake knows of an event that it is about to send. Times are ms; dates are texts as they shall be written. */
export interface EventToWrite {
  /** Canonical. */
  readonly name: string;
  /** `kind` of the order's lifecycle. */
  readonly kind: string;
  readonly sequence: number;
  readonly issuedAt: number;
  /** The same for every attempt to deliver the event. */
  readonly deliveryId: string;
  /** Canonical status of the order from now on. */
  readonly status: string;
  readonly problemCode?: string;
  readonly text?: string;
  readonly committedDate?: string;
  readonly targetDate?: string;
  readonly amendmentId?: Json;
  readonly cancellationId?: Json;
  /** The order as the client sent it, with what it has gained since (`supplierOrderReference`, dates, characteristics). */
  readonly order: JsonObject;
  readonly tenant: string;
  /** The request whose conversation the event repeats (`delivery.repeatsConversation`). */
  readonly request: { readonly id: string; readonly conversation: string };
  /** `requestId`: new for every attempt. */
  readonly delivery: { readonly requestId: string };
}

/** Writes an event as the profile's `emit` says; members for which there is no value are left out. */
export function writeEvent(
  profile: KciProfile,
  written: EventToWrite,
): { readonly headers: Headers; readonly body: JsonObject } {
  const { name, kind, order, tenant, request, delivery, ...rest } = written;
  const rule = profile.events[name];
  const wireStatus = wireStatusOf(profile, written.status);
  const scope = {
    event: {
      ...rest,
      name,
      wireName: wireNameOf(name, rule),
      wireStatus,
      issuedAt: writtenTime(profile, written.issuedAt),
    },
    order: { ...order, status: wireStatus },
    tenant,
    request,
    delivery,
  };
  const { emit } = profile;
  const body = bodyFor(profile, kind, name);
  const headers = Object.entries(bind(emit.headers, scope).value as JsonObject);
  return {
    headers: [
      ['Content-Type', profile.wire.contentType],
      ...headers.map(([header, value]) => [header, String(value)] as const),
    ],
    body: (filled(body, scope) ?? {}) as JsonObject,
  };
}

const bodies = new WeakMap<KciProfile, Map<string, JsonObject>>();

/** The template of an event's body, put together once. */
function bodyFor(profile: KciProfile, kind: string, name: string): JsonObject {
  const known = bodies.get(profile) ?? new Map<string, JsonObject>();
  bodies.set(profile, known);
  const key = `${kind} ${name}`;
  let body = known.get(key);
  if (!body) {
    const { emit, events } = profile;
    body = merge(merge(emit.body, emit.bodyByKind?.[kind] ?? {}), events[name]?.emit ?? {});
    known.set(key, body);
  }
  return body;
}

/** A template with its values; what holds nothing but values that lead nowhere is left out with them. */
function filled(template: Json, scope: JsonObject): Json | undefined {
  if (Array.isArray(template)) {
    const items = template.map((each) => filled(each, scope)).filter((each) => each !== undefined);
    return items.length === 0 && template.length > 0 ? undefined : items;
  }
  if (isObject(template)) {
    const members = Object.entries(template).map(([name, each]) => [name, filled(each, scope)] as const);
    const kept = members.filter(([, each]) => each !== undefined);
    return kept.length === 0 && members.length > 0 ? undefined : (Object.fromEntries(kept) as JsonObject);
  }
  const { value, missing } = bind(template, scope);
  return missing.length > 0 ? undefined : value;
}

function wireNameOf(name: string, rule: KciEventRule | undefined): string {
  return rule?.when.find((each) => typeof each === 'string') ?? name;
}

function wireStatusOf(profile: KciProfile, status: string): string {
  return Object.entries(profile.statuses).find(([, canonical]) => canonical === status)?.[0] ?? status;
}

function writtenTime(profile: KciProfile, ms: number): Json {
  if (profile.times === 'iso-8601') return new Date(ms).toISOString();
  return profile.times === 'epoch-ms' ? ms : Math.floor(ms / 1000);
}
