import type { Fill } from './bind.ts';
import { isDate, isDateTime, isInstant, momentOf } from './iso8601.ts';
import { putMember } from './members.ts';
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
import { firstAt } from './path.ts';
import { isObject } from './pointer.ts';
import { type Mismatch, mismatches } from './shape.ts';
import { templateOf } from './template.ts';
import { headerOf, type JsonRead, jsonOf, parseJson } from './wire.ts';

/** Deliveries to canonical events and back, as a KCI profile says. No event name and no member of a payload stands here. */

const HEADER = 'header:';

/** From a delivery to the value at a locator. */
type Lead = (headers: Headers, body: Json | undefined) => Json | undefined;

/** The value at a locator: the first alternative that leads to one, the first node of several. */
export function locate(locator: Locator, headers: Headers, body: Json | undefined): Json | undefined {
  return leadTo(locator)(headers, body);
}

function leadTo(locator: Locator): Lead {
  if (typeof locator !== 'string') {
    const leads = locator.map(leadTo);
    return (headers, body) => {
      for (const lead of leads) {
        const found = lead(headers, body);
        if (found !== undefined) return found;
      }
      return undefined;
    };
  }
  if (locator.startsWith(HEADER)) {
    const name = locator.slice(HEADER.length);
    return (headers) => headerOf(headers, name);
  }
  let first: ((root: Json) => Json | undefined) | undefined;
  return (_, body) => {
    if (body === undefined) return undefined;
    first ??= firstAt(locator);
    return first(body);
  };
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

/** Where a field stands, and as what it is taken; undefined: not in that form. */
interface Field {
  readonly name: string;
  readonly at: Lead;
  readonly as: (value: Json) => Json | undefined;
  /** In `malformed`. */
  readonly called: string;
}

/** What a profile has to be asked to read a delivery, found out once: a load reads millions of them. */
interface Reader {
  readonly fields: readonly Field[];
  readonly dates: readonly Field[];
  readonly ordered: readonly Field[];
  readonly events: readonly (readonly [name: string, rule: KciEventRule])[];
}

const readers = new WeakMap<KciProfile, Reader>();

function readerOf(profile: KciProfile): Reader {
  let known = readers.get(profile);
  if (!known) {
    known = makeReader(profile);
    readers.set(profile, known);
  }
  return known;
}

function makeReader(profile: KciProfile): Reader {
  const { read } = profile;
  const field = (
    name: string,
    locator: Locator | undefined,
    as: Field['as'] = (value) => value,
    called = name,
  ): readonly Field[] => (locator === undefined ? [] : [{ name, at: leadTo(locator), as, called }]);
  return {
    fields: [
      ...field('wireName', read.event, textOf),
      ...field('orderId', read.orderId, idOf),
      ...field('order', read.order),
      ...field('status', read.status, (value) => canonicalStatus(profile, textOf(value))),
      ...field('tenant', read.tenant, textOf),
      ...field('conversation', read.conversation, textOf),
      ...field('sequence', read.sequence, numberOf),
      ...field('issuedAt', read.issuedAt, (value) => timeOf(profile, value)),
      ...field('deliveryId', read.deliveryId, textOf),
      ...field('problemCode', read.problemCode, textOf),
      ...field('text', read.text, textOf),
      ...field('supplierReference', read.supplierReference, textOf),
      ...field('amendmentId', read.amendmentId, idOf),
      ...field('cancellationId', read.cancellationId, idOf),
    ],
    dates: Object.entries(read.dates ?? {}).flatMap(([name, locator]) =>
      field(name, locator, (value) => dateOf(profile, value), `dates.${name}`),
    ),
    ordered: Object.entries(read.ordered ?? {}).flatMap(([name, locator]) => field(name, locator)),
    events: Object.entries(profile.events),
  };
}

function eventIn(profile: KciProfile, headers: Headers, parsed: JsonRead, isEmpty: boolean): KciEvent {
  const unreadable = isEmpty ? 'there is no body' : wordBody(parsed);
  const body = parsed.json;
  const malformed: { field: string; text: string }[] = [];
  const read = (fields: readonly Field[]): Record<string, Json> => {
    const found: Record<string, Json> = {};
    for (const { name, at, as, called } of fields) {
      const written = at(headers, body);
      if (written === undefined || written === null) continue;
      const value = as(written);
      if (value === undefined) malformed.push({ field: called, text: JSON.stringify(written) });
      else found[name] = value;
    }
    return found;
  };

  const reader = readerOf(profile);
  const fields = read(reader.fields);
  const dates = read(reader.dates);
  const ordered = read(reader.ordered);
  const name = unreadable === undefined ? nameOf(reader, headers, body, fields.wireName) : undefined;
  return {
    ...(name === undefined ? {} : { name }),
    ...(fields as Partial<KciEvent>),
    dates: dates as Record<string, string>,
    ...(reader.ordered.length === 0 ? {} : { ordered }),
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
  { events }: Reader,
  headers: Headers,
  body: Json | undefined,
  wireName: Json | undefined,
): string | undefined {
  return events.find(([, rule]) => looksLike(rule, headers, body, wireName))?.[0];
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
  const writer = writerOf(profile);
  const filling = { scope: scope as unknown as JsonObject, missing: [] };
  const headers = { 'Content-Type': profile.wire.contentType, ...(writer.headers(filling) as JsonObject) };
  return {
    headers: Object.entries(headers).map(([header, value]) => [header, String(value)] as const),
    body: (writer.body(kind, name)(filling) ?? {}) as JsonObject,
  };
}

/** The templates of a profile's events, looked through once. */
interface Writer {
  readonly headers: Fill;
  readonly body: (kind: string, name: string) => Fill;
}

const writers = new WeakMap<KciProfile, Writer>();

function writerOf(profile: KciProfile): Writer {
  let known = writers.get(profile);
  if (!known) {
    const bodies = new Map<string, Fill>();
    known = {
      headers: templateOf(profile.emit.headers),
      body: (kind, name) => {
        const key = `${kind} ${name}`;
        const body = bodies.get(key) ?? writingOf(bodyFor(profile, kind, name));
        bodies.set(key, body);
        return body;
      },
    };
    writers.set(profile, known);
  }
  return known;
}

/** The template of an event's body. */
function bodyFor({ emit, events }: KciProfile, kind: string, name: string): JsonObject {
  return merge(merge(emit.body, emit.bodyByKind?.[kind] ?? {}), events[name]?.emit ?? {});
}

/** Fills in a template; what holds nothing but values that lead nowhere is left out with them. */
function writingOf(template: Json): Fill {
  if (Array.isArray(template)) {
    const items = template.map(writingOf);
    return (filling) => {
      const found = items.map((item) => item(filling)).filter((each) => each !== undefined);
      return found.length === 0 && items.length > 0 ? undefined : found;
    };
  }
  if (isObject(template)) {
    const members = Object.entries(template).map(([name, each]) => [name, writingOf(each)] as const);
    return (filling) => {
      const found: Record<string, Json> = {};
      let isEmpty = members.length > 0;
      for (const [name, member] of members) {
        const value = member(filling);
        if (value === undefined) continue;
        putMember(found, name, value);
        isEmpty = false;
      }
      return isEmpty ? undefined : found;
    };
  }
  const fill = templateOf(template);
  return (filling) => {
    const missing = filling.missing.length;
    const value = fill(filling) ?? null;
    return filling.missing.length > missing ? undefined : value;
  };
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
