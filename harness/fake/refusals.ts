import type { Contract, Defect, Headers, Json, Operation, Verb } from '../model.ts';
import { isWithin } from '../values/pointer.ts';
import { random, uuid } from '../values/seed.ts';
import type { Mismatch } from '../values/shape.ts';
import { isAt, parseAnswers, refusalFor } from '../wire/answer.ts';
import type { RequestView } from '../wire/request.ts';
import { bytesOf } from '../wire/wire.ts';
import type { Switch } from './fault.ts';
import type { Leeway } from './fault-answer.ts';
import { type Complaint, headerFor, type ReadRequest } from './read-request.ts';
import { bearerToken, type TokenIssuer } from './token.ts';

/** An answer before it is encoded. `bytes`: the encoding of `json`, if already made. */
export interface Reply {
  readonly status: number;
  readonly json?: Json;
  readonly bytes?: Uint8Array;
  /** With a 405: the allowed methods. */
  readonly allow?: readonly string[];
}

/** Writes refusals in the two error bodies of the spec. */
export type Refuser = ReturnType<typeof createRefuser>;

/** The code of a conflict, for which the spec shows none. */
const CONFLICT = 'CONFLICT';

/** A refuser that draws the uuid of each error body from the seed. */
export function createRefuser(contract: Contract, seed: string) {
  let count = 0;
  const codeOf = (status: number, isOAuth: boolean): string => {
    const codes = contract.errors.filter((each) => Number(each.status) === status).map(({ code }) => code);
    // The codes of the token endpoint are those of OAuth 2.0, in lower case.
    return codes.find((code) => (code === code.toLowerCase()) === isOAuth) ?? (isOAuth ? 'invalid_request' : CONFLICT);
  };
  return {
    /** A refusal in the error form of the operation; the code is the error table's unless given. */
    refuse(operation: Operation | undefined, status: number, messages: readonly string[], code?: string): Reply {
      if (operation?.auth === 'basic') {
        return { status, json: { error: code ?? codeOf(status, true), error_description: messages.join('; ') } };
      }
      count += 1;
      const id = uuid(random(`${seed}/error/${count}`));
      return { status, json: { uuid: id, code: code ?? codeOf(status, false), messages } };
    },
    /** The status for a code in the error table, or undefined. */
    statusOf(code: string): number | undefined {
      const row = contract.errors.find((each) => each.code === code);
      return row && Number(row.status);
    },
  };
}

const JSON_TYPE: Headers = [['content-type', 'application/json']];
const NO_HEADERS: Headers = [];
const NO_BODY = new Uint8Array();

/** The headers and body bytes of a reply. */
export function encoded(reply: Reply): { readonly headers: Headers; readonly body: Uint8Array } {
  if (reply.bytes) return { headers: JSON_TYPE, body: reply.bytes };
  if (reply.json === undefined) return { headers: NO_HEADERS, body: NO_BODY };
  const headers: Headers = reply.allow ? [...JSON_TYPE, ['allow', reply.allow.join(', ')]] : JSON_TYPE;
  return { headers, body: bytesOf(JSON.stringify(reply.json)) };
}

/** The part of a contract's compiled validators that the fake uses. */
export interface RequestValidator {
  request(verb: Verb, request: RequestView): readonly (Mismatch & { readonly defect: Defect })[];
}

/** The caller, as far as the request proves it. */
interface ProvenCaller {
  readonly tenant?: string;
  readonly complaint?: Complaint;
}

const AUTHORIZATION = '/headers/Authorization';

