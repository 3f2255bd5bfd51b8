import type { Violation } from '../../contract/validators.ts';
import type { Check } from '../../model.ts';
import { repeatedKeys } from '../../values/repeated-keys.ts';
import { headerOf, whereBroken } from '../../wire/wire.ts';
import { NO_TEXT } from '../answer.ts';
import {
  answers,
  answersAndFactRequests,
  type CheckFunction,
  failed,
  inconclusive,
  type OperationAnswer,
  observed,
  ofExchange,
  ofRun,
  passed,
  passUnless,
} from '../check.ts';
import { bodyOwed } from '../exchange.ts';
import { orderOf } from '../orders.ts';

/** `http.json`: a body that the contract describes is there and is well-formed JSON. */
export const httpJson = answersAndFactRequests((answer) => {
  const { response, jsonProblem, isTooMuch } = answer;
  if (!bodyOwed(answer)) return [];
  const subject = ofExchange('http.json', answer);
  const told = toldOf(answer);
  // The spec sets no limit on sizes (Spec: Limits), so a body beyond ours proves nothing.
  if (isTooMuch) return [inconclusive(subject, 'no-answer', `${told.verb} had no answer to read: ${jsonProblem}`)];
  if (response.body.sizeBytes === 0) return [failed(subject, { is: 'no-body', ...told })];
  const body = whereBroken(response.body.text ?? NO_TEXT, jsonProblem ?? '');
  return passUnless(subject, jsonProblem !== undefined && { is: 'not-json', ...told, body, problem: jsonProblem });
});

/** Facts of any answer. Errors of the gateway share one body for all operations, so they count as alike. */
function toldOf({ sent: { verb }, response: { status }, operation }: OperationAnswer) {
  return { verb, status, what: status >= 400 && operation.auth === 'bearer' ? 'an error' : `an answer to ${verb}` };
}

const MAX_BREACHES = 10;

/**
 * `http.schema`: the body matches the contract's schema. Each breach names its own row; the rows of places that were there
 * and right pass.
 */
export const httpSchema = answersAndFactRequests((answer, { validators }) => {
  const { json, operation, response } = answer;
  if (!bodyOwed(answer) || json === undefined) return [];
  const { violations, seen } = validators.response(operation.verb, response.status, json);
  if (violations.length === 0) return [passed(ofExchange('http.schema', answer, seen))];
  const rowsBroken = ({ requirement, also = [] }: Violation) =>
    requirement === undefined ? [] : [requirement, ...also];
  const broken = new Set(violations.flatMap(rowsBroken));
  const rowsKept = seen.filter((row) => !broken.has(row));
  const breaches = violations.slice(0, MAX_BREACHES).map((violation) => {
    const { pointer, expected, actual } = violation;
    const fact = { is: 'wrong-body', ...toldOf(answer), pointer, expected, actual } as const;
    return failed(ofExchange('http.schema', answer, rowsBroken(violation)), fact);
  });
  return rowsKept.length === 0 ? breaches : [...breaches, passed(ofExchange('http.schema', answer, rowsKept))];
});

/** `http.empty-body`: no body if the spec says so. Spec: Endpoints 4 to 6, "Response 202 with no body". */
export const httpEmptyBody = answers((answer) => {
  const { response, operation, json } = answer;
  if (bodyOwed(answer) !== null) return [];
  const { requirement } = operation.responses[String(response.status)] ?? {};
  const subject = ofExchange('http.empty-body', answer, requirement === undefined ? [] : [requirement]);
  const body = json ?? response.body.text ?? NO_TEXT;
  const told = { verb: answer.sent.verb, status: response.status, body };
  return passUnless(subject, response.body.sizeBytes > 0 && { is: 'body-not-owed', ...told });
});

const IS_JSON = /^\s*application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

/**
 * `http.content-type`: JSON is declared as JSON. RFC 9110, 8.3: the field "indicates the media type". It may be left out,
 * so that is only observed.
 */
export const httpContentType = answers((answer): Check[] => {
  const { json, response, sent } = answer;
  // If any body is allowed, text that happens to be JSON may be plain text.
  if (json === undefined || !bodyOwed(answer)) return [];
  const subject = ofExchange('http.content-type', answer);
  const type = headerOf(response.headers, 'content-type');
  if (type === undefined) return [observed(subject, { is: 'json-unnamed', verb: sent.verb })];
  return passUnless(subject, !IS_JSON.test(type) && { is: 'json-misnamed', verb: sent.verb, type });
});

/**
 * `json.repeated-keys`: no object in an answer or a delivery has a name twice. RFC 8259, 4: names "SHOULD be unique";
 * readers differ in which value they take, so it is no failure unless that was agreed on. For a delivery it is reported
 * with its order.
 */
export const jsonRepeatedKeys: CheckFunction = ({ history, profile }) => {
  const CHECK = 'json.repeated-keys';
  const { exchanges, deliveries, orders } = history;
  const inAnswers = exchanges.flatMap((exchange) => {
    const { json, response, sent } = exchange;
    if (json === undefined || !response) return [];
    const told = { verb: sent.verb, status: response.status };
    return { subject: ofExchange(CHECK, exchange), told, body: response.body };
  });
  const inDeliveries = deliveries.flatMap(({ seen, event, body }, i) => {
    // Events of one delivery are adjacent, so it is checked once; in XML, repeated elements are a list.
    if (profile.wire.format === 'xml' || deliveries[i - 1]?.seen === seen) return [];
    if (body === undefined || !seen.expectedPath) return [];
    const placed = orderOf(orders, { event })?.placed;
    const subject = placed ? { ...ofExchange(CHECK, placed), seq: seen.seq } : ofRun(CHECK, seen.seq);
    return { subject, told: { event: event.name ?? 'an event' }, body: seen.body };
  });
  return [...inAnswers, ...inDeliveries].flatMap(({ subject, told, body: { text = '' } }) => {
    const pointers = repeatedKeys(text);
    const [pointer] = pointers;
    return passUnless(subject, pointer !== undefined && { is: 'repeated-key', ...told, pointers, pointer });
  });
};
