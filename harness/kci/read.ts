import type {
  CapturedBody,
  Headers,
  Json,
  JsonObject,
  KciEvent,
  KciEventRule,
  KciProfile,
  Locator,
  Selector,
} from '../model.ts';
import { isDate, isDateTime, isInstant, momentOf } from '../values/iso8601.ts';
import { oncePer } from '../values/once.ts';
import { isSamePlace, MISFIT, misfitIn, partOf } from '../values/part.ts';
import { firstAt } from '../values/path.ts';
import { isObject } from '../values/pointer.ts';
import { type Mismatch, mismatches } from '../values/shape.ts';
import { headerOf, type JsonRead } from '../wire/wire.ts';
import { eachEvent, parseBody, readCaptured, TEXT } from './body.ts';

/** Reads deliveries as canonical events, by a KCI profile. The code names no event and no payload member. */

const HEADER = 'header:';

/** Finds the value of one locator in a delivery. */
type LocatorReader = (headers: Headers, body: Json | undefined) => Json | undefined;

/** The value at a locator: from the first alternative that finds one, and the first of several nodes. */
export function locate(locator: Locator, headers: Headers, body: Json | undefined): Json | undefined {
  return leadTo(locator)(headers, body);
}

function leadTo(locator: Locator): LocatorReader {
  if (typeof locator === 'string') return leadToWhole(locator);
  if (isSelector(locator)) {
    const whole = leadToWhole(locator.at);
    const part = partOf(locator.part);
    return (headers, body) => {
      const found = whole(headers, body);
      return found === undefined || found === null ? found : (part(found) ?? { [MISFIT]: found });
    };
  }
  const leads = locator.map(leadTo);
  return (headers, body) => {
    let nothing: Json | undefined;
    for (const lead of leads) {
      const found = lead(headers, body);
      if (found !== undefined && found !== null) return found;
      if (found === null) nothing = null;
    }
    return nothing;
  };
}

/** If fields of two kinds share a place, a value in the other's form is not this one's. */
function leadToOwn(locator: Locator, other: Locator | undefined): LocatorReader {
  const lead = leadTo(locator);
  if (other === undefined || !isSamePlace(locator, other)) return lead;
  const leadOther = leadTo(other);
  const isOf = (found: Json | undefined): boolean =>
    found !== undefined && found !== null && misfitIn(found) === undefined;
  return (headers, body) => {
    const found = lead(headers, body);
    return !isOf(found) && isOf(leadOther(headers, body)) ? undefined : found;
  };
}

const isSelector = (locator: Exclude<Locator, string>): locator is Exclude<Selector, string> => 'part' in locator;

function leadToWhole(locator: string): LocatorReader {
  if (locator.startsWith(HEADER)) {
    const name = locator.slice(HEADER.length);
    return (headers) => headerOf(headers, name);
  }
  let first: ((root: Json) => Json | undefined) | undefined;
  return (_, body) => {
    if (body === undefined) return undefined;
    first ??= firstAt(locator);
    const found = first(body);
    // An XML element means its text, whatever attributes it has.
    return isObject(found) ? (found[TEXT] ?? found) : found;
  };
}

/** Where a delivery differs from the shapes of locators; each `pointer` begins with the locator. */
export function departures(shapes: JsonObject, headers: Headers, body: Json | undefined): Mismatch[] {
  const found: Mismatch[] = [];
  for (const locator in shapes)
    for (const each of mismatches(shapes[locator] ?? null, locate(locator, headers, body)))
      found.push({ ...each, pointer: locator + each.pointer });
  return found;
}

/** What one event of a delivery says. */
export interface DeliveryRead {
  readonly event: KciEvent;
  /** The delivery's body as JSON, as if the event had come alone; absent if it is no JSON or was cut. */
  readonly json?: Json;
}

interface CachedRead {
  readonly events: readonly DeliveryRead[];
  readonly of: KciProfile;
  readonly headers: Headers;
}

const alreadyRead = new WeakMap<CapturedBody, CachedRead>();

/**
 * Reads the events of a delivery; cached, since inbox, judge and the books of a load all read the same one. An unreadable
 * delivery gives one event that says why; only an empty list gives none.
 */
export function readDelivery(
  profile: KciProfile,
  { headers, body }: { readonly headers: Headers; readonly body: CapturedBody },
): readonly DeliveryRead[] {
  const known = alreadyRead.get(body);
  if (known?.of === profile && known.headers === headers) return known.events;
  const events = eventsIn(profile, headers, readCaptured(profile.wire, body), body.sizeBytes === 0);
  alreadyRead.set(body, { events, of: profile, headers });
  return events;
}

/**
 * The events of a delivery, canonical. Never fails: unreadable parts are absent, or named in `malformed` or `unreadable`.
 */
export function readEvents(
  profile: KciProfile,
  headers: Headers,
  bodyText: string | undefined,
): readonly DeliveryRead[] {
  return eventsIn(profile, headers, parseBody(profile.wire, bodyText ?? ''), !bodyText);
}

/** The first event of a delivery. */
export function readEvent(profile: KciProfile, headers: Headers, bodyText: string | undefined): KciEvent {
  return readEvents(profile, headers, bodyText)[0]?.event ?? { dates: {}, unreadable: 'there is no event in it' };
}

function eventsIn(profile: KciProfile, headers: Headers, read: JsonRead, isEmpty: boolean): readonly DeliveryRead[] {
  const bodies = read.json === undefined ? [undefined] : eachEvent(profile.wire, read.json);
  const noList = bodies === undefined ? `${profile.wire.batch} is no list of events` : undefined;
  return (bodies ?? [read.json]).map((json) => {
    const unreadable = isEmpty
      ? 'there is no body'
      : (noList ?? wordBody(profile, { ...read, ...(json === undefined ? {} : { json }) }));
    const event = eventIn(profile, headers, json, unreadable);
    return { event: read.isTooMuch ? { ...event, isTooMuch: true } : event, ...(json === undefined ? {} : { json }) };
  });
}