/** The tenant of a request by its credentials or token; a complaint where they are missing, wrong or expired. */
export function callerOf(
  asked: ReadRequest,
  tokens: TokenIssuer,
  now: number,
  forgets: ReadonlySet<Switch>,
): ProvenCaller {
  const authorization = asked.headers.Authorization;
  if (asked.operation.auth === 'basic') {
    if (!authorization) return unproven('no-header', 'client credentials are missing');
    const tenant = tokens.tenantOf(authorization, forgets.has('secrets-in-any-case'));
    return tenant === null ? unproven('bad-credentials', 'the client credentials are invalid') : { tenant };
  }
  const token = bearerToken(authorization);
  if (token === null) return unproven('no-bearer', 'the access token is missing');
  const told = tokens.claimsOf(token, forgets.has('tokens-by-their-beginning'));
  const claims = told && forgets.has('tokens-prolonged-by-use') ? tokens.prolonged(token, told, now) : told;
  if (!claims) return unproven('bad-token', 'the access token is invalid');
  const { tenant } = claims;
  if (claims.expiresAt <= now && !forgets.has('tokens-never-expire')) {
    return { tenant, ...unproven('bad-token', 'the access token has expired') };
  }
  const named = headerFor(asked, 'tenant');
  if (!named || named === tenant) return { tenant };
  if (forgets.has('tokens-of-any-tenant')) return { tenant: named };
  return { tenant, ...unproven('bad-token', 'the access token was not issued to the tenant of the request') };
}

function unproven(kind: 'no-header' | 'no-bearer' | 'bad-token' | 'bad-credentials', message: string): ProvenCaller {
  return { complaint: { defect: { kind, at: AUTHORIZATION }, message } };
}

/** Everything wrong with the form of a request, in this order: caller, headers, unreadable parts, invalid parts. */
export function complaintsOf(asked: ReadRequest, caller: ProvenCaller, validators: RequestValidator): Complaint[] {
  const { headers, query, path, body, operation, complaints: unreadable } = asked;
  const view = body === undefined ? { headers, query, path } : { headers, query, path, body };
  const invalid = validators
    .request(operation.verb, view)
    // Unreadable parts are already reported and not reported as missing, too.
    .filter(
      ({ defect }) => !unreadable.some((each) => isWithin(defect.at, each.defect.at)) && defect.at !== AUTHORIZATION,
    )
    .map(({ defect, expected, actual }) => ({
      defect,
      message: `${wordPlace(defect.at)}: ${actual}, expected ${expected}`,
    }));
  if (!caller.complaint && unreadable.length === 0 && invalid.length === 0) return NONE;
  const ofHeaders = invalid.filter(({ defect }) => defect.at.startsWith('/headers/'));
  const others = invalid.filter(({ defect }) => !defect.at.startsWith('/headers/'));
  return [...(caller.complaint ? [caller.complaint] : []), ...ofHeaders, ...unreadable, ...others];
}

const NONE: Complaint[] = [];

function wordPlace(pointer: string): string {
  return pointer.replace(/^\/(headers|query|path|body)\/?/, '').replaceAll('/', '.') || 'the body';
}

/** The refusal of a request, or null if the contract allows all its defects. */
export function refusedFor(
  operation: Operation,
  complaints: readonly Complaint[],
  body: Json | undefined,
  leeway: Leeway,
): { readonly status: number; readonly code?: string; readonly messages: readonly string[] } | null {
  if (complaints.length === 0) return null;
  const owed = complaints
    .filter(({ defect }) => !leeway.accepts.some((accept) => isMeant(accept, defect)))
    .map(({ defect, message }) => ({ message, answer: answerTo(operation, defect, body, leeway) }));
  const first = owed.find(({ answer }) => answer !== null)?.answer;
  if (!first) return null;
  const messages = owed.filter(({ answer }) => answer?.status === first.status).map(({ message }) => message);
  return { ...first, messages };
}

function isMeant({ kinds, at }: Leeway['accepts'][number], defect: Defect): boolean {
  if (kinds && !kinds.includes(defect.kind)) return false;
  return at === undefined || at.some((pattern) => isAt(pattern, defect.at));
}

/** The answer that the contract requires for a defect: the first of several, unless another is chosen; null if silent. */
function answerTo(
  operation: Operation,
  defect: Defect,
  body: Json | undefined,
  { refuses, reading }: Leeway,
): { readonly status: number; readonly code?: string } | null {
  const owed = refusalFor(operation, defect, body)?.answers ?? [];
  const meant = owed.length > 0 ? undefined : refuses.find((refuse) => isMeant(refuse, defect));
  const answer = meant ? parseAnswers(meant.with)?.[0] : (owed[reading - 1] ?? owed.at(-1));
  // A defect that a reading accepts is none.
  if (!answer || answer.status.startsWith('2')) return null;
  const status = Number(answer.status);
  return answer.code === undefined ? { status } : { status, code: answer.code };
}
