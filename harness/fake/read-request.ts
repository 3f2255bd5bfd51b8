import type { Contract, Defect, HeaderRole, Json, JsonObject, Operation, WireRequest } from '../model.ts';
import { isObject, pointerOf } from '../values/pointer.ts';
import { pathValues } from '../wire/parameter.ts';
import { decodeUtf8, parseJson } from '../wire/wire.ts';
import type { FaultBook } from './fault-book.ts';
import type { Steering } from './rules.ts';

/** A defect of a request, with its sentence for the error body. */
export interface Complaint {
  readonly defect: Defect;
  readonly message: string;
}

/** A request as the operation sees it: `{headers, query, path, body}`, and the defects in its form. */
export interface ReadRequest {
  readonly operation: Operation;
  /** By the contract's spelling of the names, and by the request's. */
  readonly headers: Readonly<Record<string, string>>;
  /** The contract's header names by role. */
  readonly names: Contract['headers'];
  readonly query: JsonObject;
  readonly path: JsonObject;
  /** Absent if there was none, or it could not be read. */
  readonly body?: Json;
  readonly complaints: readonly Complaint[];
}

/** The value of the header with this role. */
export function headerFor({ headers, names }: ReadRequest, role: HeaderRole): string | undefined {
  return headers[names[role]];
}

/** The path and query text of a URL, absolute or not. */
export function pathAndQuery(url: string): { readonly path: string; readonly query: string } {
  const scheme = url.indexOf('://');
  const from = scheme < 0 ? 0 : url.indexOf('/', scheme + 3);
  const rest = from < 0 ? '/' : url.slice(from);
  const mark = rest.indexOf('?');
  return mark < 0 ? { path: rest, query: '' } : { path: rest.slice(0, mark), query: rest.slice(mark + 1) };
}

/** Reads requests of a contract's operations from the wire; null if no operation has the path and method. */
export function createReader(contract: Contract): (request: WireRequest) => ReadRequest | null {
  const readers = new Map<string, (request: WireRequest, query: string) => ReadRequest>();
  const templates = Object.values(contract.operations).filter(({ path }) => path.includes('{'));
  for (const operation of Object.values(contract.operations)) {
    readers.set(`${operation.method.toUpperCase()} ${operation.path}`, readerOf(operation, contract.headers));
  }
  return (request) => {
    const { path, query } = pathAndQuery(request.url);
    const asked = readers.get(`${request.method} ${path}`)?.(request, query);
    if (asked) return asked;
    for (const { method, path: template } of templates) {
      const values = method === request.method ? pathValues(template, path) : undefined;
      const read = readers.get(`${method} ${template}`);
      if (values && read) return { ...read(request, query), path: values };
    }
    return null;
  };
}

/** The methods that a contract has for a path. */
export function methodsAt({ operations }: Contract, path: string): readonly string[] {
  const there = Object.values(operations).filter(
    ({ path: template }) => template === path || (template.includes('{') && pathValues(template, path)),
  );
  return [...new Set(there.map(({ method }) => method.toUpperCase()))];
}

const NO_PATH: JsonObject = {};

function readerOf(
  operation: Operation,
  names: Contract['headers'],
): (request: WireRequest, query: string) => ReadRequest {
  const own = operation.parameters.filter((each) => each.in === 'header').map(({ name }) => name);
  const spelled = [...Object.values(names), ...own, 'Authorization', 'Content-Type'];
  const spelling = new Map(spelled.map((name) => [name.toLowerCase(), name]));
  const jsonNames = new Set(operation.parameters.filter((each) => each.json).map(({ name }) => name));
  return (request, queryText) => {
    const complaints: Complaint[] = [];
    const headers: Record<string, string> = {};
    for (const [name, value] of request.headers) {
      const lower = name.toLowerCase();
      headers[spelling.get(lower) ?? lower] = value;
      headers[name] = value;
    }
    const query = readQuery(queryText, jsonNames, complaints);
    const body = operation.body ? readBody(operation.body.contentType, request, headers, complaints) : undefined;
    return { operation, headers, names, query, path: NO_PATH, complaints, ...(body === undefined ? {} : { body }) };
  };
}

function readQuery(text: string, jsonNames: ReadonlySet<string>, complaints: Complaint[]): JsonObject {
  const query: Record<string, Json> = {};
  if (text === '') return query;
  for (const pair of text.split('&')) {
    const mark = pair.indexOf('=');
    const name = decoded(mark < 0 ? pair : pair.slice(0, mark)) ?? pair;
    const raw = mark < 0 ? '' : pair.slice(mark + 1);
    const value = decoded(raw);
    const at = pointerOf(['query', name]);
    if (value === undefined && jsonNames.has(name) && !/%(?![\da-f]{2})/i.test(raw)) {
      complaints.push({ defect: { kind: 'malformed-json', at }, message: `${name} is no UTF-8` });
    } else if (value === undefined) {
      complaints.push({ defect: { kind: 'not-encoded', at }, message: `${name} is not URL-encoded` });
    } else if (jsonNames.has(name)) {
      readJsonParameter({ name, at, raw, value }, query, complaints);
    } else query[name] = value;
  }
  return query;
}

