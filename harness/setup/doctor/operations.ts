import { type Asker, headersFor } from '../../application/open/first-requests.ts';
import { ADVICE as ON_THE_WAY, oddityIn } from '../../application/open/preflight.ts';
import type { PlaceOf } from '../../contract/profile-parts.ts';
import type { FaultKind, Operation, RequestTemplate, WireFault, WireResponse } from '../../model.ts';
import { decodeUtf8, isFault, parseJson } from '../../wire/wire.ts';
import { clip } from '../../words/text.ts';
import { type CheckedLine, linesFor } from './line.ts';

/** Why an answer cannot come from a gateway: the exchange broke, or it is a redirect or a web page. Null if it may. */
export function oddityOf(answer: WireResponse | WireFault) {
  return isFault(answer) ? { seen: answer.detail, fix: ADVICE[answer.fault] } : oddityIn(answer);
}

/** An answer in a few words: its status and the code or the beginning of its body. */
export function answerInWords({ status, body }: WireResponse): string {
  const text = decodeUtf8(body) ?? `${body.byteLength} bytes that are no text`;
  const { json } = parseJson(text);
  const code = typeof json === 'object' && json !== null && 'code' in json ? json.code : undefined;
  if (typeof code === 'string') return `${status} ${clip(code, 60)}`;
  return text.trim() === '' ? `${status} without a body` : `${status}: ${clip(text.trim(), 160)}`;
}

const ADVICE: Readonly<Record<FaultKind, string>> = {
  ...ON_THE_WAY,
  'timed-out': 'check firewalls and allow-lists, and whether the gateway is well',
  'too-large': 'no gateway answers so much: check base-url',
  aborted: 'look again',
};

/** A request with a body that is no JSON, so that nothing is created. */
export function malformedRequest(operation: Operation, asker: Asker): RequestTemplate {
  const { verb, method, path, body, auth } = operation;
  return {
    verb,
    method,
    path,
    headers: headersFor(operation, asker),
    query: {},
    contentType: body?.contentType ?? 'application/json',
    body: { note: 'assay doctor looks whether this path is there' },
    auth,
    defect: { kind: 'malformed-json', at: '/body' },
  };
}

const pen = linesFor('gateway');

/** The subject of an operation's line. */
export function operationSubject({ method, path }: Pick<Operation, 'method' | 'path'>): string {
  return `${method.toUpperCase()} ${path.slice(path.lastIndexOf('/') + 1)}`;
}

/** Whether an operation exists, by its answer to a request that creates nothing. */
export function operationLine(
  operation: Operation,
  answer: WireResponse | WireFault,
  { token, inTarget }: { readonly token: string | null; readonly inTarget: PlaceOf },
): CheckedLine {
  const subject = operationSubject(operation);
  const place = inTarget('/base-url');
  const oddity = oddityOf(answer);
  if (oddity || isFault(answer)) {
    const { seen, fix } = oddity ?? { seen: '', fix: '' };
    return pen.problem(subject, seen, { fix, place });
  }
  const words = answerInWords(answer);
  const isQuery = isSafe(operation);
  const { status } = answer;
  if (status === 404 || status === 405) {
    const fix = `this path is not there: ${operation.path} is put behind base-url${isQuery ? '; or the address is not known: check the world' : ''}`;
    return pen.problem(subject, words, { fix, place });
  }
  if (status === 401 && token === null) return pen.ok(subject, `it is there: without a token it answers ${words}`);
  if (status === 401 || status === 403) {
    const fix = 'check the name of the tenant, and that its client may use this operation';
    return pen.problem(subject, `it refuses the token: ${words}`, { fix, place: inTarget('/tenants/0/name') });
  }
  if (status === 429) {
    const fix = 'lower requests-per-second';
    return pen.problem(subject, `too many requests for it: ${words}`, { fix, place: inTarget('/limits') });
  }
  if (status >= 500) {
    const fix = 'ask its operator: the request was a harmless one';
    return pen.problem(subject, `it is there and fails: ${words}`, { fix });
  }
  if (isQuery) return queryLine(subject, status, words);
  if (status < 300) return pen.warning(subject, `a body that is no JSON was taken: ${words}`);
  return pen.ok(subject, `it refuses a body that is no JSON, as it should: ${words}`);
}

function queryLine(subject: string, status: number, words: string): CheckedLine {
  if (status < 300) return pen.ok(subject, `it answers ${status}`);
  const fix = 'check that the gateway knows this address and service; change the world where it does not';
  return pen.warning(subject, `it is there, and does not take the address: ${words}`, { fix });
}

/** Whether the operation is safe (RFC 9110, 9.2.1). */
export function isSafe({ method }: Operation): boolean {
  return method === 'GET';
}
