import type { Expectation, Headers, Json, JsonObject } from '../model.ts';
import { bind } from '../values/bind.ts';
import { type IsSchema, literalShape, type Mismatch, mismatches } from '../values/shape.ts';
import { jsonQuote } from '../verdict/worded.ts';
import { formatAnswers, isAnswered } from '../wire/answer.ts';
import { errorCodeOf, saidIn } from '../wire/answer-body.ts';
import type { AnsweredExchange } from './exchange.ts';

/** What came back, as far as an expectation looks at it. */
interface JudgedAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body; absent if it was empty or no JSON. */
  readonly json?: Json | undefined;
}

/** What the shapes of an expectation may refer to. */
interface ShapeContext {
  /** The journey's values and captures, for `$name…`. */
  readonly scope: JsonObject;
  readonly isSchema?: IsSchema;
}

/** A part of an answer that is not as expected. The pointer leads into the body, or into the headers by name. */
export interface AnswerMismatch extends Mismatch {
  readonly part: 'status' | 'headers' | 'body';
}

/**
 * How an answer differs from what was expected; empty if it is right. Headers and body are compared only if the status is
 * right. A `$value` that cannot be resolved asks for nothing. The runner calls this to know whether to go on, the judge to
 * know whether to fail.
 */
export function judgeAnswer(
  expectation: Expectation,
  answered: JudgedAnswer,
  { scope, isSchema }: ShapeContext,
): AnswerMismatch[] {
  const { answers, headers, body } = expectation;
  // The code in the body is read only if the status alone does not decide.
  const isRight = (code?: string): boolean => isAnswered(answers, answered.status, code);
  if (answers.length > 0 && !isRight() && !isRight(errorCodeOf(answered.json))) {
    const code = errorCodeOf(answered.json);
    const actual = code === undefined ? `${answered.status}` : `${answered.status} ${code}`;
    return [{ part: 'status', pointer: '', expected: formatAnswers(answers), actual }];
  }
  const compare = (part: 'headers' | 'body', shape: Json, value: Json | undefined): AnswerMismatch[] =>
    mismatches(bind(shape, scope, literalShape).value, value, isSchema).map((each) => ({ part, ...each }));
  return [
    ...(headers === undefined ? [] : compare('headers', headers, headersObject(answered.headers))),
    ...(body === undefined ? [] : compare('body', body, answered.json)),
  ];
}

/** Headers by lower-case name; repeated ones are joined (RFC 9110, 5.3). */
function headersObject(headers: Headers): JsonObject {
  const object: Record<string, string> = {};
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    object[key] = object[key] === undefined ? value : `${object[key]}, ${value}`;
  }
  return object;
}

/** Quoted instead of a body that is no text. */
export const NO_TEXT = 'bytes that are no text';

/** The most characters of an error; other quotes are shorter. */
const MAX_SAID = 300;

/**
 * An answer in a few words: `202 with {"status":"OK"}`, `202 with no body`. An error too long for that is quoted by its
 * code and messages.
 */
export function answerText({ response: { status, body }, json }: AnsweredExchange): string {
  if (body.sizeBytes === 0) return `${status} with no body`;
  const said = saidIn(json);
  if (said && jsonQuote(json) !== JSON.stringify(json)) return `${status} with ${jsonQuote(said, MAX_SAID)}`;
  return `${status} with ${json === undefined && body.text === undefined ? NO_TEXT : jsonQuote(json ?? body.text)}`;
}