/** A field: its place, and how to convert its value (`as`; undefined if the form is wrong). */
interface Field {
  readonly name: string;
  readonly at: LocatorReader;
  readonly as: (value: Json) => Json | undefined;
  /** Its name in `malformed`. */
  readonly called: string;
}

/** What is needed to read deliveries of a profile; made once, since a load reads millions. */
interface Reader {
  readonly fields: readonly Field[];
  readonly dates: readonly Field[];
  readonly ordered: readonly Field[];
  readonly events: readonly (readonly [name: string, rule: KciEventRule])[];
}

const readerOf = oncePer((profile: KciProfile): Reader => {
  const { read } = profile;
  const field = (
    name: string,
    locator: Locator | undefined,
    as: Field['as'] = (value) => value,
    called = name,
    other?: Locator,
  ): readonly Field[] => (locator === undefined ? [] : [{ name, at: leadToOwn(locator, other), as, called }]);
  return {
    fields: [
      ...field('wireName', read.event, textOf),
      ...field('orderId', read.orderId, idOf),
      ...field('order', read.order),
      ...field('status', read.status, (value) => canonicalStatus(profile, textOf(value))),
      ...field('tenant', read.tenant, textOf),
      ...field('conversation', read.conversation, textOf),
      ...field('sequence', read.sequence, numberOf),
      ...field('issuedAt', read.issuedAt, (value) => timeOf(profile.times, value)),
      ...field('deliveryId', read.deliveryId, textOf),
      ...field('problemCode', read.problemCode, textOf),
      ...field('text', read.text, textOf),
      ...field('supplierReference', read.supplierReference, textOf),
      ...field('amendmentId', read.amendmentId, idOf, 'amendmentId', read.cancellationId),
      ...field('cancellationId', read.cancellationId, idOf, 'cancellationId', read.amendmentId),
    ],
    dates: Object.entries(read.dates ?? {}).flatMap(([name, locator]) =>
      field(name, locator, (value) => dateOf(profile.dateTimes ?? profile.times, value), `dates.${name}`),
    ),
    ordered: Object.entries(read.ordered ?? {}).flatMap(([name, locator]) => field(name, locator)),
    events: Object.entries(profile.events),
  };
});

function eventIn(
  profile: KciProfile,
  headers: Headers,
  body: Json | undefined,
  unreadable: string | undefined,
): KciEvent {
  const reader = readerOf(profile);
  const malformed: { field: string; text: string }[] = [];
  const nulls: string[] = [];
  const read = (fields: readonly Field[]): Record<string, Json> => {
    const found: Record<string, Json> = {};
    for (const { name, at, as, called } of fields) {
      const written = at(headers, body);
      if (written === undefined) continue;
      if (written === null) {
        // Null may show that the order request has no value there.
        if (fields === reader.ordered) found[name] = null;
        else nulls.push(called);
        continue;
      }
      const misfit = misfitIn(written);
      const value = misfit === undefined ? as(written) : undefined;
      if (value === undefined) malformed.push({ field: called, text: JSON.stringify(misfit ?? written) });
      else found[name] = value;
    }
    return found;
  };

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
    ...(nulls.length === 0 ? {} : { nulls }),
    ...(unreadable === undefined ? {} : { unreadable }),
  };
}

function wordBody({ wire }: KciProfile, { json, problem, isTooMuch }: JsonRead): string | undefined {
  if (isTooMuch) return problem;
  if (problem !== undefined) return `the body is not ${wire.format === 'xml' ? 'XML' : 'JSON'}: ${problem}`;
  const isWhole = wire.batch === '$' ? Array.isArray(json) : isObject(json);
  return isWhole ? undefined : 'the body is no JSON object';
}

/** The first of the profile's events that an alternative of its `when` fits. */
function nameOf(
  { events }: Reader,
  headers: Headers,
  body: Json | undefined,
  wireName: Json | undefined,
): string | undefined {
  return events.find(([, rule]) => looksLike(rule, headers, body, wireName))?.[0];
}

/** Whether a delivery looks like an event; `wireName` is the value at `read.event`. */
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

/** Request ids are integers, which some gateways pad with zeros: `000123` is 123. */
function idOf(value: Json): string | undefined {
  return textOf(value)?.replace(/^0+(?=\d+$)/, '');
}

function numberOf(value: Json): number | undefined {
  const number = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

function timeOf(form: KciProfile['times'], value: Json): number | undefined {
  if (form !== 'iso-8601') {
    const number = numberOf(value);
    const ms = number === undefined || form === 'epoch-ms' ? number : number * 1000;
    return ms !== undefined && isInstant(ms) ? ms : undefined;
  }
  return typeof value === 'string' ? momentOf(value) : undefined;
}

/** A date as text: ISO 8601 unchanged, or a moment since the epoch if that is the form. An empty text stays empty. */
function dateOf(form: KciProfile['times'], value: Json): string | undefined {
  if (typeof value === 'string' && (value === '' || isDate(value) || isDateTime(value))) return value;
  const time = form === 'iso-8601' ? undefined : timeOf(form, value);
  return time === undefined ? undefined : new Date(time).toISOString();
}

function canonicalStatus(profile: KciProfile, wire: string | undefined): string | undefined {
  return wire !== undefined && Object.hasOwn(profile.statuses, wire) ? profile.statuses[wire] : wire;
}
