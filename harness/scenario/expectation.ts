import type { Answer, Json, JsonObject, ScenarioExpectation } from '../model.ts';
import { below } from '../source/source.ts';
import { isObject } from '../values/pointer.ts';
import { parseAnswers } from '../wire/answer.ts';
import { errorAt, errorAtKey, optional, type Reading } from './reading.ts';
import { checkShapes, checkValues } from './texts.ts';

const ANSWER_FORM =
  'an answer is a status (202, 2xx), with its error code where there is one (422 INVALID_REQUEST); | separates alternatives';

/**
 * Reads the value of `expect` or `need`: `202`, `422 INVALID_REQUEST`, `400 MALFORMED_REQUEST | 422 INVALID_REQUEST`, or a
 * map of status, code, headers and body. Without a status it means the success of the step's verb.
 */
export function readExpectation(
  reading: Reading,
  at: string,
  value: Json | undefined,
): ScenarioExpectation | undefined {
  if (typeof value === 'number' || typeof value === 'string') {
    return optional('answers', readAnswers(reading, at, value));
  }
  if (!isObject(value)) return undefined;
  for (const part of ['headers', 'body']) {
    checkValues(reading, below(at, part), value[part]);
    checkShapes(reading, below(at, part), value[part]);
  }
  return {
    ...optional('answers', readStatus(reading, at, value)),
    ...(isObject(value.headers) ? { headers: lowerCased(value.headers) } : {}),
    ...optional('body', value.body),
  };
}

function readStatus(reading: Reading, at: string, value: JsonObject): Answer[] | undefined {
  const { status, code } = value;
  const answers =
    typeof status === 'number' || typeof status === 'string'
      ? readAnswers(reading, below(at, 'status'), status)
      : undefined;
  if (typeof code !== 'string' || (answers === undefined && status !== undefined)) return answers;
  if (answers === undefined) {
    return errorAtKey(reading, below(at, 'code'), `code "${code}" stands without a status`, {
      why: 'a code says which error of a status is meant',
      fix: 'add the status: "status: 422"',
    });
  }
  if (answers.length > 1 || answers[0]?.code !== undefined) {
    errorAtKey(reading, below(at, 'code'), `code "${code}" stands beside a status that names its own`, {
      why: 'a code belongs to one status',
      fix: `write it with its status: "status: 422 ${code}"`,
    });
  }
  return answers.map(({ status: each }) => ({ status: each, code }));
}

/** Reads answers; undefined, with a problem, if the text is malformed. */
function readAnswers(reading: Reading, at: string, value: string | number): Answer[] | undefined {
  const answers = parseAnswers(String(value));
  if (answers !== null) return answers;
  return errorAt(reading, at, `${JSON.stringify(value)} is no answer`, { why: ANSWER_FORM });
}

function lowerCased(headers: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(headers).map(([name, shape]) => [name.toLowerCase(), shape]));
}