function readJsonParameter(
  parameter: { readonly name: string; readonly at: string; readonly raw: string; readonly value: string },
  query: Record<string, Json>,
  complaints: Complaint[],
): void {
  const { name, at, raw, value } = parameter;
  // Braces and quotes are not allowed in a URL, but some servers accept them.
  if (/["{}]/.test(raw)) {
    complaints.push({ defect: { kind: 'not-encoded', at }, message: `${name} is not URL-encoded` });
  }
  const { json } = parseJson(value);
  if (json !== undefined) {
    // A JSON string instead of an object stays as it came, so that it is parsed once and not twice.
    query[name] = typeof json === 'string' ? value : json;
    return;
  }
  const kind = unreadableKind(value);
  complaints.push({ defect: { kind, at }, message: `${name} is not well-formed JSON` });
  // A value encoded twice can still be read; the contract says whether it is refused.
  const again = kind === 'doubly-encoded' ? parseJson(decoded(value) ?? '').json : undefined;
  if (again !== undefined) query[name] = again;
}

function unreadableKind(value: string): 'doubly-encoded' | 'truncated-json' | 'malformed-json' | 'empty' {
  if (value === '') return 'empty';
  if (/^%7B/i.test(value)) return 'doubly-encoded';
  return /[}\]"]\s*$/.test(value) ? 'malformed-json' : 'truncated-json';
}

function decoded(text: string): string | undefined {
  if (!text.includes('%') && !text.includes('+')) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

function readBody(
  contentType: string,
  request: WireRequest,
  headers: Readonly<Record<string, string>>,
  complaints: Complaint[],
): Json | undefined {
  const at = '/body';
  const bytes = request.body;
  if (bytes === null || bytes.length === 0) return undefined;
  const given = headers['Content-Type']?.split(';')[0]?.trim().toLowerCase();
  if (given !== contentType) {
    const message = `Content-Type is ${given === undefined ? 'missing' : `"${given}"`}, not "${contentType}"`;
    complaints.push({ defect: { kind: 'wrong-content-type', at }, message });
  }
  const text = decodeUtf8(bytes);
  if (contentType === 'application/x-www-form-urlencoded') return formOf(text ?? '');
  const { json } = text === undefined ? {} : parseJson(text);
  if (json === undefined) {
    const kind = text !== undefined && /[}\]]\s*$/.test(text) ? 'malformed-json' : 'truncated-json';
    complaints.push({ defect: { kind, at }, message: 'the body is not well-formed JSON' });
  } else if (!isObject(json)) {
    complaints.push({ defect: { kind: 'array-for-object', at }, message: 'the body is not an object' });
  }
  return json;
}

function formOf(text: string): JsonObject {
  return Object.fromEntries(new URLSearchParams(text));
}

/** The request headers by which a client steers the fake, as is customary in the trade. */
export interface SteeringHeaders {
  readonly outcome?: string;
  readonly problemCode?: string;
  /** Seconds between events. */
  readonly kciDelay?: string;
  /** An error code of the contract, or faults by name. */
  readonly fault?: string;
}

/** Their usual names. */
export const STEERING: SteeringHeaders = {
  outcome: 'X-Scenario',
  problemCode: 'X-Problem-Code',
  kciDelay: 'X-Kci-Delay',
  fault: 'X-Fault',
};

/** Always understood, in addition to the steering header for faults. */
const OWN_FAULT_HEADER = 'x-assay-fault';
const NOT_STEERED: Steering = { faults: [] };

/** Reads the steering of a request. */
export function createSteering(
  names: SteeringHeaders,
  contract: Contract,
  book: FaultBook,
): (asked: ReadRequest) => Steering {
  const { outcome, problemCode, kciDelay, fault } = names;
  const codes = new Set(contract.errors.map(({ code }) => code));
  const read = (asked: ReadRequest, name: string | undefined): string | undefined =>
    name === undefined ? undefined : asked.headers[name.toLowerCase()];
  return (asked) => {
    const wanted = {
      outcome: read(asked, outcome),
      problemCode: read(asked, problemCode),
      delay: read(asked, kciDelay),
      faults: [read(asked, fault), asked.headers[OWN_FAULT_HEADER]].filter((each) => each !== undefined).join(','),
    };
    if (!wanted.outcome && !wanted.problemCode && !wanted.delay && wanted.faults === '') return NOT_STEERED;
    const named = wanted.faults === '' ? [] : wanted.faults.split(',').map((each) => each.trim());
    const error = named.find((each) => codes.has(each));
    const gapMs = Number(wanted.delay) * 1000;
    return {
      ...(wanted.outcome ? { outcome: wanted.outcome } : {}),
      ...(wanted.problemCode ? { problemCode: wanted.problemCode } : {}),
      ...(wanted.delay && gapMs >= 0 ? { gapMs } : {}),
      ...(error === undefined ? {} : { error }),
      // Names of error codes are not looked up as faults, because reading all faults takes long.
      faults: book.known(named.filter((each) => !codes.has(each))),
    };
  };
}
