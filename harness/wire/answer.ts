import type { Answer, Defect, Headers, Json, JsonObject, Operation, RefusalRule } from '../model.ts';
import { isObject } from '../values/pointer.ts';
import { headerOf } from './wire.ts';

const ONE = /^([1-5]\d\d|[1-5]xx)(?:\s+([A-Za-z_][A-Za-z0-9_]*))?$/;

/** Reads `202`, `2xx`, `422 INVALID_REQUEST`, or several of these joined by `|`; null for anything else. */
export function parseAnswers(text: string): Answer[] | null {
  const answers: Answer[] = [];
  for (const part of text.split('|')) {
    const match = ONE.exec(part.trim());
    if (!match?.[1]) return null;
    answers.push(match[2] === undefined ? { status: match[1] } : { status: match[1], code: match[2] });
  }
  return answers;
}

/** The text that `parseAnswers` reads. */
export function formatAnswers(answers: readonly Answer[]): string {
  return answers.map(({ status, code }) => (code === undefined ? status : `${status} ${code}`)).join(' | ');
}

/** Whether one of the answers allows this status and, if it has a code, this code. */
export function isAnswered(answers: readonly Answer[], status: number, code: string | undefined): boolean {
  return answers.some(
    (answer) => isStatus(answer.status, status) && (answer.code === undefined || answer.code === code),
  );
}

/** RFC 9110, 15.5.2: the caller is not authenticated. */
export const UNAUTHORISED = 401;
/** RFC 6585, 4. The spec mentions no rate limits, so a gateway may have its own. */
const TOO_MANY_REQUESTS = 429;
/** RFC 9110, 15.6.4: with a time after which to try again. */
const UNAVAILABLE = 503;

/** Whether an answer asks to retry later: 429, or 503 with `Retry-After`. */
export function asksToRetryLater(answer: { readonly status: number; readonly headers: Headers } | undefined): boolean {
  if (answer?.status === UNAVAILABLE) return headerOf(answer.headers, 'Retry-After') !== undefined;
  return answer?.status === TOO_MANY_REQUESTS;
}

/** Whether the status is a success: what was asked for was done, or will be (RFC 9110, 15.3). */
export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Whether only errors are right. */
export const mustFail = (answers: readonly Answer[]): boolean =>
  answers.length > 0 && answers.every(({ status }) => isErrorStatus(status));

/** Whether a named status, or class, is an error. */
export const isErrorStatus = (status: string): boolean => /^[45]/.test(status);

/** Whether only a success is right. */
export const mustSucceed = (answers: readonly Answer[]): boolean =>
  answers.length > 0 && answers.every(({ status }) => status.startsWith('2'));

/** Whether a success is right, maybe among others. */
export const maySucceed = (answers: readonly Answer[]): boolean => answers.some(({ status }) => status.startsWith('2'));

/** Whether `status` is the named one, or in the named class (`2xx`). */
export function isStatus(named: string, status: number): boolean {
  return named.endsWith('xx') ? String(status)[0] === named[0] : Number(named) === status;
}

/** The first rule of the operation that applies to this defect, or null. */
export function refusalFor(operation: Operation, defect: Defect, body: Json | undefined): RefusalRule | null {
  return operation.refusals.find((rule) => applies(rule, defect, body)) ?? null;
}

function applies(rule: RefusalRule, defect: Defect, body: Json | undefined): boolean {
  if (!rule.kinds.includes(defect.kind)) return false;
  if (rule.at && !rule.at.some((pattern) => isAt(pattern, defect.at))) return false;
  return rule.when === undefined || isPartOf(rule.when, body);
}

/** Whether a pointer matches a pattern: equal, or beginning with the part before a trailing `*`. */
export function isAt(pattern: string, pointer: string): boolean {
  return pattern.endsWith('*') ? pointer.startsWith(pattern.slice(0, -1)) : pattern === pointer;
}

/** Whether `body` has every member of `partial`, with equal scalars; a list in `partial` allows any of its values. */
export function isPartOf(partial: JsonObject, body: Json | undefined): boolean {
  if (!isObject(body)) return false;
  return Object.entries(partial).every(([name, wanted]) => {
    const actual = body[name];
    if (Array.isArray(wanted)) return wanted.some((one) => one === actual);
    return isObject(wanted) ? isPartOf(wanted, actual) : wanted === actual;
  });
}
