import type { Violation } from '../../contract/validators.ts';
import type { Check } from '../../model.ts';
import { anyElement } from '../../verdict/kind.ts';
import { headerOf } from '../../wire/wire.ts';
import {
  type AnswerOf,
  answers,
  failed,
  inconclusive,
  observed,
  ofExchange,
  passed,
  quote,
  verdictOn,
} from '../check.ts';
import { bodyOwed } from '../exchange.ts';

/** `http.json`: where a body is described, there is one, and it is well-formed JSON. */
export const httpJson = answers((answer) => {
  const { response, sent, jsonProblem, isTooMuch } = answer;
  if (!bodyOwed(answer)) return [];
  const subject = ofExchange('http.json', answer);
  // The spec sets no limit on sizes (Spec: Limits), so a body beyond ours proves nothing.
  if (isTooMuch) return [inconclusive(subject, 'no-answer', `${sent.verb} had no answer to read: ${jsonProblem}`)];
  if (response.body.sizeBytes > 0 && jsonProblem === undefined) return [passed(subject)];
  const isEmpty = response.body.sizeBytes === 0;
  return [
    failed(subject, {
      kind: `${isError(answer) ? 'an error' : `an answer to ${sent.verb}`} has ${isEmpty ? 'no body' : 'a body that is not JSON'}`,
      summary: `${sent.verb} answered ${response.status} ${isEmpty ? 'without a body' : 'with a body that is not JSON'}`,
      expected: 'a JSON body',
      actual: isEmpty ? 'no body' : `${quote(response.body.text ?? 'bytes that are no text')}: ${jsonProblem}`,
    }),
  ];
});

/** Whether it is an error of the gateway, whose operations share one body for them. */
const isError = ({ response, operation }: AnswerOf): boolean => response.status >= 400 && operation.auth === 'bearer';

const MOST = 10;

/**
 * `http.schema`: the body is as the contract describes it. Each breach names its own row; the rows whose place was
 * there and right are passed.
 */
export const httpSchema = answers((answer, { validators }) => {
  const { json, operation, response, sent } = answer;
  if (!bodyOwed(answer) || json === undefined) return [];
  const { violations, seen } = validators.response(operation.verb, response.status, json);
  const rowsBroken = ({ requirement, also = [] }: Violation) =>
    requirement === undefined ? [] : [requirement, ...also];
  const broken = new Set(violations.flatMap(rowsBroken));
  const sound = passed(
    ofExchange(
      'http.schema',
      answer,
      seen.filter((row) => !broken.has(row)),
    ),
  );
  const breaches = violations.slice(0, MOST).map((violation) => {
    const { pointer, expected, actual } = violation;
    return failed(ofExchange('http.schema', answer, rowsBroken(violation)), {
      summary: `${sent.verb} answered ${response.status} with a wrong body at ${pointer === '' ? 'its root' : pointer}`,
      kind: `${isError(answer) ? 'an error' : `an answer to ${sent.verb}`} has a wrong body at ${pointer === '' ? 'its root' : anyElement(pointer)}`,
      expected,
      actual,
      pointer,
    });
  });
  return violations.length > 0 && sound.requirements.length === 0 ? breaches : [...breaches, sound];
});

/** `http.empty-body`: no body where the spec says that there is none. Spec: Endpoints 4 to 6, "Response 202 with no body". */
export const httpEmptyBody = answers((answer) => {
  const { response, sent, operation } = answer;
  if (bodyOwed(answer) !== null) return [];
  const { requirement: row } = operation.responses[String(response.status)] ?? {};
  const isEmpty = response.body.sizeBytes === 0;
  const finding = {
    summary: `${sent.verb} answered ${response.status} with a body`,
    expected: `${response.status} with no body`,
    actual: `${response.status} with ${quote(answer.json ?? response.body.text ?? 'bytes that are no text')}`,
  };
  return verdictOn(ofExchange('http.empty-body', answer, row === undefined ? [] : [row]), isEmpty ? [] : [finding]);
});

const IS_JSON = /^\s*application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

/**
 * `http.content-type`: JSON is called JSON. RFC 9110, 8.3: the field "indicates the media type". It may be left out, so
 * that is only observed.
 */
export const httpContentType = answers((answer): Check[] => {
  const { json, response, sent } = answer;
  // Where any body will do, a text that could be read as JSON may be a text.
  if (json === undefined || !bodyOwed(answer)) return [];
  const subject = ofExchange('http.content-type', answer);
  const type = headerOf(response.headers, 'content-type');
  if (type !== undefined && IS_JSON.test(type)) return [passed(subject)];
  const finding = { expected: 'application/json', actual: type ?? 'nothing', kind: 'JSON came under another name' };
  if (type === undefined) {
    return [observed(subject, { ...finding, summary: `${sent.verb} answered JSON without a content type` })];
  }
  return [failed(subject, { ...finding, summary: `${sent.verb} answered JSON as ${quote(type)}` })];
});
